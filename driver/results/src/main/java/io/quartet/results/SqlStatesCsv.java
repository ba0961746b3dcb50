package io.quartet.results;

import io.quartet.books.SqlStateCount;
import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;
import java.util.Locale;

/** {@code sqlstates.csv}: retries and failures by transaction, SQLSTATE and failing statement. */
public final class SqlStatesCsv {

  /** Name in the results folder. */
  public static final String NAME = "sqlstates.csv";

  private static final String HEADER = "kind,transaction,sqlstate,statement,count\n";

  private SqlStatesCsv() {}

  /** Replaces the file. */
  static void write(ResultsFolder folder, List<SqlStateCount> counts) {
    StringBuilder text = new StringBuilder(HEADER);
    for (SqlStateCount count : counts) {
      text.append(
          Csv.line(
              count.kind().name().toLowerCase(Locale.ROOT),
              count.type().label(),
              count.sqlState(),
              count.statement(),
              count.count()));
    }
    folder.replace(NAME, text.toString());
  }

  /** All rows, in the order of the file. */
  static List<SqlStateCount> read(ResultsFolder folder) {
    return Csv.read(
        folder,
        NAME,
        row ->
            new SqlStateCount(
                row.text("kind").equals("retry")
                    ? SqlStateCount.Kind.RETRY
                    : SqlStateCount.Kind.FAILURE,
                row.type(),
                row.text("sqlstate"),
                row.text("statement"),
                row.number("count")));
  }
}
