package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Progress of an experiment, from its attempts. */
final class FolderProgress {

  private final Experiment experiment;
  private final List<Attempt> attempts;

  FolderProgress(Experiment experiment, List<Attempt> attempts) {
    this.experiment = experiment;
    this.attempts = attempts;
  }

  /**
   * @param cellsMeasured cells with a run that counts
   * @param imprecise cells that another block would run again
   */
  Progress progress(int cellsMeasured, List<Integer> imprecise) {
    int ended = (int) attempts.stream().filter(FolderProgress::isEnded).count();
    int left = left(imprecise);
    Optional<Attempt> last = attempts.stream().reduce((one, next) -> next);
    return new Progress(
        left == 0,
        cellsMeasured,
        ended,
        ended + left,
        last.filter(attempt -> attempt.state() == State.RUNNING).isPresent(),
        last.map(Attempt::cell).orElse(null),
        last.map(Attempt::block).orElse(null),
        attempts.isEmpty() ? null : (Long) attempts.get(0).startedUtcMillis(),
        attempts.stream()
            .map(
                one -> one.endedUtcMillis() == null ? one.startedUtcMillis() : one.endedUtcMillis())
            .max(Long::compare)
            .orElse(null),
        secondsLeft(left));
  }

  private static boolean isEnded(Attempt attempt) {
    return attempt.state() == State.FINISHED || attempt.state() == State.FAILED;
  }

  /** True if nothing more is run of a cell. The baseline is tried again if a run of it began. */
  boolean isGivenUp(int cell) {
    List<Attempt> own =
        attempts.stream()
            .filter(attempt -> attempt.cell() == cell)
            .filter(FolderProgress::isEnded)
            .toList();
    return cell == experiment.baseline()
        ? !own.isEmpty() && own.stream().allMatch(Attempt::failedBeforeItsRun)
        : own.stream().anyMatch(Attempt::wouldFailAgain);
  }

  /** Runs of a cell in its planned blocks that have not ended. */
  long leftOf(Cell cell) {
    return isGivenUp(cell.number())
        ? 0
        : Stream.iterate(1, block -> block + 1)
            .limit(experiment.repeats())
            .filter(block -> !hasEnded(cell.number(), block, false))
            .count();
  }

  private boolean hasEnded(int cell, int block, boolean isControl) {
    return attempts.stream()
        .anyMatch(
            attempt ->
                isEnded(attempt)
                    && attempt.cell() == cell
                    && attempt.block() == block
                    && attempt.isControl() == isControl);
  }

  /** Runs of the planned blocks; of a further one those of the cells that need it. */
  private int left(List<Integer> imprecise) {
    long cells = experiment.cells().stream().mapToLong(this::leftOf).sum();
    long controls = isGivenUp(experiment.baseline()) ? 0 : controlsLeft();
    int planned = (int) (cells + controls);
    if (planned > 0 || experiment.precision().isEmpty()) {
      return planned;
    }
    int last = attempts.stream().mapToInt(Attempt::block).max().orElse(0);
    int open = last > experiment.repeats() ? openIn(last, imprecise) : 0;
    return open > 0 || imprecise.isEmpty() || last >= experiment.mostRepeats()
        ? open
        : openIn(last + 1, imprecise);
  }

  /** Runs of a further block that have not ended: the baseline and its control run in it too. */
  private int openIn(int block, List<Integer> imprecise) {
    int baseline = experiment.baseline();
    long cells =
        Stream.concat(imprecise.stream(), Stream.of(baseline))
            .filter(cell -> !isGivenUp(cell) && !hasEnded(cell, block, false))
            .count();
    boolean isControlLeft = !isGivenUp(baseline) && !hasEnded(baseline, block, true);
    return (int) cells + (isControlLeft ? 1 : 0);
  }

  private long controlsLeft() {
    return Stream.iterate(1, block -> block + 1)
        .limit(experiment.repeats())
        .filter(block -> !hasEnded(experiment.baseline(), block, true))
        .count();
  }

  /** As long as the attempts so far took on average. */
  private Double secondsLeft(int left) {
    OptionalDouble millis =
        attempts.stream()
            .filter(attempt -> isEnded(attempt) && attempt.endedUtcMillis() != null)
            .mapToLong(attempt -> attempt.endedUtcMillis() - attempt.startedUtcMillis())
            .average();
    return left == 0 || millis.isEmpty() ? null : (Double) (left * millis.getAsDouble() / 1e3);
  }
}
