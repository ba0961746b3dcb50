package io.quartet.books;

import java.util.List;

/**
 * Report of one of several processes to the books of the whole run, about once a second. The
 * requests that {@code cells} count are those of all {@code interval}s so far, this one included.
 *
 * @param interval what happened since the update before
 * @param latencies those that were due, as {@link Books#latencies} has them
 * @param cells cells that have changed since the update before, each with everything it has counted
 * @param sqlStates retries and failures of the run so far
 */
public record BooksUpdate(
    Interval interval,
    List<LatencyInterval> latencies,
    List<CellState> cells,
    List<SqlStateCount> sqlStates) {

  public BooksUpdate {
    latencies = List.copyOf(latencies);
    cells = List.copyOf(cells);
    sqlStates = List.copyOf(sqlStates);
  }
}
