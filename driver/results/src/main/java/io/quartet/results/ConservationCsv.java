package io.quartet.results;

import io.quartet.results.folder.CsvTable;

/** {@code conservation.csv}: no order is lost or executed twice. */
public final class ConservationCsv {

  /** Name in the results folder. */
  public static final String NAME = "conservation.csv";

  /** One row per Set. */
  public static final CsvTable<ConservationRow> TABLE =
      new CsvTable.Columns<ConservationRow>(NAME)
          .set(ConservationRow::set)
          .column("orders_accepted", ConservationRow::ordersAccepted)
          .column("results_committed", ConservationRow::resultsCommitted)
          .column("db_completed", ConservationRow::dbCompleted)
          .column("db_submitted", ConservationRow::dbSubmitted)
          .column("db_pending", ConservationRow::dbPending)
          .column("db_canceled", ConservationRow::dbCanceled)
          .column("market_in_flight", ConservationRow::marketInFlight)
          .column("verdict", row -> row.isConserved() ? "pass" : "fail")
          .readBy(
              values ->
                  new ConservationRow(
                      values.set(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.text().equals("pass")));

  private ConservationCsv() {}
}
