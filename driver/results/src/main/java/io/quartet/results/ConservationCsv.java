package io.quartet.results;

import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;

/** {@code conservation.csv}: no order is lost or executed twice. */
public final class ConservationCsv {

  /** Name in the results folder. */
  public static final String NAME = "conservation.csv";

  private static final String HEADER =
      "group,set,orders_accepted,results_committed,db_completed,db_submitted,db_pending,"
          + "db_canceled,market_in_flight,verdict\n";

  private ConservationCsv() {}

  /** Replaces the file. */
  public static void write(ResultsFolder folder, List<ConservationRow> rows) {
    StringBuilder text = new StringBuilder(HEADER);
    for (ConservationRow row : rows) {
      text.append(
          Csv.line(
              row.set().group(),
              row.set().name(),
              row.ordersAccepted(),
              row.resultsCommitted(),
              row.dbCompleted(),
              row.dbSubmitted(),
              row.dbPending(),
              row.dbCanceled(),
              row.marketInFlight(),
              row.isConserved() ? "pass" : "fail"));
    }
    folder.replace(NAME, text.toString());
  }

  /** One row per Set. */
  static List<ConservationRow> read(ResultsFolder folder) {
    return Csv.read(
        folder,
        NAME,
        row ->
            new ConservationRow(
                row.set(),
                row.number("orders_accepted"),
                row.number("results_committed"),
                row.number("db_completed"),
                row.number("db_submitted"),
                row.number("db_pending"),
                row.number("db_canceled"),
                row.number("market_in_flight"),
                row.text("verdict").equals("pass")));
  }
}
