package io.quartet.report.internal.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;

/**
 * Difference of a figure of one side from the baseline.
 *
 * @param percent difference of the means, in percent of the baseline's
 * @param interval of the difference; empty if there is not enough data
 * @param isRepeated true if the interval covers what repeated runs differ by; false if only what
 *     varies within these runs
 */
public record Contrast(double percent, Optional<Interval> interval, boolean isRepeated) {

  /**
   * Compares two sides. With three runs a side or more, runs are drawn, and blocks of time within
   * them. With fewer runs, only blocks of time are drawn. Sides of an experiment are compared
   * within the blocks that both have, so that drift affects both sides alike. Then blocks are
   * drawn, with the runs of both sides. Fewer than three blocks give no interval.
   *
   * @param seed of the drawing of runs
   * @return empty if a side has no runs, or the baseline no positive figure
   */
  public static Optional<Contrast> of(Sample baseline, Sample other, long seed) {
    List<Integer> blocks = other.blocksIn(baseline);
    if (!blocks.isEmpty()) {
      return Optional.of(paired(baseline, other, blocks, seed)).filter(Contrast::isNumber);
    }
    double quotient = other.mean() / baseline.mean();
    if (!(baseline.mean() > 0) || Double.isNaN(quotient)) {
      return Optional.empty();
    }
    Units first = Units.of(baseline);
    Units second = Units.of(other);
    boolean isRepeated = first.isRepeated() && second.isRepeated();
    boolean areInBlocks = !baseline.blocks().isEmpty() && !other.blocks().isEmpty();
    boolean isEnough =
        isRepeated
            || Stream.of(baseline, other)
                .flatMap(side -> side.runs().stream())
                .allMatch(Estimate::isResampled);
    if (areInBlocks || !isEnough || quotient <= 0) {
      return Optional.of(new Contrast(100 * (quotient - 1), Optional.empty(), isRepeated));
    }
    Interval interval =
        isRepeated
            ? Interval.ofDrawn(
                Math.log(quotient),
                less(second.drawn(seed), first.drawn(seed + 1)),
                degrees(first, second))
            : Interval.ofFixed(Math.log(quotient), less(second.fixed(), first.fixed()));
    return Optional.of(new Contrast(100 * (quotient - 1), Optional.of(interval), isRepeated));
  }

  private static Contrast paired(Sample baseline, Sample other, List<Integer> blocks, long seed) {
    List<Sample> first = blocks.stream().map(baseline::inBlock).toList();
    List<Sample> second = blocks.stream().map(other::inBlock).toList();
    double mean = first.stream().mapToDouble(Sample::mean).average().orElseThrow();
    double otherMean = second.stream().mapToDouble(Sample::mean).average().orElseThrow();
    double quotient = otherMean / mean;
    if (!(quotient > 0) || blocks.size() < Sample.FEWEST_REPEATS) {
      return new Contrast(100 * (quotient - 1), Optional.empty(), true);
    }
    double[] relative = new double[blocks.size()];
    List<IntToDoubleFunction> within = new ArrayList<>();
    double variance = 0;
    for (int block = 0; block < relative.length; block++) {
      Sample before = first.get(block);
      Sample after = second.get(block);
      relative[block] = after.mean() / otherMean - before.mean() / mean;
      within.add(resample -> after.deviation(resample) - before.deviation(resample));
      variance += (after.varianceOfMean() + before.varianceOfMean()) / relative.length;
    }
    Units units = new Units(relative, within, variance);
    Interval interval = Interval.ofDrawn(Math.log(quotient), units.drawn(seed), units.size() - 1);
    return new Contrast(100 * (quotient - 1), Optional.of(interval), true);
  }

  private boolean isNumber() {
    return Double.isFinite(percent);
  }

  private static double[] less(double[] minuends, double[] subtrahends) {
    double[] differences = minuends.clone();
    for (int i = 0; i < differences.length; i++) {
      differences[i] -= subtrahends[i];
    }
    return differences;
  }

  /** Degrees of freedom of Welch and Satterthwaite. */
  private static double degrees(Units first, Units second) {
    double a = first.varianceOfMean();
    double b = second.varianceOfMean();
    double divisor = a * a / (first.size() - 1) + b * b / (second.size() - 1);
    return divisor > 0 ? (a + b) * (a + b) / divisor : Math.min(first.size(), second.size()) - 1;
  }
}
