package io.quartet.run.doctor;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.embedded.PostgresInstallation;
import io.quartet.provision.os.Parallel;
import io.quartet.run.doctor.Diagnosis.Health;
import io.quartet.run.internal.pgbench.PgbenchProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Checks that pgbench is there. */
record PgbenchCheck(RunPlan plan, Pgbench workload) {

  static final String CHECK = "pgbench";
  private static final int AT_A_TIME = 16;

  List<Diagnosis> diagnoses() {
    List<Diagnosis> all = new ArrayList<>();
    if (!plan.provider().isPrepared()) {
      all.add(programBesideServer());
    } else if (workload.load().origin() == Origin.DRIVER) {
      all.add(programHere());
    }
    return all;
  }

  private Diagnosis programBesideServer() {
    return program(
        () -> {
          PostgresInstallation postgres = PostgresInstallation.find(plan);
          Path beside = postgres.bin().resolve("pgbench");
          PgbenchProgram program =
              PgbenchProgram.find(workload, Optional.of(beside).filter(Files::isExecutable));
          program.requireFor(postgres.major());
          return program;
        });
  }

  /** The servers of other machines are known when they run. */
  private Diagnosis programHere() {
    return program(() -> PgbenchProgram.find(workload, Optional.empty()));
  }

  /** Those for the servers that run, in their order. */
  List<Diagnosis> programs(Deployment deployment) {
    List<DatabaseServer> servers = deployment.databases();
    Map<DatabaseServer, Diagnosis> found = new ConcurrentHashMap<>();
    Parallel.forEach(servers, AT_A_TIME, server -> found.put(server, program(deployment, server)));
    return servers.stream().map(found::get).toList();
  }

  private Diagnosis program(Deployment deployment, DatabaseServer server) {
    return program(
        CHECK + " for " + server.vm(), () -> PgbenchProgram.find(workload, deployment, server));
  }

  private static Diagnosis program(Supplier<PgbenchProgram> found) {
    return program(CHECK, found);
  }

  private static Diagnosis program(String check, Supplier<PgbenchProgram> found) {
    try {
      PgbenchProgram program = found.get();
      return Diagnosis.ok(check, program.version() + ", " + program.file());
    } catch (QuartetException e) {
      return Diagnosis.of(check, Health.FAILED, e);
    }
  }
}
