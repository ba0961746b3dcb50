package io.quartet.report.internal.statistics;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The interval of a change of a figure, and how likely such a change is where there is none.
 *
 * @param lowPercent lower end
 * @param highPercent upper end
 * @param pValue probability of a change at least as large if there is none, 0 to 1; below 0.05
 *     exactly where the interval leaves out zero
 */
public record Interval(double lowPercent, double highPercent, double pValue) {

  /** Share of the intervals that hold the true change. */
  public static final double CONFIDENCE_PERCENT = 95;

  /** Resamples left out at each end. */
  private static final int LEFT_OUT =
      (int) Math.round(BlockBootstrap.RESAMPLES * (100 - CONFIDENCE_PERCENT) / 200);

  private static final double UPPER = 0.5 + CONFIDENCE_PERCENT / 200;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final double NORMAL_QUANTILE = NORMAL.inverseCumulativeProbability(UPPER);

  /** True if zero is outside. */
  public boolean isShown() {
    return lowPercent > 0 || highPercent < 0;
  }

  /**
   * Where no run was repeated: leaves out the smallest and the largest 2.5 % of the resamples.
   *
   * @param change logarithm of the quotient
   * @param deviations of the change, one per resample
   */
  static Interval ofFixed(double change, double[] deviations) {
    return of(change, deviations, 1, NORMAL::cumulativeProbability);
  }

  /**
   * The same from few units that repeat. What they vary by is itself an estimate, so the ends are
   * further out by the quotient of Student's and the normal quantile.
   *
   * @param degrees of freedom, above 0
   */
  static Interval ofDrawn(double change, double[] deviations, double degrees) {
    TDistribution student = TDistribution.of(degrees);
    double wider = student.inverseCumulativeProbability(UPPER) / NORMAL_QUANTILE;
    return of(change, deviations, wider, student::cumulativeProbability);
  }

  private static Interval of(
      double change, double[] deviations, double wider, DoubleUnaryOperator cumulative) {
    double[] sorted = deviations.clone();
    Arrays.sort(sorted);
    double below = sorted[LEFT_OUT];
    double above = sorted[sorted.length - 1 - LEFT_OUT];
    // The end that faces zero decides: its distance in standard errors is the statistic.
    double towardsZero = (change > 0 ? -below : above) / NORMAL_QUANTILE;
    double errors = towardsZero > 0 ? Math.abs(change) / towardsZero : change == 0 ? 0 : 1e9;
    return new Interval(
        percent(change + wider * below),
        percent(change + wider * above),
        2 * cumulative.applyAsDouble(-errors));
  }

  private static double percent(double logarithm) {
    return 100 * Math.expm1(logarithm);
  }
}
