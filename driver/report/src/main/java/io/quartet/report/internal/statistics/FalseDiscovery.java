package io.quartet.report.internal.statistics;

import java.util.Arrays;

/**
 * Judges many rows at once: of those that are said to differ, a stated share may differ by chance.
 *
 * <p>Source: Benjamini and Hochberg, Controlling the false discovery rate, 1995.
 */
public final class FalseDiscovery {

  /** Share of the rows said to differ that may differ by chance, in percent. */
  public static final double RATE_PERCENT = 5;

  private FalseDiscovery() {}

  /**
   * The level of a family of rows: rows with a p-value up to it differ.
   *
   * @param pValues one for each row, in any order
   * @return 0.05 for one row, less for many, never 0
   */
  public static double level(double[] pValues) {
    double[] sorted = pValues.clone();
    Arrays.sort(sorted);
    double step = RATE_PERCENT / 100 / Math.max(1, sorted.length);
    for (int rank = sorted.length; rank > 1; rank--) {
      if (sorted[rank - 1] <= step * rank) {
        return step * rank;
      }
    }
    return step;
  }
}
