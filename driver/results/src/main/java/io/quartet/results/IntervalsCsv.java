package io.quartet.results;

import io.quartet.books.IntervalRow;
import io.quartet.results.folder.AppendedFile;
import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** {@code intervals.csv}: what happened, interval by interval. Thread-safe. */
public final class IntervalsCsv implements AutoCloseable {

  /** Name in the results folder. */
  public static final String NAME = "intervals.csv";

  private static final String HEADER =
      "utc_ms,phase,group,set,transaction,started,completed,committed,failed,"
          + "response_sum_us,response_max_us\n";

  private final AppendedFile file;

  /** Opens the file for appending. */
  public IntervalsCsv(ResultsFolder folder) {
    this.file = new AppendedFile(folder.file(NAME), HEADER);
  }

  /** Appends the rows of one interval. */
  public void append(List<IntervalRow> rows) {
    StringBuilder text = new StringBuilder();
    for (IntervalRow row : rows) {
      text.append(
          Csv.line(
              row.utcMillis(),
              row.phase(),
              row.set().group(),
              row.set().name(),
              row.type().label(),
              row.started(),
              row.completed(),
              row.committed(),
              row.failed(),
              row.responseSumMicros(),
              row.responseMaxMicros()));
    }
    file.append(text.toString());
  }

  /** All rows, in the order of the file. */
  static List<IntervalRow> read(ResultsFolder folder) {
    // A long run has a million rows and a dozen phases.
    Map<String, String> phases = new HashMap<>();
    return Csv.read(
        folder,
        NAME,
        row ->
            new IntervalRow(
                row.number("utc_ms"),
                phases.computeIfAbsent(row.text("phase"), Function.identity()),
                row.set(),
                row.type(),
                row.number("started"),
                row.number("completed"),
                row.number("committed"),
                row.number("failed"),
                row.number("response_sum_us"),
                row.number("response_max_us")));
  }

  @Override
  public void close() {
    file.close();
  }
}
