package io.quartet.measure.results;

import java.util.List;

/** {@code checks.csv}: the consistency checks before and after a run. */
public final class ChecksCsv {

  /** Name in the results folder. */
  public static final String NAME = "checks.csv";

  private static final String HEADER = "moment,vm,check,class,rows,millis,verdict\n";

  private ChecksCsv() {}

  /** Appends rows; the file is made if absent. */
  public static void append(ResultsFolder folder, List<CheckRow> rows) {
    StringBuilder text = new StringBuilder();
    for (CheckRow row : rows) {
      text.append(
          Csv.line(
              row.moment(),
              row.vm(),
              row.check(),
              row.checkClass(),
              row.rows(),
              row.millis(),
              row.hasPassed() ? "pass" : "fail"));
    }
    try (AppendedFile file = new AppendedFile(folder.file(NAME), HEADER)) {
      file.append(text.toString());
    }
  }

  /** All rows, in the order of the file. */
  public static List<CheckRow> read(ResultsFolder folder) {
    return Csv.read(
        folder,
        NAME,
        row ->
            new CheckRow(
                row.text("moment"),
                row.text("vm"),
                row.text("check"),
                row.text("class"),
                row.number("rows"),
                row.number("millis"),
                row.text("verdict").equals("pass")));
  }
}
