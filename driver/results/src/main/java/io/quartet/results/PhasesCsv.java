package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.books.OutcomeCounts;
import io.quartet.model.Outcome;
import io.quartet.results.folder.CsvTable;
import java.util.Locale;
import java.util.stream.Stream;

/** {@code phases.csv}: the bookkeeping of a run. */
public final class PhasesCsv {

  /** Name in the results folder. */
  public static final String NAME = "phases.csv";

  static final CsvTable<CellRow> TABLE =
      outcomes(
              new CsvTable.Columns<CellRow>(NAME)
                  .column("phase", CellRow::phase)
                  .column("is_measured", CellRow::isMeasured)
                  .column("start_utc_ms", CellRow::startUtcMillis)
                  .column("end_utc_ms", CellRow::endUtcMillis)
                  .set(CellRow::set)
                  .kind(CellRow::kind)
                  .column("offered", CellRow::offered)
                  .column("started", CellRow::started)
                  .column("skipped", CellRow::skipped))
          .column("in_flight_at_end", CellRow::inFlightAtEnd)
          .column("warnings", CellRow::warnings)
          .column("retries", CellRow::retries)
          .column("round_trips", CellRow::roundTrips)
          .column("committed_in_phase", CellRow::committedInPhase)
          .column("response_sum_us", CellRow::responseSumMicros)
          .column("response_p50_us", CellRow::responseP50Micros)
          .column("response_p90_us", CellRow::responseP90Micros)
          .column("response_p99_us", CellRow::responseP99Micros)
          .column("response_max_us", CellRow::responseMaxMicros)
          .column("service_sum_us", CellRow::serviceSumMicros)
          .readBy(PhasesCsv::row);

  private PhasesCsv() {}

  /** A column for each outcome. */
  private static CsvTable.Columns<CellRow> outcomes(CsvTable.Columns<CellRow> columns) {
    for (Outcome outcome : Outcome.values()) {
      columns.column(outcome.name().toLowerCase(Locale.ROOT), row -> row.outcomes().of(outcome));
    }
    return columns;
  }

  private static CellRow row(CsvTable.Values values) {
    return new CellRow(
        values.text(),
        Boolean.parseBoolean(values.text()),
        values.number(),
        values.number(),
        values.set(),
        values.kind(),
        values.number(),
        values.number(),
        values.number(),
        new OutcomeCounts(
            Stream.of(Outcome.values()).mapToLong(outcome -> values.number()).toArray()),
        values.number(),
        values.number(),
        values.number(),
        values.number(),
        values.number(),
        values.number(),
        values.number(),
        values.number(),
        values.number(),
        values.number(),
        values.number());
  }
}
