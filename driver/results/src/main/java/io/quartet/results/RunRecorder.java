package io.quartet.results;

import io.quartet.books.Books;
import io.quartet.books.DriverHealth;
import io.quartet.books.Interval;
import io.quartet.books.IntervalRow;
import io.quartet.books.RunClock;
import io.quartet.books.Snapshot;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;

/**
 * Writes the measurements of a run as it goes: intervals and their latencies, the bookkeeping, the
 * latencies by phase, the events. Thread-safe.
 */
public final class RunRecorder implements EventSink, AutoCloseable {

  private static final long BOOKS_EVERY_NANOS = 5_000_000_000L;

  private final ResultsFolder folder;
  private final RunClock clock;
  private final Books books;
  private final CsvTable.Appender<IntervalRow> intervals;
  private final LatencyLogs latencies;
  private final EventLog events;
  private final CsvTable.Appender<DriverHealth> driver;
  private long lastBooksNanos = Long.MIN_VALUE / 2;
  private long lastPhasesNanos = Long.MIN_VALUE / 2;
  private boolean isClosed;

  /** Opens the files. */
  public RunRecorder(ResultsFolder folder, RunClock clock, Books books) {
    this.folder = folder;
    this.clock = clock;
    this.books = books;
    this.intervals = IntervalsCsv.TABLE.appender(folder);
    this.latencies = new LatencyLogs(folder, clock.utcMillis(0));
    this.events = new EventLog(folder);
    this.driver = DriverCsv.TABLE.appender(folder);
  }

  /** Appends what happened since the last call; call it once per second. */
  public synchronized void tick() {
    record(false);
    if (clock.nanos() - lastBooksNanos >= BOOKS_EVERY_NANOS) {
      writeBooks();
    }
  }

  /**
   * Writes the bookkeeping and the latencies by phase; call it at every phase switch. Both are
   * written whole: with many short phases, not at every one.
   */
  public synchronized void phaseSwitch() {
    if (clock.nanos() - lastPhasesNanos >= BOOKS_EVERY_NANOS) {
      writeBooks();
      writePhases();
    }
  }

  private void record(boolean isLast) {
    for (Interval interval : books.intervals()) {
      intervals.append(interval.rows());
    }
    latencies.append(books.latencies(isLast));
  }

  /** Appends an event that happens now. */
  @Override
  public void accept(RunEvent event) {
    event(new LoggedEvent(clock.utcMillis(clock.nanos()), event));
  }

  /** Appends an event that happened at its moment. */
  public void event(LoggedEvent event) {
    events.append(event);
  }

  /** Appends how the driver or a worker fared. */
  public void driver(DriverHealth health) {
    driver.append(List.of(health));
  }

  private void writePhases() {
    latencies.writePhases(books.phaseLatencies());
    lastPhasesNanos = clock.nanos();
  }

  private void writeBooks() {
    Snapshot snapshot = books.snapshot();
    PhasesCsv.TABLE.write(folder, snapshot.rows());
    SqlStatesCsv.TABLE.write(folder, snapshot.sqlStates());
    lastBooksNanos = clock.nanos();
  }

  /** Writes everything once more and closes the files; later calls do nothing. */
  @Override
  public synchronized void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    record(true);
    writeBooks();
    writePhases();
    intervals.close();
    latencies.close();
    events.close();
    driver.close();
  }
}
