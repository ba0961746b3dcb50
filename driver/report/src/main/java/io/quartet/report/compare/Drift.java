package io.quartet.report.compare;

import io.quartet.report.internal.statistics.Interval;
import io.quartet.report.internal.statistics.Sample;
import java.util.IntSummaryStatistics;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.distribution.TDistribution;

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
    Line line =
        Line.through(
            sample.blocks().stream().mapToDouble(Integer::doubleValue).toArray(),
            sample.runs().stream().mapToDouble(run -> Math.log(run.value())).toArray());
    int length = blocks.getMax() - blocks.getMin();
    double change = length * line.slope();
    double margin = length * line.slopeMargin();
    return Optional.of(
        new Drift(percent(change), percent(change - margin), percent(change + margin)));
  }

  /** True if the interval leaves out zero. */
  public boolean isShown() {
    return lowPercent > 0 || highPercent < 0;
  }

  private static double percent(double logarithm) {
    return 100 * Math.expm1(logarithm);
  }

  /**
   * Line of least squares.
   *
   * @param slope of the line
   * @param slopeMargin half the length of the interval of the slope
   */
  private record Line(double slope, double slopeMargin) {

    /**
     * @param x at least three, not all equal
     * @param y as many as x
     */
    static Line through(double[] x, double[] y) {
      double meanX = Mean.of(x).getAsDouble();
      double meanY = Mean.of(y).getAsDouble();
      double squaresX = 0;
      double squaresY = 0;
      double products = 0;
      for (int i = 0; i < x.length; i++) {
        squaresX += (x[i] - meanX) * (x[i] - meanX);
        squaresY += (y[i] - meanY) * (y[i] - meanY);
        products += (x[i] - meanX) * (y[i] - meanY);
      }
      double slope = products / squaresX;
      int degrees = x.length - 2;
      // What the line leaves over; rounding may put it below zero.
      double residuals = Math.max(0, squaresY - slope * products);
      double standardError = Math.sqrt(residuals / degrees / squaresX);
      double quantile =
          TDistribution.of(degrees)
              .inverseSurvivalProbability(0.5 - Interval.CONFIDENCE_PERCENT / 200);
      return new Line(slope, quantile * standardError);
    }
  }
}
