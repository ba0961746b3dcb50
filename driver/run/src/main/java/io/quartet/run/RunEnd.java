package io.quartet.run;

import io.quartet.audit.ValidityRules;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Waiting;
import io.quartet.results.CheckRow;
import io.quartet.results.ChecksCsv;
import io.quartet.results.RunFiles;
import io.quartet.results.RunState;
import io.quartet.results.Verdict;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.check.Checking;
import io.quartet.run.internal.Moment;
import io.quartet.run.internal.Stages;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.internal.collect.CheckpointLog;
import io.quartet.run.progress.CheckListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the databases of a run and closes its results folder: last state, logs, checksums and
 * verdict. The same for a run that was measured just now and for one that is completed later.
 *
 * @param begunUtcMillis when the run began, which is where the logs of the servers are read from
 */
record RunEnd(
    RunPlan plan, Deployment deployment, ResultsFolder folder, Stages stages, long begunUtcMillis) {

  private static final Logger LOG = LoggerFactory.getLogger(RunEnd.class);

  /** Folder of the logs in the results folder. */
  static final String LOGS = "logs";

  /**
   * Makes the checks that {@code checks.csv} does not have yet. Each is in the file as soon as it
   * has ended, so that those that were made are kept however this ends.
   *
   * @param policy for the checks before a run
   * @return all rows of the moment; none for a workload without checks
   * @throws java.util.concurrent.CancellationException if this thread was interrupted
   */
  List<CheckRow> check(Moment moment, CheckPolicy policy) {
    if (!Checking.appliesTo(plan)) {
      return List.of();
    }
    StopSignal.postpone(); // A file that is read under an interrupted thread fails.
    List<CheckRow> others = new ArrayList<>();
    List<CheckRow> done = new ArrayList<>();
    for (CheckRow row : made()) {
      (row.moment().equals(moment.label()) ? done : others).add(row);
    }
    StopSignal.resume();
    List<CheckRow> rows;
    try (CsvTable.Appender<CheckRow> file = ChecksCsv.TABLE.appender(folder)) {
      rows =
          Checking.check(
              plan, deployment, moment, done, policy, new Recording(file, stages.listener()));
    }
    others.addAll(rows);
    ChecksCsv.TABLE.write(folder, others);
    return rows;
  }

  /** Keeps what it hears before it passes it on. */
  private record Recording(CsvTable.Appender<CheckRow> file, CheckListener listener)
      implements CheckListener {
    @Override
    public void onCheck(CheckRow row, int done, int total) {
      file.append(List.of(row));
      listener.onCheck(row, done, total);
    }
  }

  private List<CheckRow> made() {
    return Waiting.uninterrupted(() -> new RunFiles(folder).checks().orRefuse().orElse(List.of()));
  }

  /**
   * Adds stages and logs, hashes what is there, writes the last state and judges it. A run that is
   * killed in here is not finished yet, and can be; why one ended early is written first.
   */
  Verdict close(RunState last) {
    StopSignal.postpone();
    return Waiting.uninterrupted(
        () -> {
          if (last.state() != RunState.State.FINISHED) {
            last.write(folder);
          }
          writeStages();
          Map<String, Path> logs = deployment.logs();
          copyLogs(logs);
          writeCheckpoints(logs);
          Manifest.write(folder, Map.of(RunState.NAME, last.text()));
          last.write(folder);
          Verdict verdict = ValidityRules.evaluate(folder);
          verdict.write(folder);
          return verdict;
        });
  }

  /** The same for a run that did not come to its end, for which there is an error to show. */
  void cutShort(RunState last) {
    try {
      var unused = close(last);
    } catch (RuntimeException e) {
      // The error that ended the run is the one to show; this one only says that files are missing.
      LOG.warn("the run that was cut short could not be judged error={}", e.getMessage());
    }
  }

  /** The error of a run that was measured and whose checks were then interrupted. */
  QuartetException interrupted(Exception cause) {
    long kept = made().stream().filter(row -> row.moment().equals(CheckRow.AFTER)).count();
    return new QuartetException(
        QuartetException.Kind.INTERRUPTED,
        "INTERRUPTED",
        "Quartet was "
            + StopSignal.REASON
            + " during the checks after the run. The measurement is complete. Saved: "
            + Text.counted(kept, "check")
            + ". "
            + (deployment.survives()
                ? "'quartet check --finish "
                    + folder.path()
                    + "' runs the missing checks. Do not use the databases before that."
                : "The databases of this run are removed, so the missing checks cannot run. Run the"
                    + " benchmark again."),
        cause);
  }

  /** The error that ended the checks of a run that was measured. */
  RuntimeException failed(RuntimeException cause) {
    return cause instanceof QuartetException known && deployment.survives()
        ? new QuartetException(
            known.kind(),
            known.code(),
            known.getMessage()
                + " The measurement is complete. Fix this problem, then 'quartet check --finish "
                + folder.path()
                + "' runs the missing checks.",
            known)
        : cause;
  }

  private void writeStages() {
    try (EventLog log = new EventLog(folder)) {
      for (Stages.Timed stage : stages.takeEnded()) {
        log.append(
            new LoggedEvent(
                stage.endUtcMillis(),
                new RunEvent.StageEnd(stage.stage().label(), stage.length().toMillis())));
      }
    }
  }

  /** Only where logs can be read: otherwise the counters have to do. */
  private void writeCheckpoints(Map<String, Path> logs) {
    for (DatabaseServer server : deployment.databases()) {
      Path log = logs.get(server.vm());
      if (log != null && Files.isReadable(log)) {
        try {
          CheckpointLog.write(folder, server.vm(), log, begunUtcMillis);
        } catch (IOException e) {
          LOG.warn("checkpoints could not be read vm={} error={}", server.vm(), e.getMessage());
        }
      }
    }
  }

  private void copyLogs(Map<String, Path> logs) {
    Path target = folder.path().resolve(LOGS);
    try {
      Files.createDirectories(target);
      for (Map.Entry<String, Path> log : logs.entrySet()) {
        if (Files.isReadable(log.getValue())) {
          Files.write(target.resolve(log.getKey() + ".log"), Files.readAllBytes(log.getValue()));
        }
      }
    } catch (IOException e) {
      LOG.warn("logs could not be copied error={}", e.getMessage());
    }
  }
}
