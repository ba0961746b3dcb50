package io.quartet.report.internal.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * Repeated units: the runs of a side, or the differences between two sides within blocks of an
 * experiment. A hierarchical bootstrap draws units with replacement, and a resampled run of each
 * drawn unit.
 *
 * <p>The spread of the figures of {@code n} units holds both what differs between runs and what
 * varies within one. Adding the second once more would count it twice, so the deviations of the
 * units are scaled before they are drawn. The variance of the mean becomes {@code max(s2, w) / n}:
 * {@code s2} is the sample variance of the units, {@code w} the mean variance within one. Without
 * the scale it would be too small by {@code (n - 1) / n} for the units alone.
 *
 * <p>Deviations are relative to the mean, so that they are those of its logarithm.
 */
final class Units {

  private final double[] residuals;
  private final List<IntToDoubleFunction> within;
  private final double withinVariance;

  /**
   * @param relative figure of each unit, in parts of the mean of all; only differences count
   * @param within deviation of a unit by number of the resampled run
   * @param withinVariance mean variance within a unit
   */
  Units(double[] relative, List<IntToDoubleFunction> within, double withinVariance) {
    double mean = Mean.of(relative).getAsDouble();
    this.residuals = Arrays.stream(relative).map(one -> one - mean).toArray();
    this.within = List.copyOf(within);
    this.withinVariance = withinVariance;
  }

  /** The runs of one side, or its blocks or boots, each with the mean of its runs. */
  static Units of(Sample sample) {
    List<Sample> groups = sample.groups();
    double mean = sample.mean();
    return groups.isEmpty()
        ? new Units(
            sample.runs().stream().mapToDouble(run -> run.value() / mean).toArray(),
            sample.runs().stream().<IntToDoubleFunction>map(run -> run::deviation).toList(),
            sample.runs().stream().mapToDouble(Estimate::variance).average().orElse(0))
        : new Units(
            groups.stream().mapToDouble(group -> group.mean() / mean).toArray(),
            groups.stream().<IntToDoubleFunction>map(group -> group::deviation).toList(),
            groups.stream().mapToDouble(Sample::varianceOfMean).average().orElse(0));
  }

  int size() {
    return residuals.length;
  }

  /** True if there are enough units to show how much repeated runs differ. */
  boolean isRepeated() {
    return size() >= Sample.FEWEST_REPEATS;
  }

  /** Variance of the mean of the units. */
  double varianceOfMean() {
    return Math.max(Variance.of(residuals).getAsDouble(), withinVariance) / size();
  }

  /** Deviations of the mean in each resample, drawn from the units and within them. */
  double[] drawn(long seed) {
    double between = Variance.of(residuals).getAsDouble();
    int n = size();
    double scale =
        between == 0 ? 0 : Math.sqrt(Math.max(0, between - withinVariance) / between * n / (n - 1));
    SplittableRandom random = new SplittableRandom(seed);
    double[] drawn = new double[BlockBootstrap.RESAMPLES];
    for (int resample = 0; resample < drawn.length; resample++) {
      for (int draw = 0; draw < n; draw++) {
        int unit = random.nextInt(n);
        drawn[resample] += scale * residuals[unit] / n;
        if (withinVariance > 0) {
          int within = random.nextInt(BlockBootstrap.RESAMPLES);
          drawn[resample] += this.within.get(unit).applyAsDouble(within) / n;
        }
      }
    }
    return drawn;
  }

  /** Deviations of the mean in each resample, if just these units were resampled. */
  double[] fixed() {
    return IntStream.range(0, BlockBootstrap.RESAMPLES)
        .mapToDouble(
            resample ->
                within.stream().mapToDouble(unit -> unit.applyAsDouble(resample)).sum() / size())
        .toArray();
  }
}
