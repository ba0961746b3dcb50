package io.quartet.run.internal.pgbench;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.ProcessLines;
import io.quartet.run.internal.tool.LoadRecord;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills one database by {@code pgbench -i}. Everything that is there goes first, and table {@code
 * quartet_load} says what was loaded. For one thread.
 */
public final class PgbenchLoad {

  private static final Duration STOP_GRACE = Duration.ofSeconds(3);
  private static final int LINES_KEPT = 12;

  /** For instance "100000 of 500000 tuples (20%) of pgbench_accounts done (elapsed 0.07 s, ...". */
  private static final Pattern ROWS =
      Pattern.compile("([0-9]+) of ([0-9]+) tuples .*elapsed ([0-9.]+) s, remaining ([0-9.]+) s.*");

  private final RunPlan plan;
  private final Pgbench workload;
  private final Deployment deployment;
  private final DatabaseServer server;
  private final LoadListener listener;
  private final Deque<String> lastLines = new ArrayDeque<>();

  public PgbenchLoad(
      RunPlan plan,
      Pgbench workload,
      Deployment deployment,
      DatabaseServer server,
      LoadListener listener) {
    this.plan = plan;
    this.workload = workload;
    this.deployment = deployment;
    this.server = server;
    this.listener = listener;
  }

  /**
   * Runs it to its end.
   *
   * @param started gets the process, so that it can be stopped
   * @throws QuartetException LOAD_FAILED, PGBENCH_NOT_FOUND, PGBENCH_TOO_OLD, DATABASE_UNREACHABLE
   */
  public void run(Consumer<OwnedProcess> started) {
    PgbenchProgram program = PgbenchProgram.ofPlace(workload, deployment, server);
    try (Connection connection = Connections.open(server, deployment)) {
      program.requireFor(connection);
      LoadRecord.begin(connection, LoadedState.expected(plan, server).rows());
      int exitCode = ProcessLines.run(specification(program), started, this::accept);
      if (exitCode != 0) {
        throw QuartetException.loadOrCheck(
            "LOAD_FAILED",
            "%s: pgbench -i ended with exit code %d: %s\nRun the same command again to load it from the start."
                .formatted(server.vm(), exitCode, String.join("\n", lastLines)));
      }
      LoadRecord.end(connection);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private OwnedProcess.Spec specification(PgbenchProgram program) {
    ToolPlace place = deployment.tool(server, workload.load().origin());
    return new OwnedProcess.Spec(
        "pgbench -i for " + server.vm(),
        place.command(command(program)),
        place.environment(),
        deployment.logFolder(),
        deployment.logFolder().resolve(server.vm() + "-load.log"),
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }

  private List<String> command(PgbenchProgram program) {
    Pgbench.Tables tables = workload.tables();
    List<String> command =
        new ArrayList<>(
            List.of(
                program.file(),
                "--initialize",
                "--init-steps=" + tables.initSteps(),
                "--scale=" + tables.scale(),
                "--fillfactor=" + tables.fillFactor()));
    if (tables.foreignKeys()) {
      command.add("--foreign-keys");
    }
    if (tables.partitions() > 0) {
      command.add("--partitions=" + tables.partitions());
      command.add("--partition-method=" + tables.partitionMethod());
    }
    deployment.tablespace(Storage.DATA).ifPresent(name -> command.add("--tablespace=" + name));
    deployment
        .tablespace(Storage.INDEX)
        .ifPresent(name -> command.add("--index-tablespace=" + name));
    return command;
  }

  private void accept(String line) {
    Matcher rows = ROWS.matcher(line);
    if (!rows.matches()) {
      lastLines.add(line);
      if (lastLines.size() > LINES_KEPT) {
        lastLines.remove();
      }
      return;
    }
    long done = Long.parseLong(rows.group(1));
    double elapsed = Double.parseDouble(rows.group(3));
    listener.onLoadProgress(
        new LoadProgress(
            server.vm(),
            "copy",
            "pgbench_accounts",
            done,
            0,
            (double) done / Long.parseLong(rows.group(2)),
            elapsed > 0 ? done / elapsed : 0,
            OptionalDouble.empty(),
            OptionalDouble.of(Double.parseDouble(rows.group(4)))));
  }
}
