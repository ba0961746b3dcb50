package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.Precision;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.model.plan.TestPlans;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class FolderProgressTest {

  private static final long MINUTE = 60_000;

  private final List<Attempt> attempts = new ArrayList<>();

  private static Experiment experiment(Optional<Precision> precision) {
    Experiment plain = TestExperiments.ofUsers(TestPlans.demo(1), 1, 8, 16);
    return new Experiment(
        plain.name(),
        plain.purpose(),
        plain.seed(),
        plain.repeats(),
        precision,
        plain.percentOf(),
        plain.maximumEtps(),
        plain.revisits(),
        plain.baseline(),
        plain.varied(),
        plain.cells());
  }

  private void done(int cell, int block, boolean isControl) {
    long begun = MINUTE * (attempts.size() + 1);
    attempts.add(Attempt.started(cell, block, isControl, begun).in("run").finished(begun + MINUTE));
  }

  private void block(int block) {
    done(1, block, false);
    done(2, block, false);
    done(1, block, true);
  }

  private Progress progress(Optional<Precision> precision, Integer... imprecise) {
    return new FolderProgress(experiment(precision), attempts).progress(0, List.of(imprecise));
  }

  @Test
  void everyRunOfTheBlocksIsAwaited() {
    done(1, 1, true);
    Progress begun = progress(Optional.empty());
    assertThat(begun.runsPlanned()).isEqualTo(3);
    assertThat(begun.secondsLeft()).isEqualTo(120);
    done(1, 1, false);
    done(2, 1, false);
    assertThat(progress(Optional.empty()).isFinished()).isTrue();
  }

  @Test
  void cellThatNeverHadAFolderIsNotAwaited() {
    attempts.add(
        Attempt.started(2, 1, false, MINUTE)
            .ended(State.FAILED, 2 * MINUTE, "NOT_UP", "It is not."));
    done(1, 1, false);
    done(1, 1, true);
    assertThat(progress(Optional.empty()).isFinished()).isTrue();
  }

  @Test
  void cellThatIsGivenUpIsNotAwaitedInFurtherBlocks() {
    Optional<Precision> precision = Optional.of(new Precision(2, 3));
    block(1);
    attempts.add(
        Attempt.started(2, 2, false, MINUTE).ended(State.FAILED, 2 * MINUTE, "DISK", "Full."));
    done(1, 2, false);
    done(1, 2, true);
    assertThat(progress(precision).isFinished()).isTrue();
  }

  @Test
  void cellWhoseMachineWasLostIsAwaitedInFurtherBlocks() {
    Optional<Precision> precision = Optional.of(new Precision(2, 3));
    block(1);
    attempts.add(failedBefore(2, "MACHINES_NOT_READY"));
    done(1, 2, false);
    done(1, 2, true);
    assertThat(progress(precision, 2).runsPlanned()).as("block 3").isEqualTo(9);
  }

  @Test
  void baselineThatOnceRanIsAwaitedInFurtherBlocks() {
    Optional<Precision> precision = Optional.of(new Precision(2, 3));
    block(1);
    attempts.add(failedBefore(1, "NOT_UP"));
    assertThat(progress(precision, 2).runsPlanned()).as("cell and control").isEqualTo(6);
  }

  private static Attempt failedBefore(int cell, String code) {
    return Attempt.started(cell, 2, false, MINUTE).ended(State.FAILED, 2 * MINUTE, code, "It did.");
  }

  @Test
  void interruptedAttemptIsAwaitedAgain() {
    attempts.add(
        Attempt.started(2, 1, false, MINUTE).ended(State.INTERRUPTED, null, "KILLED", "Killed."));
    Progress progress = progress(Optional.empty());
    assertThat(progress.runsEnded()).isZero();
    assertThat(progress.runsPlanned()).isEqualTo(3);
    assertThat(progress.isRunning()).isFalse();
  }

  @Test
  void impreciseCellsRunAgainWithTheBaseline() {
    Optional<Precision> precision = Optional.of(new Precision(2, 3));
    block(1);
    assertThat(progress(precision, 2).runsPlanned()).as("cell, baseline, control").isEqualTo(6);
    assertThat(progress(precision).isFinished()).as("all precise").isTrue();
    done(2, 2, false);
    assertThat(progress(precision).runsPlanned()).as("the block goes on").isEqualTo(6);
    done(1, 2, false);
    done(1, 2, true);
    block(3);
    assertThat(progress(precision, 2).isFinished()).as("no more than three").isTrue();
  }
}
