package io.quartet.report.compare;

import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.FigureVerdict;
import java.util.Arrays;

/** A figure of one run, and what it is in each resampled run. Immutable. */
final class Estimate {

  /** Share of the intervals that hold the true difference. */
  static final double CONFIDENCE_PERCENT = 95;

  /** Estimates of the differences left out at each end of an interval. */
  private static final int LEFT_OUT =
      (int) Math.round(BlockBootstrap.RESAMPLES * (100 - CONFIDENCE_PERCENT) / 200);

  private final double value;
  private final double[] resampled;
  private final boolean isEnough;

  /**
   * @param resampled one per resampled run; not copied
   * @param isEnough false if the run is too short, or too little happened, to tell how much the
   *     figure varies
   */
  Estimate(double value, double[] resampled, boolean isEnough) {
    this.value = value;
    this.resampled = resampled;
    this.isEnough = isEnough;
  }

  /**
   * Compares a figure of the baseline with that of another run; either may be null. The two runs
   * are resampled independently of each other, each resample gives one difference, and the interval
   * leaves out the smallest and the largest 2.5 % of them.
   */
  static Figure compare(Quantity quantity, Estimate baseline, Estimate other) {
    Double difference =
        baseline == null || other == null || baseline.value <= 0
            ? null
            : 100 * (other.value / baseline.value - 1);
    if (difference == null
        || !baseline.isEnough
        || !other.isEnough
        || !baseline.isPositive()
        || !other.isPositive()) {
      return figure(
          quantity, baseline, other, difference, null, null, FigureVerdict.NOT_ENOUGH_DATA);
    }
    double[] differences = new double[BlockBootstrap.RESAMPLES];
    for (int i = 0; i < differences.length; i++) {
      differences[i] = 100 * (other.resampled[i] / baseline.resampled[i] - 1);
    }
    Arrays.sort(differences);
    double low = differences[LEFT_OUT];
    double high = differences[differences.length - 1 - LEFT_OUT];
    FigureVerdict verdict =
        low > 0 || high < 0 ? FigureVerdict.DIFFERS : FigureVerdict.NO_DIFFERENCE_SHOWN;
    return figure(quantity, baseline, other, difference, low, high, verdict);
  }

  /** Quotients of resamples that reach zero say nothing. */
  private boolean isPositive() {
    return Arrays.stream(resampled).allMatch(figure -> figure > 0);
  }

  private static Figure figure(
      Quantity quantity,
      Estimate baseline,
      Estimate other,
      Double difference,
      Double low,
      Double high,
      FigureVerdict verdict) {
    return new Figure(
        quantity.phase(),
        quantity.group() == null ? null : quantity.group().name(),
        quantity.type() == null ? null : quantity.type().label(),
        baseline == null ? null : baseline.value,
        other == null ? null : other.value,
        difference,
        low,
        high,
        verdict);
  }
}
