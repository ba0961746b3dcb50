package io.quartet.report.experiment;

import java.util.List;

/**
 * Throughput over a key with numbers, the other keys being fixed. Immutable.
 *
 * @param key on the horizontal axis
 * @param label its last word
 * @param series the fixed keys in words; empty if only one key varies
 * @param points by rising value; cells without a figure are absent
 * @param peakCell cell with the highest mean of those that are comparable with the baseline; null
 *     without one
 * @param kneeCell the last cell before the first whose mean is less than 5 % above the best earlier
 *     one, as for the phases of a ramp; null if there is none
 * @param linear null if the throughput does not rise in proportion to the value at all
 */
public record ExperimentCurve(
    String key,
    String label,
    String series,
    List<Point> points,
    Integer peakCell,
    Integer kneeCell,
    Linear linear) {

  public ExperimentCurve {
    points = List.copyOf(points);
  }

  /**
   * One cell.
   *
   * @param value as in the file
   * @param amount the value as a number, in the base unit of its kind (bytes, seconds, percent)
   * @param etps mean of the cell, as in {@link ExperimentCell.Etps}
   * @param low lower end of its interval; null if there is not enough data
   * @param high its upper end
   * @param median likewise
   */
  public record Point(
      int cell, String value, double amount, double etps, Double low, Double high, double median) {}

  /**
   * The part of the curve in which throughput rises in proportion to the value. It ends at the last
   * point whose etps per unit is within 10 % of the first point's.
   *
   * @param slope etps by unit of the value; the least-squares line through zero
   */
  public record Linear(int fromCell, int toCell, double slope) {}
}
