package io.quartet.results.system;

import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;

/** {@code loaded.csv}: what the databases of a run were loaded with, and when. */
public final class LoadedCsv {

  /** Name in the results folder. */
  public static final String NAME = "loaded.csv";

  private static final String HEADER = "vm,table,rows,first_utc_ms,last_utc_ms\n";

  private LoadedCsv() {}

  /** Replaces the file. */
  public static void write(ResultsFolder folder, List<LoadedTable> tables) {
    StringBuilder text = new StringBuilder(HEADER);
    for (LoadedTable table : tables) {
      text.append(
          Csv.line(
              table.vm(),
              table.table(),
              table.rows(),
              table.firstUtcMillis(),
              table.lastUtcMillis()));
    }
    folder.replace(NAME, text.toString());
  }

  /**
   * One row per table and VM; empty if there is no such file.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static List<LoadedTable> read(ResultsFolder folder) {
    return folder.has(NAME)
        ? Csv.read(
            folder,
            NAME,
            row ->
                new LoadedTable(
                    row.text("vm"),
                    row.text("table"),
                    row.number("rows"),
                    row.number("first_utc_ms"),
                    row.number("last_utc_ms")))
        : List.of();
  }
}
