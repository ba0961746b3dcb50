package io.quartet.report.internal.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * A figure of one run, and how much the run itself leaves it uncertain: by how much the logarithm
 * of the figure is off in each resampled run. Immutable.
 */
public final class Estimate {

  private final double value;

  /** One per resampled run; empty if the run does not show how much the figure varies. */
  private final double[] deviations;

  private final double variance;

  /**
   * @param resampled the figure in each resampled run
   * @param isEnough false if the run is too short, or too little happened, to show how much the
   *     figure varies
   */
  public Estimate(double value, double[] resampled, boolean isEnough) {
    this.value = value;
    // Logarithms and quotients of figures that reach zero say nothing.
    boolean isPositive = value > 0 && Arrays.stream(resampled).allMatch(figure -> figure > 0);
    this.deviations =
        isEnough && isPositive
            ? Arrays.stream(resampled).map(figure -> Math.log(figure / value)).toArray()
            : new double[0];
    this.variance =
        deviations.length == 0 ? 0 : Variance.of(deviations).setBiased(true).getAsDouble();
  }

  /** A figure of which only one value is known, for instance a sum over the whole run. */
  public static Estimate single(double value) {
    return new Estimate(value, new double[0], false);
  }

  /** The figure of the run. */
  public double value() {
    return value;
  }

  /**
   * Relative interval of the figure by what varies within the run; empty if it does not show that.
   */
  public Optional<Interval> interval() {
    return isResampled() ? Optional.of(Interval.ofFixed(0, deviations)) : Optional.empty();
  }

  /** True if the run shows how much the figure varies within it. */
  boolean isResampled() {
    return deviations.length > 0;
  }

  /** Deviation of the logarithm in a resampled run; 0 if none is known. */
  double deviation(int resample) {
    return deviations.length == 0 ? 0 : deviations[resample];
  }

  /** Variance of the deviations; 0 if no deviation is known. */
  double variance() {
    return variance;
  }
}
