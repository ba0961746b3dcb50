package io.quartet.results.statistics;

import io.quartet.books.CellRow;
import java.util.List;

/**
 * A stretch of time.
 *
 * @param name the phase, or empty
 */
public record Span(String name, long startUtcMillis, long endUtcMillis) {

  /** The measured phases that took any time, in their order. */
  public static List<Span> measured(List<CellRow> cells) {
    return cells.stream()
        .filter(CellRow::isMeasured)
        .map(cell -> new Span(cell.phase(), cell.startUtcMillis(), cell.endUtcMillis()))
        .filter(phase -> phase.endUtcMillis() > phase.startUtcMillis())
        .distinct()
        .toList();
  }

  /** Its length. */
  public double seconds() {
    return (endUtcMillis - startUtcMillis) / 1e3;
  }

  /** How much of the time between two moments lies in it. */
  double secondsWithin(long fromUtcMillis, long toUtcMillis) {
    return Math.max(
        0, (Math.min(endUtcMillis, toUtcMillis) - Math.max(startUtcMillis, fromUtcMillis)) / 1e3);
  }
}
