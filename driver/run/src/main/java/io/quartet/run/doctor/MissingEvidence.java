package io.quartet.run.doctor;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.run.doctor.Diagnosis.Health;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the results of a run will lack because of missing rights or access, for instance on managed
 * servers. A run is possible without any of it.
 */
final class MissingEvidence {

  private static final Logger LOG = LoggerFactory.getLogger(MissingEvidence.class);
  private static final String CHECK = "results: ";

  /** A right of role {@code quartet} on a database, and what a run lacks without it. */
  private enum Right {
    SETTINGS(
        "SELECT pg_has_role('pg_read_all_settings', 'USAGE')",
        "settings",
        "not all settings can be read, so rule 32 (space for 60 days) is not judged",
        "GRANT pg_read_all_settings TO quartet"),
    STATISTICS(
        "SELECT pg_has_role('pg_read_all_stats', 'USAGE')",
        "sessions",
        "sessions of other roles cannot be seen, so rule 34 (autovacuum) is not judged",
        "GRANT pg_read_all_stats TO quartet"),
    CHECKPOINT(
        """
        SELECT current_setting('is_superuser')::boolean
            OR EXISTS (SELECT FROM pg_roles
                       WHERE rolname = 'pg_checkpoint' AND pg_has_role(oid, 'USAGE'))
        """,
        "checkpoint",
        "a run begins without a checkpoint, so one may fall into its first phases",
        "GRANT pg_checkpoint TO quartet (PostgreSQL 15 or newer)"),
    LEAF_DENSITY(
        "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pgstattuple')",
        "indexes",
        "the density of the leaves of indexes is not recorded",
        "CREATE EXTENSION pgstattuple");

    private final String query;
    private final String label;
    private final String lack;
    private final String statement;

    Right(String query, String label, String lack, String statement) {
      this.query = query;
      this.label = label;
      this.lack = lack;
      this.statement = statement;
    }
  }

  private MissingEvidence() {}

  /** A warning for everything that the results will lack; databases must answer. */
  static List<Diagnosis> of(RunPlan plan, Path passwordFile) {
    List<Diagnosis> missing = new ArrayList<>();
    rights(plan, passwordFile)
        .forEach(
            (right, vms) ->
                missing.add(
                    new Diagnosis(
                        CHECK + right.label,
                        Health.WARNING,
                        String.join(", ", vms) + ": " + right.lack,
                        "There, as superuser: " + right.statement)));
    if (plan.provider().ssh().isEmpty()) {
      missing.add(
          new Diagnosis(
              CHECK + "machines",
              Health.WARNING,
              "no processors, memory or disks of the machines are recorded, so no rule can judge"
                  + " what else ran there",
              "Add provider.ssh"));
    }
    if (plan.provider().preparation().isEmpty()) {
      missing.add(
          new Diagnosis(
              CHECK + "servers",
              Health.WARNING,
              "no checkpoint log, and no durability test: Quartet did not make these servers",
              "Let Quartet prepare the machines: provider.prepare"));
    }
    return missing;
  }

  /** VMs that lack a right. One that does not answer is told elsewhere. */
  private static Map<Right, List<String>> rights(RunPlan plan, Path passwordFile) {
    Map<Right, List<String>> lacking = new EnumMap<>(Right.class);
    for (DatabaseServer server : DatabaseServer.all(plan)) {
      try (Connection connection = Connections.open(server, DatabaseServer.DATABASE, passwordFile);
          Statement statement = connection.createStatement()) {
        for (Right right : Right.values()) {
          if (!Connections.isTrue(statement, right.query)) {
            lacking.computeIfAbsent(right, any -> new ArrayList<>()).add(server.vm());
          }
        }
      } catch (SQLException | QuartetException e) {
        // The check of the database itself tells it.
        LOG.debug("no rights of vm={} error={}", server.vm(), e.getMessage());
      }
    }
    return lacking;
  }
}
