package io.quartet.report.compare;

import io.quartet.report.internal.statistics.Line;
import io.quartet.report.internal.statistics.Sample;
import java.util.IntSummaryStatistics;
import java.util.Optional;

/**
 * Drift of a figure of the control over the blocks of an experiment. It is the change on a fitted
 * line from the first block to the last, with its 95 % interval.
 */
public record Drift(double percent, double lowPercent, double highPercent) {

  /**
   * Fits a line through the logarithms of the runs over their blocks.
   *
   * @return empty with fewer than three runs, one block, or a figure that is not positive
   */
  static Optional<Drift> of(Sample sample) {
    IntSummaryStatistics blocks =
        sample.blocks().stream().mapToInt(Integer::intValue).summaryStatistics();
    boolean isPositive = sample.runs().stream().allMatch(run -> run.value() > 0);
    if (!isPositive
        || blocks.getCount() < Sample.FEWEST_REPEATS
        || blocks.getMin() == blocks.getMax()) {
      return Optional.empty();
    }
    int length = blocks.getMax() - blocks.getMin();
    return Line.through(
            sample.blocks().stream().mapToDouble(Integer::doubleValue).toArray(),
            sample.runs().stream().mapToDouble(run -> Math.log(run.value())).toArray())
        .map(
            line -> {
              double change = length * line.slope();
              double margin = length * line.margin();
              return new Drift(percent(change), percent(change - margin), percent(change + margin));
            });
  }

  /** True if the interval leaves out zero. */
  public boolean isShown() {
    return lowPercent > 0 || highPercent < 0;
  }

  private static double percent(double logarithm) {
    return 100 * Math.expm1(logarithm);
  }
}
