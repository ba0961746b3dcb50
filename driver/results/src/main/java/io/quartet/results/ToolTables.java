package io.quartet.results;

import io.quartet.model.VmSet;
import io.quartet.results.folder.CsvTable;

/**
 * The tables of pgbench of one Set before or after its load, a row of {@code tool-tables.csv}.
 *
 * @param moment {@link #BEFORE} or {@link #AFTER}
 * @param historyRows rows of {@code pgbench_history}
 * @param historyDelta sum of their amounts
 * @param accounts sum of the balances of all accounts, as {@code tellers} and {@code branches}
 * @param commits transactions that the server has counted as committed in this database
 */
public record ToolTables(
    VmSet set,
    String moment,
    long historyRows,
    long historyDelta,
    long accounts,
    long tellers,
    long branches,
    long commits) {

  public static final String BEFORE = "before";
  public static final String AFTER = "after";

  /** Name in the results folder. */
  public static final String NAME = "tool-tables.csv";

  /** Two rows for each Set. */
  public static final CsvTable<ToolTables> TABLE =
      new CsvTable.Columns<ToolTables>(NAME)
          .set(ToolTables::set)
          .column("moment", ToolTables::moment)
          .column("history_rows", ToolTables::historyRows)
          .column("history_delta", ToolTables::historyDelta)
          .column("accounts", ToolTables::accounts)
          .column("tellers", ToolTables::tellers)
          .column("branches", ToolTables::branches)
          .column("commits", ToolTables::commits)
          .readBy(
              values ->
                  new ToolTables(
                      values.set(),
                      values.text(),
                      values.number(),
                      values.signedNumber(),
                      values.signedNumber(),
                      values.signedNumber(),
                      values.signedNumber(),
                      values.number()));

  /** What has changed since another moment. */
  public ToolTables since(ToolTables before) {
    return new ToolTables(
        set,
        moment,
        historyRows - before.historyRows,
        historyDelta - before.historyDelta,
        accounts - before.accounts,
        tellers - before.tellers,
        branches - before.branches,
        commits - before.commits);
  }
}
