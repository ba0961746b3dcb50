package io.quartet.results;

import io.quartet.books.SqlStateCount;
import io.quartet.results.folder.CsvTable;
import java.util.Locale;

/** {@code sqlstates.csv}: retries and failures by transaction, SQLSTATE and failing statement. */
public final class SqlStatesCsv {

  /** Name in the results folder. */
  public static final String NAME = "sqlstates.csv";

  static final CsvTable<SqlStateCount> TABLE =
      new CsvTable.Columns<SqlStateCount>(NAME)
          .column("kind", count -> count.kind().name().toLowerCase(Locale.ROOT))
          .kind(SqlStateCount::request)
          .column("sqlstate", SqlStateCount::sqlState)
          .column("statement", SqlStateCount::statement)
          .column("count", SqlStateCount::count)
          .readBy(
              values ->
                  new SqlStateCount(
                      values.text().equals("retry")
                          ? SqlStateCount.Kind.RETRY
                          : SqlStateCount.Kind.FAILURE,
                      values.kind(),
                      values.text(),
                      values.text(),
                      values.number()));

  private SqlStatesCsv() {}
}
