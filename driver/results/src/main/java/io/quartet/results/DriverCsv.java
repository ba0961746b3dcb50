package io.quartet.results;

import io.quartet.books.Backlog;
import io.quartet.books.DriverHealth;
import io.quartet.results.folder.AppendedFile;
import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;

/** {@code driver.csv}: how the driver itself fared, second by second. Thread-safe. */
final class DriverCsv implements AutoCloseable {

  /** Name in the results folder. */
  public static final String NAME = "driver.csv";

  private static final String HEADER =
      "utc_ms,worker,interval_ms,cpu_ms,busiest_thread,busiest_ms,gc_ms,lag_us,"
          + "waiting_requests,due_trade_results\n";

  private final AppendedFile file;

  /** Opens the file for appending. */
  public DriverCsv(ResultsFolder folder) {
    this.file = new AppendedFile(folder.file(NAME), HEADER);
  }

  /** Appends one row. */
  public void append(DriverHealth health) {
    file.append(
        Csv.line(
            health.utcMillis(),
            health.worker(),
            health.intervalMillis(),
            health.cpuMillis(),
            health.busiestThread(),
            health.busiestMillis(),
            health.gcMillis(),
            health.lagMicros(),
            health.backlog().waitingRequests(),
            health.backlog().dueTradeResults()));
  }

  /** All rows, in the order of the file. */
  public static List<DriverHealth> read(ResultsFolder folder) {
    return Csv.read(
        folder,
        NAME,
        row ->
            new DriverHealth(
                row.number("utc_ms"),
                (int) numberOrZero(row, "worker"),
                row.number("interval_ms"),
                row.number("cpu_ms"),
                row.text("busiest_thread"),
                row.number("busiest_ms"),
                row.number("gc_ms"),
                row.number("lag_us"),
                new Backlog(
                    numberOrZero(row, "waiting_requests"),
                    numberOrZero(row, "due_trade_results"))));
  }

  /** Older runs lack some columns. */
  private static long numberOrZero(Csv.Row row, String column) {
    return row.has(column) ? row.number(column) : 0;
  }

  @Override
  public void close() {
    file.close();
  }
}
