package io.quartet.results;

import io.quartet.books.Backlog;
import io.quartet.books.DriverHealth;
import io.quartet.results.folder.CsvTable;

/** {@code driver.csv}: how the driver itself fared, second by second. */
public final class DriverCsv {

  /** Name in the results folder. */
  public static final String NAME = "driver.csv";

  static final CsvTable<DriverHealth> TABLE =
      new CsvTable.Columns<DriverHealth>(NAME)
          .column("utc_ms", DriverHealth::utcMillis)
          .column("worker", DriverHealth::worker)
          .column("interval_ms", DriverHealth::intervalMillis)
          .column("cpu_ms", DriverHealth::cpuMillis)
          .column("busiest_thread", DriverHealth::busiestThread)
          .column("busiest_ms", DriverHealth::busiestMillis)
          .column("gc_ms", DriverHealth::gcMillis)
          .column("lag_us", DriverHealth::lagMicros)
          .column("waiting_requests", health -> health.backlog().waitingRequests())
          .column("due_trade_results", health -> health.backlog().dueTradeResults())
          .readBy(
              values ->
                  new DriverHealth(
                      values.number(),
                      (int) values.numberOrZero(),
                      values.number(),
                      values.number(),
                      values.text(),
                      values.number(),
                      values.number(),
                      values.number(),
                      new Backlog(values.numberOrZero(), values.numberOrZero())));

  private DriverCsv() {}
}
