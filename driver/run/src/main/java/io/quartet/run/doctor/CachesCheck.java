package io.quartet.run.doctor;

import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.PageCache;
import io.quartet.run.doctor.Diagnosis.Health;
import io.quartet.run.internal.start.CacheStates;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Checks whether the caches can have the state that the plan asks for. */
final class CachesCheck {

  private static final String CHECK = "caches";

  private CachesCheck() {}

  /** None if the caches are kept; databases must be up. */
  static List<Diagnosis> of(RunPlan plan, Path passwordFile) {
    return switch (plan.schedule().caches()) {
      case KEEP -> List.of();
      case CLEAR -> List.of(clearing(plan));
      case WARM -> warming(plan, passwordFile);
    };
  }

  private static Diagnosis clearing(RunPlan plan) {
    List<String> kept =
        PageCache.canDrop(plan).stream()
            .flatMap(cache -> cache.obstacle().map(why -> cache.machine() + ": " + why).stream())
            .toList();
    return kept.isEmpty()
        ? Diagnosis.ok(CHECK, "servers and page cache can be cleared")
        : new Diagnosis(
            CHECK,
            Health.WARNING,
            "only the buffers of the servers will be cleared. " + String.join("; ", kept),
            "Run Quartet as root, or drop the page cache yourself right before the run");
  }

  private static List<Diagnosis> warming(RunPlan plan, Path passwordFile) {
    List<String> missing = new ArrayList<>();
    for (DatabaseServer server : DatabaseServer.all(plan)) {
      try (Connection connection =
          Connections.open(server, DatabaseServer.DATABASE, passwordFile)) {
        if (!CacheStates.canWarm(connection)) {
          missing.add(server.vm());
        }
      } catch (SQLException e) {
        return List.of(); // The check of the database itself has the error.
      }
    }
    return List.of(
        Diagnosis.of(
            CHECK,
            missing.isEmpty(),
            Health.FAILED,
            missing.isEmpty()
                ? "every database can be warmed"
                : String.join(", ", missing) + ": extension pg_prewarm is missing",
            "Install the additional modules of that PostgreSQL (package postgresql-contrib). On"
                + " your own machines, in database quartet, as superuser: CREATE EXTENSION"
                + " pg_prewarm"));
  }
}
