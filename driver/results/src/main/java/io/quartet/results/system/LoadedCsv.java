package io.quartet.results.system;

import io.quartet.results.folder.CsvTable;

/** {@code loaded.csv}: what the databases of a run were loaded with, and when. */
public final class LoadedCsv {

  /** Name in the results folder. */
  public static final String NAME = "loaded.csv";

  /** One row per table and VM. */
  public static final CsvTable<LoadedTable> TABLE =
      new CsvTable.Columns<LoadedTable>(NAME)
          .column("vm", LoadedTable::vm)
          .column("table", LoadedTable::table)
          .column("rows", LoadedTable::rows)
          .column("first_utc_ms", LoadedTable::firstUtcMillis)
          .column("last_utc_ms", LoadedTable::lastUtcMillis)
          .readBy(
              values ->
                  new LoadedTable(
                      values.text(),
                      values.text(),
                      values.number(),
                      values.number(),
                      values.number()));

  private LoadedCsv() {}
}
