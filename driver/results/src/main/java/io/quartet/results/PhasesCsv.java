package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.books.OutcomeCounts;
import io.quartet.model.Outcome;
import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;

/** {@code phases.csv}: the bookkeeping of a run. */
public final class PhasesCsv {

  /** Name in the results folder. */
  public static final String NAME = "phases.csv";

  private static final String HEADER =
      "phase,is_measured,start_utc_ms,end_utc_ms,group,set,transaction,offered,started,skipped,"
          + "committed,rolled_back_on_purpose,serialization,deadlock,timeout,connection,in_doubt,"
          + "sql_error,engine_error,wrong_answer,in_flight_at_end,warnings,retries,round_trips,"
          + "committed_in_phase,response_sum_us,response_p50_us,response_p90_us,response_p99_us,"
          + "response_max_us,service_sum_us\n";

  /** Columns of the outcomes, by {@link Outcome#ordinal()}. */
  private static final List<String> OUTCOME_COLUMNS =
      List.of(
          "committed",
          "rolled_back_on_purpose",
          "serialization",
          "deadlock",
          "timeout",
          "connection",
          "in_doubt",
          "sql_error",
          "engine_error",
          "wrong_answer");

  private PhasesCsv() {}

  /** Replaces the file. */
  static void write(ResultsFolder folder, List<CellRow> rows) {
    StringBuilder text = new StringBuilder(HEADER);
    rows.forEach(row -> text.append(line(row)));
    folder.replace(NAME, text.toString());
  }

  /** All rows, in the order of the file. */
  public static List<CellRow> read(ResultsFolder folder) {
    return Csv.read(folder, NAME, PhasesCsv::parse);
  }

  private static String line(CellRow row) {
    OutcomeCounts outcomes = row.outcomes();
    return Csv.line(
        row.phase(),
        row.isMeasured(),
        row.startUtcMillis(),
        row.endUtcMillis(),
        row.set().group(),
        row.set().name(),
        row.type().label(),
        row.offered(),
        row.started(),
        row.skipped(),
        outcomes.of(Outcome.COMMITTED),
        outcomes.of(Outcome.ROLLED_BACK_ON_PURPOSE),
        outcomes.of(Outcome.SERIALIZATION),
        outcomes.of(Outcome.DEADLOCK),
        outcomes.of(Outcome.TIMEOUT),
        outcomes.of(Outcome.CONNECTION),
        outcomes.of(Outcome.IN_DOUBT),
        outcomes.of(Outcome.SQL_ERROR),
        outcomes.of(Outcome.ENGINE_ERROR),
        outcomes.of(Outcome.WRONG_ANSWER),
        row.inFlightAtEnd(),
        row.warnings(),
        row.retries(),
        row.roundTrips(),
        row.committedInPhase(),
        row.responseSumMicros(),
        row.responseP50Micros(),
        row.responseP90Micros(),
        row.responseP99Micros(),
        row.responseMaxMicros(),
        row.serviceSumMicros());
  }

  private static CellRow parse(Csv.Row row) {
    return new CellRow(
        row.text("phase"),
        Boolean.parseBoolean(row.text("is_measured")),
        row.number("start_utc_ms"),
        row.number("end_utc_ms"),
        row.set(),
        row.type(),
        row.number("offered"),
        row.number("started"),
        row.number("skipped"),
        new OutcomeCounts(OUTCOME_COLUMNS.stream().mapToLong(row::number).toArray()),
        row.number("in_flight_at_end"),
        row.number("warnings"),
        row.number("retries"),
        row.number("round_trips"),
        row.number("committed_in_phase"),
        row.number("response_sum_us"),
        row.number("response_p50_us"),
        row.number("response_p90_us"),
        row.number("response_p99_us"),
        row.number("response_max_us"),
        row.number("service_sum_us"));
  }
}
