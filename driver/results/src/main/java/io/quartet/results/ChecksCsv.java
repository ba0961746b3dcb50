package io.quartet.results;

import io.quartet.results.folder.CsvTable;

/** {@code checks.csv}: the consistency checks before and after a run. */
public final class ChecksCsv {

  /** Name in the results folder. */
  public static final String NAME = "checks.csv";

  /** A row per check, appended as checks end. */
  public static final CsvTable<CheckRow> TABLE =
      new CsvTable.Columns<CheckRow>(NAME)
          .column("moment", CheckRow::moment)
          .column("vm", CheckRow::vm)
          .column("check", CheckRow::check)
          .column("class", CheckRow::checkClass)
          .column("rows", CheckRow::rows)
          .column("millis", CheckRow::millis)
          .column("verdict", row -> row.hasPassed() ? "pass" : "fail")
          .column("checked_utc_ms", row -> row.isCopied() ? row.checkedUtcMillis().getAsLong() : "")
          .readBy(
              values ->
                  new CheckRow(
                      values.text(),
                      values.text(),
                      values.text(),
                      values.text(),
                      values.number(),
                      values.number(),
                      values.text().equals("pass"),
                      values.newerNumberIfAny()));

  private ChecksCsv() {}
}
