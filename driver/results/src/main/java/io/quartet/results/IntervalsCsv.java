package io.quartet.results;

import io.quartet.books.IntervalRow;
import io.quartet.results.folder.CsvTable;

/** {@code intervals.csv}: what happened, interval by interval. */
public final class IntervalsCsv {

  /** Name in the results folder. */
  public static final String NAME = "intervals.csv";

  static final CsvTable<IntervalRow> TABLE =
      new CsvTable.Columns<IntervalRow>(NAME)
          .column("utc_ms", IntervalRow::utcMillis)
          .column("phase", IntervalRow::phase)
          .set(IntervalRow::set)
          .kind(IntervalRow::kind)
          .column("started", IntervalRow::started)
          .column("completed", IntervalRow::completed)
          .column("committed", IntervalRow::committed)
          .column("failed", IntervalRow::failed)
          .column("response_sum_us", IntervalRow::responseSumMicros)
          .column("response_max_us", IntervalRow::responseMaxMicros)
          .readBy(
              values ->
                  new IntervalRow(
                      values.number(),
                      // A long run has a million rows and a dozen phases.
                      values.sharedText(),
                      values.set(),
                      values.kind(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.number(),
                      values.number()));

  private IntervalsCsv() {}
}
