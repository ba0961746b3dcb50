package io.quartet.measure.results;

import io.quartet.measure.DriverHealth;
import java.util.List;

/** {@code driver.csv}: how the driver itself fared, second by second. Thread-safe. */
public final class DriverCsv implements AutoCloseable {

  /** Name in the results folder. */
  public static final String NAME = "driver.csv";

  private static final String HEADER =
      "utc_ms,worker,interval_ms,cpu_ms,busiest_thread,busiest_ms,gc_ms,lag_us\n";

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
            health.lagMicros()));
  }

  /** All rows, in the order of the file. */
  public static List<DriverHealth> read(ResultsFolder folder) {
    return Csv.read(
        folder,
        NAME,
        row ->
            new DriverHealth(
                row.number("utc_ms"),
                // Runs before there were workers have no such column.
                row.has("worker") ? (int) row.number("worker") : 0,
                row.number("interval_ms"),
                row.number("cpu_ms"),
                row.text("busiest_thread"),
                row.number("busiest_ms"),
                row.number("gc_ms"),
                row.number("lag_us")));
  }

  @Override
  public void close() {
    file.close();
  }
}
