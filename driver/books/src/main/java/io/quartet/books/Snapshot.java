package io.quartet.books;

import java.util.List;

/**
 * The bookkeeping at one moment. Immutable.
 *
 * @param rows segments that have begun in time order, then Sets by Group, then types by code
 * @param sqlStates retries and failures by type, SQLSTATE and statement, most frequent first
 */
public record Snapshot(List<CellRow> rows, List<SqlStateCount> sqlStates) {

  public Snapshot {
    rows = List.copyOf(rows);
    sqlStates = List.copyOf(sqlStates);
  }
}
