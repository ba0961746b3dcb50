package io.quartet.books;

import java.util.List;

/**
 * Changes since the previous interval.
 *
 * @param rows rows for {@code intervals.csv}; only cells that saw anything
 */
public record Interval(long startNanos, long endNanos, List<IntervalRow> rows) {

  public Interval {
    rows = List.copyOf(rows);
  }
}
