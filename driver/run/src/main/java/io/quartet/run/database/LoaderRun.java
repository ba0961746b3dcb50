package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.LoaderPlace;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.QuartetHome;
import io.quartet.run.internal.ProcessLines;
import io.quartet.run.progress.LoadListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One {@code quartet-load} on one database. For one thread. */
final class LoaderRun {

  private static final Duration STOP_GRACE = Duration.ofSeconds(3);
  private static final int EXIT_CANNOT_CONNECT = 3;

  private final RunPlan plan;
  private final Deployment deployment;
  private final DatabaseServer server;
  private final String database;
  private final LoaderOutput output;

  LoaderRun(RunPlan plan, Deployment deployment, DatabaseServer server, LoadListener listener) {
    this(plan, deployment, server, DatabaseServer.DATABASE, listener);
  }

  /** On another database of the server. */
  LoaderRun(
      RunPlan plan,
      Deployment deployment,
      DatabaseServer server,
      String database,
      LoadListener listener) {
    this.database = database;
    this.plan = plan;
    this.deployment = deployment;
    this.server = server;
    this.output = new LoaderOutput(server.vm(), listener, () -> deployment.ensureRunning(server));
  }

  /**
   * Runs it to its end.
   *
   * @param flags for {@code quartet-load}, beside the parameters of the plan
   * @param started gets the process, so that it can be stopped
   * @return indexes that were dropped and built for a change of the profile
   * @throws QuartetException INDEX_PROFILE, LOAD_FAILED, LOADER_CANNOT_CONNECT,
   *     DATABASE_UNREACHABLE, SERVER_DID_NOT_START
   */
  List<IndexChange> run(List<String> flags, Consumer<OwnedProcess> started) {
    int exitCode = ProcessLines.run(specification(flags), started, output::accept);
    if (exitCode != 0) {
      throw failure(exitCode);
    }
    return output.indexes();
  }

  private OwnedProcess.Spec specification(List<String> flags) {
    LoaderPlace place = deployment.loader(server, database, plan.database().indexes());
    return new OwnedProcess.Spec(
        "quartet-load for " + server.vm(),
        command(place, flags),
        place.environment(),
        deployment.logFolder(),
        deployment.logFolder().resolve(server.vm() + "-load.log"),
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }

  private List<String> command(LoaderPlace place, List<String> flags) {
    Database load = plan.database();
    int threads =
        Math.max(1, Runtime.getRuntime().availableProcessors() / deployment.databases().size());
    List<String> command = new ArrayList<>(place.start());
    command.addAll(
        List.of(
            "--load-units",
            load.loadUnits().get(server.set().group()).toString(),
            "--trade-days",
            Integer.toString(load.tradeDays()),
            "--news-length",
            Integer.toString(load.newsLength()),
            "--seed",
            Long.toString(load.seedOf(server.set())),
            "--schema",
            place.schema(),
            "--indexes",
            place.indexes(),
            "--role",
            QuartetHome.loaderRole(server.role()),
            // That of our own connection to the address of the plan.
            "--system-identifier",
            Connections.systemIdentifier(server, deployment.passwordFile()),
            "--wait-for-server",
            Long.toString(Deployment.RECOVERY_LIMIT.toSeconds()),
            "--progress",
            "json"));
    for (Storage storage : List.of(Storage.DATA, Storage.INDEX)) {
      deployment
          .tablespace(storage)
          .ifPresent(name -> command.addAll(List.of("--" + storage.label() + "-tablespace", name)));
    }
    if (!place.isBeside()) {
      command.addAll(List.of("--threads", Integer.toString(threads)));
    }
    command.addAll(flags);
    return command;
  }

  private QuartetException failure(int exitCode) {
    String message =
        "%s: quartet-load ended with exit code %d: %s"
            .formatted(server.vm(), exitCode, output.text());
    if (exitCode == Kind.BAD_INPUT.exitCode()) {
      // PostgreSQL may refuse a profile; the other arguments come from a sealed plan.
      return QuartetException.badInput(QuartetHome.INDEX_PROFILE, message);
    }
    return exitCode == EXIT_CANNOT_CONNECT
        ? QuartetException.environment("LOADER_CANNOT_CONNECT", message)
        : QuartetException.loadOrCheck(
            "LOAD_FAILED",
            message
                + "\nRun the same command again to continue, or quartet load --from-scratch to start"
                + " over.");
  }
}
