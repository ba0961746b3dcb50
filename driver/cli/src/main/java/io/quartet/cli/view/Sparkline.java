package io.quartet.cli.view;

import java.util.Arrays;

/**
 * A chart of one line: every column is the mean of equally many figures, so that the whole run fits
 * however long it takes. Not thread-safe.
 */
final class Sparkline {

  private static final String LEVELS = " ▁▂▃▄▅▆▇█";

  private final double[] sums;
  private int perColumn = 1;
  private int count;

  /**
   * @param columns most columns, even
   */
  Sparkline(int columns) {
    sums = new double[columns];
  }

  /** Adds the figure of the next moment, not negative. */
  void add(double figure) {
    if (count == sums.length * perColumn) {
      halve();
    }
    sums[count / perColumn] += figure;
    count++;
  }

  /** Two columns become one; the rest is free again. */
  private void halve() {
    for (int i = 0; i < sums.length / 2; i++) {
      sums[i] = sums[2 * i] + sums[2 * i + 1];
    }
    Arrays.fill(sums, sums.length / 2, sums.length, 0);
    perColumn *= 2;
  }

  private int columns() {
    return (count + perColumn - 1) / perColumn;
  }

  private double mean(int column) {
    int figures = Math.min(perColumn, count - column * perColumn);
    return sums[column] / figures;
  }

  double largest() {
    double largest = 0;
    for (int i = 0; i < columns(); i++) {
      largest = Math.max(largest, mean(i));
    }
    return largest;
  }

  /** One character per column, from nothing to the largest. */
  String draw() {
    double largest = largest();
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < columns(); i++) {
      double level = largest == 0 ? 0 : mean(i) / largest * (LEVELS.length() - 1);
      line.append(LEVELS.charAt((int) Math.round(level)));
    }
    return line.toString();
  }
}
