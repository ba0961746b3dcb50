package io.quartet.run;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Provider;
import io.quartet.results.RunInfo;
import io.quartet.results.RunState;
import io.quartet.results.ToolTables;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.lab.PlanMoment;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.internal.LastUse;
import io.quartet.run.internal.Moment;
import io.quartet.run.internal.Stages;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.internal.collect.PlanCapture;
import io.quartet.run.internal.pgbench.TableReader;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * Completes a run that was measured and whose checks were cut short: makes the checks that are
 * missing, then everything that a run does after its checks. The databases must be as the run has
 * left them.
 */
public final class RunCompletion {

  private final ResultsFolder folder;
  private final RunInfo info;
  private final RunState state;
  private final long begunUtcMillis;

  private RunCompletion(ResultsFolder folder, RunInfo info, RunState state, long begunUtcMillis) {
    this.folder = folder;
    this.info = info;
    this.state = state;
    this.begunUtcMillis = begunUtcMillis;
  }

  /**
   * Reads the folder of a run; nothing is changed yet.
   *
   * @throws QuartetException NOT_RESULTS, NOTHING_TO_FINISH, RESULTS_UNREADABLE, RESULTS_VERSION,
   *     PLAN_DOCUMENT
   */
  public static RunCompletion of(Path run) {
    ResultsFolder folder = ResultsFolder.open(run.toAbsolutePath().normalize());
    RunInfo info = RunInfo.read(folder);
    RunState state = RunState.read(folder);
    if (state.state() != RunState.State.MEASURED || state.isUnderWay()) {
      throw QuartetException.badInput(
          "NOTHING_TO_FINISH",
          folder.path()
              + ": this run is "
              + Text.visible(state.description())
              + (state.isUnderWay() ? " (process " + state.driver().pid() + ")" : "")
              + ". Name the folder of a run whose load ended as planned and whose checks were"
              + " interrupted.");
    }
    requireUnchanged(folder, state);
    return new RunCompletion(folder, info, state, begunUtcMillis(folder, info));
  }

  /**
   * Otherwise the new checksums would hide changed files. A state without an end means that the
   * driver died before it closed the folder. Then the checksums, if any, belong to the next state.
   */
  private static void requireUnchanged(ResultsFolder folder, RunState state) {
    List<String> differences =
        folder.has(Manifest.NAME)
            ? Manifest.differences(folder, state.endedUtcMillis() == 0 ? RunState.NAME : "")
            : List.of();
    if (!differences.isEmpty()) {
      throw ResultsFolder.unreadable(folder.path(), String.join(", ", differences), null);
    }
  }

  private static long begunUtcMillis(ResultsFolder folder, RunInfo info) {
    try {
      return ResultsFolder.begunUtcMillis(info.runId());
    } catch (DateTimeParseException e) {
      throw ResultsFolder.unreadable(
          folder.file(RunInfo.NAME), "'" + info.runId() + "' is not the id of a run", e);
    }
  }

  public RunPlan plan() {
    return info.plan();
  }

  /**
   * Completes the run.
   *
   * @return the folder and the verdict
   * @throws QuartetException DATABASES_CHANGED if the databases were taken down, loaded, restored
   *     or used since; MACHINES_NOT_READY, NAME_IN_USE, DATABASE_UNREACHABLE, INTERRUPTED and
   *     others
   */
  public RunResult run(RunListener listener) {
    try (Deployment deployment = attach()) {
      return run(deployment, listener);
    }
  }

  private Deployment attach() {
    try {
      return Provider.of(plan()).attach(plan());
    } catch (QuartetException e) {
      throw e.code().equals("NOT_UP")
          ? LastUse.changed(info.runId(), "the databases of " + plan().name() + " were taken down")
          : e;
    }
  }

  /**
   * Completes the run with databases that are up.
   *
   * @param deployment the databases; the caller closes it
   */
  @SuppressWarnings("try") // Only that the signal and the notices are heard matters.
  RunResult run(Deployment deployment, RunListener listener) {
    Stages stages = new Stages(listener);
    RunEnd end = new RunEnd(plan(), deployment, folder, stages, begunUtcMillis);
    try (StopSignal stop = new StopSignal()) {
      LastUse.require(info.runId(), deployment);
      begin();
      listener.onResultsFolder(folder.path());
      LoadReportRelay events = new LoadReportRelay(folder, listener);
      try (Deployment.Notices notices = deployment.reportTo(events)) {
        stages.run(
            Stage.CHECK_AFTER,
            () -> {
              TableReader.append(plan(), deployment, folder, ToolTables.AFTER);
              PlanCapture.write(PlanMoment.AFTER, plan(), deployment, folder, events);
              end.check(Moment.AFTER, CheckPolicy.ALWAYS);
            });
      } catch (InterruptedException | CancellationException e) {
        end.cutShort(state.measured(StopSignal.REASON, System.currentTimeMillis()));
        throw end.interrupted(e);
      } catch (RuntimeException e) {
        end.cutShort(state.measured(String.valueOf(e.getMessage()), System.currentTimeMillis()));
        throw end.failed(e);
      }
      return new RunResult(folder.path(), end.close(state.finished(System.currentTimeMillis())));
    }
  }

  /** From now on files change, and the checksums would no longer fit them. */
  private void begin() {
    try {
      Files.deleteIfExists(folder.file(Manifest.NAME));
      state.measured().write(folder);
    } catch (IOException e) {
      throw QuartetException.environment(
          "RESULTS_WRITE",
          folder.file(Manifest.NAME) + " cannot be removed (" + e + "). Check its permissions.",
          e);
    }
  }
}
