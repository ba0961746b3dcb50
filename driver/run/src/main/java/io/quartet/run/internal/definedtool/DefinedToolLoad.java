package io.quartet.run.internal.definedtool;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolDefinition;
import io.quartet.model.plan.ToolDefinition.Command;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.ProcessLines;
import io.quartet.run.internal.tool.LoadRecord;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Fills one database by the commands of a defined tool. For one thread. */
public final class DefinedToolLoad {

  private static final Duration STOP_GRACE = Duration.ofSeconds(3);

  private final RunPlan plan;
  private final ToolDefinition definition;
  private final Deployment deployment;
  private final DatabaseServer server;
  private final ToolPlace place;
  private final CommandWords words;

  public DefinedToolLoad(
      RunPlan plan, DefinedTool workload, Deployment deployment, DatabaseServer server) {
    this.plan = plan;
    this.definition = workload.definition();
    this.deployment = deployment;
    this.server = server;
    this.place = deployment.tool(server, workload.load().origin());
    this.words = new CommandWords(workload, place);
  }

  /**
   * Removes everything that is there, and fills the database.
   *
   * @param started gets each process, so that it can be stopped
   * @throws QuartetException LOAD_FAILED, TOOL_NOT_FOUND, DATABASE_UNREACHABLE
   */
  public void run(Consumer<OwnedProcess> started) {
    ToolProgram.find(definition);
    LoadedState wanted = LoadedState.expected(plan, server);
    // Of a load that failed there may be nothing to clean, and tables of schema public go anyway.
    boolean wasLoadedByIt =
        LoadedState.read(server, deployment)
            .filter(found -> found.isComplete() && found.isOfSameTool(wanted))
            .isPresent();
    if (wasLoadedByIt && !definition.command(Command.CLEAN).isEmpty()) {
      run(Command.CLEAN, started);
    }
    try (Connection connection = Connections.open(server, deployment)) {
      LoadRecord.begin(connection, wanted.rows());
      run(Command.PREPARE, started);
      LoadRecord.end(connection);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private void run(Command command, Consumer<OwnedProcess> started) {
    PrintedLines lines = new PrintedLines(definition.failures());
    String name = command.name().toLowerCase(Locale.ROOT);
    AtomicBoolean isLate = new AtomicBoolean();
    ScheduledExecutorService watch =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-tool-load"));
    int exitCode;
    try {
      exitCode =
          ProcessLines.run(
              specification(name, place.command(words.of(command))),
              process -> {
                started.accept(process);
                var unused =
                    watch.schedule(
                        () -> {
                          isLate.set(true);
                          process.requestStop();
                        },
                        definition.prepareWithin().toMillis(),
                        TimeUnit.MILLISECONDS);
              },
              lines::accept);
    } finally {
      watch.shutdownNow();
    }
    why(exitCode, isLate.get(), lines)
        .ifPresent(
            why -> {
              throw QuartetException.loadOrCheck(
                  "LOAD_FAILED",
                  ("%s: the command %s of %s %s\nRun the same command again to load it from the"
                          + " start.")
                      .formatted(server.vm(), name, definition.name(), why));
            });
  }

  private Optional<String> why(int exitCode, boolean isLate, PrintedLines lines) {
    if (isLate) {
      return Optional.of(
          ("was still at work after %d s, and was stopped. Raise prepareWithin in its definition if"
                  + " it needs longer. It printed last: %s")
              .formatted(definition.prepareWithin().toSeconds(), lines.last()));
    }
    if (!lines.failure().isEmpty()) {
      return Optional.of(
          "printed '%s', and ended with %s."
              .formatted(lines.failure(), definition.meaning(exitCode)));
    }
    return exitCode == 0
        ? Optional.empty()
        : Optional.of("ended with %s: %s".formatted(definition.meaning(exitCode), lines.last()));
  }

  private OwnedProcess.Spec specification(String name, List<String> command) {
    return new OwnedProcess.Spec(
            definition.name() + " " + name + " for " + server.vm(),
            command,
            place.environment(),
            deployment.logFolder(),
            deployment.logFolder().resolve(server.vm() + "-load.log"),
            "TERM",
            STOP_GRACE,
            "",
            List.of())
        .endingWhole();
  }
}
