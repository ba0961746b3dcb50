package io.quartet.run.experiment;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Waiting;
import io.quartet.results.RunState;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.BenchmarkRun;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.internal.StopSignal;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Makes the remaining runs of an experiment, block by block. A failed cell is recorded, and the
 * other cells continue. A cell that failed before it had a results folder is not repeated, because
 * it would fail again. If the baseline never began, or failed twice in a row, the experiment stops:
 * no other cell could be compared with it.
 */
public final class ExperimentRun {

  private final Experiment experiment;
  private final ExperimentFolder folder;
  private final ExperimentListener listener;
  private final CheckPolicy checks;
  private final Stacks stacks;

  private ExperimentRun(
      ExperimentFolder folder, ExperimentListener listener, CheckPolicy checks, Stacks stacks) {
    this.experiment = folder.experiment();
    this.folder = folder;
    this.listener = listener;
    this.checks = checks;
    this.stacks = stacks;
  }

  /**
   * Runs what is left of the experiment. Its databases are stopped when this returns, and kept.
   *
   * @param checks which databases are checked before each run
   * @throws QuartetException INTERRUPTED, RESULTS_WRITE, ALREADY_UP, BASELINE_FAILED; what happens
   *     to another cell is in the folder
   */
  public static void run(ExperimentFolder folder, CheckPolicy checks, ExperimentListener listener) {
    if (folder.attempts().isEmpty()) {
      Stacks.requireNone(folder.experiment());
    }
    try (StopSignal stop = new StopSignal();
        Stacks stacks = new Stacks(folder.experiment(), checks)) {
      new ExperimentRun(folder, listener, checks, stacks).run();
    }
  }

  /** Removes the databases of an experiment; what was measured stays. */
  public static void removeDatabases(Experiment experiment) {
    Stacks.remove(experiment);
  }

  private void run() {
    requireBaseline();
    RunOrder order = new RunOrder(experiment);
    for (int block = 1; block <= experiment.mostRepeats(); block++) {
      Collection<Cell> cells =
          block <= experiment.repeats() ? experiment.cells() : listener.imprecise();
      if (cells.isEmpty()) {
        return;
      }
      for (PlannedRun run : order.block(block, cells)) {
        if (!isDone(run)) {
          attempt(run);
          requireNoStop();
          requireBaseline();
        }
      }
    }
  }

  /** A stop that came while the pages were made. */
  private static void requireNoStop() {
    if (Thread.currentThread().isInterrupted()) {
      throw StopSignal.interrupted(null);
    }
  }

  /** A failure between good runs may pass: the baseline is tried again at its next place. */
  private void requireBaseline() {
    List<Attempt> ended =
        folder.attempts().stream()
            .filter(attempt -> attempt.cell() == experiment.baseline())
            .filter(attempt -> attempt.state() != State.INTERRUPTED)
            .toList();
    boolean hasNeverBegun =
        !ended.isEmpty() && ended.stream().allMatch(Attempt::failedBeforeItsRun);
    boolean hasFailedTwice =
        ended.size() > 1
            && ended.subList(ended.size() - 2, ended.size()).stream()
                .allMatch(one -> one.state() == State.FAILED);
    if (hasNeverBegun || hasFailedTwice) {
      Attempt last = ended.get(ended.size() - 1);
      throw QuartetException.environment(
          "BASELINE_FAILED",
          ("the baseline, cell %d (%s), failed, and every other cell is compared with it. Correct"
                  + " the cause, then repeat with --retry. The cause: %s: %s")
              .formatted(
                  last.cell(),
                  experiment.cell(last.cell()).label(),
                  last.code(),
                  Text.inOneLine(last.message())));
    }
  }

  /** The attempt that shows that a cell fails before its run begins. */
  private Optional<Attempt> hopeless(int cell) {
    return folder.attempts().stream()
        .filter(before -> before.cell() == cell)
        .filter(Attempt::wouldFailAgain)
        .findFirst();
  }

  private boolean isDone(PlannedRun run) {
    Attempt here = Attempt.started(run.cell().number(), run.block(), run.isControl(), 0);
    return folder.attempts().stream()
        .anyMatch(
            attempt ->
                attempt.isOfSamePlace(here)
                    && (attempt.state() == State.FINISHED || attempt.state() == State.FAILED));
  }

  private void attempt(PlannedRun run) {
    Optional<Attempt> hopeless =
        run.cell().number() == experiment.baseline()
            ? Optional.empty()
            : hopeless(run.cell().number());
    if (hopeless.isPresent()) {
      listener.onLeftOut(run, hopeless.get());
      return;
    }
    Attempt begun =
        Attempt.started(
            run.cell().number(), run.block(), run.isControl(), System.currentTimeMillis());
    // Before anybody hears of it: what they show is read from the folder.
    folder.put(begun);
    AttemptRecorder recorder = new AttemptRecorder(folder, begun, listener.onRunStart(run));
    try {
      Deployment deployment = stacks.ready(run.cell(), recorder);
      requireWhole(
          BenchmarkRun.run(run.cell().plan(), deployment, folder.runs(), checks, recorder)
              .folder());
      recorder.keep(recorder.attempt().finished(System.currentTimeMillis()));
    } catch (RuntimeException e) {
      QuartetException error = isStop(e) ? interrupted(e) : failure(e);
      State last = error.kind() == Kind.INTERRUPTED ? State.INTERRUPTED : State.FAILED;
      recorder.keep(
          recorder
              .attempt()
              .ended(last, System.currentTimeMillis(), error.code(), error.getMessage()));
      if (last == State.INTERRUPTED) {
        throw error;
      }
    } finally {
      // A stop that comes now waits: the report and the page are to be whole.
      StopSignal.postpone();
      Waiting.uninterrupted(() -> listener.onAttemptEnd(recorder.attempt()));
      StopSignal.resume();
    }
  }

  /** A stop ends the load of a run in order, and the run returns as if that were its end. */
  private static void requireWhole(Path results) {
    if (StopSignal.isRequested() && !RunState.read(ResultsFolder.open(results)).isFinished()) {
      throw StopSignal.interrupted(null);
    }
  }

  /** A stopped run fails in many ways: none of them is the fault of the cell. */
  private static boolean isStop(RuntimeException error) {
    return error instanceof CancellationException
        || StopSignal.isRequested()
        || Thread.currentThread().isInterrupted();
  }

  private static QuartetException interrupted(RuntimeException error) {
    return error instanceof QuartetException known && known.kind() == Kind.INTERRUPTED
        ? known
        : StopSignal.interrupted(error);
  }

  private static QuartetException failure(RuntimeException error) {
    if (error instanceof QuartetException known) {
      return known;
    }
    throw error;
  }
}
