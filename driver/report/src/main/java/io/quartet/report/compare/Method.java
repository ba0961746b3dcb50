package io.quartet.report.compare;

import io.quartet.report.internal.statistics.BlockBootstrap;
import io.quartet.report.internal.statistics.FalseDiscovery;
import io.quartet.report.internal.statistics.Interval;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.RunPoints;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Method of the intervals and conclusions, to reproduce them.
 *
 * @param confidencePercent share of the intervals that hold the true difference
 * @param resamples of each side
 * @param seed of the resampling. The seconds of a run are drawn with this plus a hash of its
 *     Trade-Results by second, the runs of a side with this alone, those of the baseline of a
 *     difference with {@code seed + 1}: so the seconds that are drawn of a run are the same
 *     everywhere
 * @param falseDiscoveryPercent of the rows that are called higher or lower, the share that may be
 *     so by chance
 * @param primary etps of each side against the baseline, which is judged on its own
 * @param others all other rows of all sides; both families are empty without repeated runs
 */
public record Method(
    double confidencePercent,
    int resamples,
    long seed,
    double falseDiscoveryPercent,
    Family primary,
    Family others) {

  /** Seed of the resampling. It is fixed, so that the same folders give the same bytes. */
  static final long SEED = 20_131_026;

  /**
   * Rows that are judged together.
   *
   * @param rows how many have a p-value
   * @param level a row is higher or lower if its p-value is at most this
   */
  public record Family(int rows, double level) {

    private static Family of(List<Pairing> pairs, Predicate<Quantity> isOne) {
      double[] pValues =
          pairs.stream()
              .flatMap(pair -> pair.changes().entrySet().stream())
              .filter(row -> isOne.test(row.getKey()))
              .map(row -> row.getValue().pValue())
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .toArray();
      return new Family(pValues.length, FalseDiscovery.level(pValues));
    }
  }

  /** The levels of the rows of these pairs. */
  static Method of(List<Pairing> pairs) {
    return new Method(
        Interval.CONFIDENCE_PERCENT,
        BlockBootstrap.RESAMPLES,
        SEED,
        FalseDiscovery.RATE_PERCENT,
        Family.of(pairs, Quantity.ETPS::equals),
        Family.of(pairs, quantity -> !quantity.equals(Quantity.ETPS)));
  }

  /** Seed of the drawing of the seconds of a run, wherever it is compared. */
  static long seedOf(RunPoints run) {
    return SEED + run.fingerprint();
  }

  /** The level of the rows of a figure. */
  double level(Quantity quantity) {
    return (quantity.equals(Quantity.ETPS) ? primary : others).level();
  }

  /** True if there are rows of repeated runs. */
  public boolean isRepeated() {
    return primary.rows + others.rows > 0;
  }

  /** Level of etps in words, to two digits. */
  public String primaryLevel() {
    return level(primary);
  }

  /** The level of a family in words, to two digits. */
  static String level(Family family) {
    return String.valueOf(new BigDecimal(family.level).round(new MathContext(2)).doubleValue());
  }
}
