package io.quartet.results;

import io.quartet.results.folder.AppendedFile;
import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;
import java.util.stream.Collectors;

/** {@code checks.csv}: the consistency checks before and after a run. */
public final class ChecksCsv {

  /** Name in the results folder. */
  public static final String NAME = "checks.csv";

  private static final String HEADER = "moment,vm,check,class,rows,millis,verdict\n";

  private ChecksCsv() {}

  /** Takes rows one by one, as checks end; the file is made if absent. Thread-safe. */
  public static final class Appender implements AutoCloseable {

    private final AppendedFile file;

    /** Opens the file for appending. */
    public Appender(ResultsFolder folder) {
      this.file = new AppendedFile(folder.file(NAME), HEADER);
    }

    /** Appends one row. */
    public void append(CheckRow row) {
      file.append(line(row));
    }

    /** Nothing can be appended any more. */
    @Override
    public void close() {
      file.close();
    }
  }

  /** Appends rows; the file is made if absent. */
  public static void append(ResultsFolder folder, List<CheckRow> rows) {
    try (AppendedFile file = new AppendedFile(folder.file(NAME), HEADER)) {
      file.append(lines(rows));
    }
  }

  /** Replaces the file, which holds these rows then. */
  public static void replace(ResultsFolder folder, List<CheckRow> rows) {
    folder.replace(NAME, HEADER + lines(rows));
  }

  private static String lines(List<CheckRow> rows) {
    return rows.stream().map(ChecksCsv::line).collect(Collectors.joining());
  }

  private static String line(CheckRow row) {
    return Csv.line(
        row.moment(),
        row.vm(),
        row.check(),
        row.checkClass(),
        row.rows(),
        row.millis(),
        row.hasPassed() ? "pass" : "fail");
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
