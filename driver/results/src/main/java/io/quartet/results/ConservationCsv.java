package io.quartet.results;

import io.quartet.results.ConservationRow.Trades;
import io.quartet.results.folder.CsvTable;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code conservation.csv}: no order is lost or executed twice. */
public final class ConservationCsv {

  /** Name in the results folder. */
  public static final String NAME = "conservation.csv";

  private static final String PASS = "pass";

  /** One row per Set. */
  public static final CsvTable<ConservationRow> TABLE =
      new CsvTable.Columns<ConservationRow>(NAME)
          .set(ConservationRow::set)
          .column("orders_accepted", ConservationRow::ordersAccepted)
          .column("results_committed", ConservationRow::resultsCommitted)
          .column("db_completed", database(Trades::completed))
          .column("db_submitted", database(Trades::submitted))
          .column("db_pending", database(Trades::pending))
          .column("db_canceled", database(Trades::canceled))
          .column("market_in_flight", ConservationRow::marketInFlight)
          .column("verdict", ConservationCsv::verdict)
          .readBy(
              values ->
                  new ConservationRow(
                      values.set(),
                      values.number(),
                      values.number(),
                      trades(values),
                      values.number(),
                      values.text().equals(PASS)));

  private ConservationCsv() {}

  /** Nothing where the database could not be asked. */
  private static Function<ConservationRow, Object> database(Function<Trades, Long> count) {
    return row -> row.database().map(count).<Object>map(Function.identity()).orElse("");
  }

  private static String verdict(ConservationRow row) {
    return row.isConserved() ? PASS : row.database().isPresent() ? "fail" : "unknown";
  }

  private static Optional<Trades> trades(CsvTable.Values values) {
    OptionalLong completed = values.numberIfAny();
    OptionalLong submitted = values.numberIfAny();
    OptionalLong pending = values.numberIfAny();
    OptionalLong canceled = values.numberIfAny();
    return Stream.of(completed, submitted, pending, canceled).allMatch(OptionalLong::isPresent)
        ? Optional.of(
            new Trades(
                completed.getAsLong(),
                submitted.getAsLong(),
                pending.getAsLong(),
                canceled.getAsLong()))
        : Optional.empty();
  }
}
