package io.quartet.report.compare;

import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Interval;
import io.quartet.report.internal.statistics.Sample;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Max;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Min;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * One figure of all runs of a side.
 *
 * @param runs how many have it, at least 1
 * @param variationPercent coefficient of variation: standard deviation in percent of the mean; null
 *     with one run or a mean of zero
 * @param low lower end of the interval of the mean; null with fewer than three runs, or blocks of
 *     an experiment
 * @param high its upper end
 */
public record Spread(
    int runs,
    double mean,
    double median,
    double min,
    double max,
    Double variationPercent,
    Double low,
    Double high) {

  /** Spread of repeated runs of which only one value each is known; empty if there are none. */
  public static Optional<Spread> of(List<Double> figures) {
    return Optional.ofNullable(of(Sample.of(figures.stream().map(Estimate::single).toList())));
  }

  /**
   * @return null if no run has the figure
   */
  static Spread of(Sample sample) {
    if (sample.runs().isEmpty()) {
      return null;
    }
    double[] runs = sample.values();
    double mean = sample.mean();
    Optional<Interval> interval = sample.interval(Method.SEED);
    return new Spread(
        runs.length,
        mean,
        Median.withDefaults().evaluate(runs),
        Min.of(runs).getAsDouble(),
        Max.of(runs).getAsDouble(),
        runs.length < 2 || mean == 0
            ? null
            : (Double) (100 * StandardDeviation.of(runs).getAsDouble() / Math.abs(mean)),
        interval.map(one -> mean * (1 + one.lowPercent() / 100)).orElse(null),
        interval.map(one -> mean * (1 + one.highPercent() / 100)).orElse(null));
  }

  /** Largest less smallest, in percent of the median. */
  public double rangePercent() {
    return 100 * (max - min) / median;
  }

  /** Half the length of the interval in percent of the mean; null without an interval. */
  public Double halfWidthPercent() {
    return low == null ? null : (Double) (100 * (high - low) / 2 / mean);
  }
}
