package io.quartet.run.internal.load;

import io.quartet.books.RunClock;
import io.quartet.provision.os.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a worker report its figures at every full second of the run's clock until it is closed. */
final class FigureReporter implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FigureReporter.class);
  private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("worker-reports"));
  private final Runnable report;
  private final Consumer<String> abort;

  /**
   * @param clock the run's clock, before its zero
   * @param abort ends a run whose figures cannot be reported
   */
  FigureReporter(RunClock clock, Runnable report, Consumer<String> abort) {
    this.report = report;
    this.abort = abort;
    var unused =
        timer.scheduleAtFixedRate(
            this::report,
            Math.max(0, -clock.nanos()) + PERIOD_NANOS,
            PERIOD_NANOS,
            TimeUnit.NANOSECONDS);
  }

  private void report() {
    try {
      report.run();
    } catch (RuntimeException e) {
      LOG.error("the figures could not be reported", e);
      abort.accept("a worker could not report its figures: " + e);
    }
  }

  /** Waits for a report that is under way. */
  @Override
  public void close() {
    timer.shutdown();
    if (!DaemonThreads.awaitEnd(timer, Duration.ofSeconds(10))) {
      LOG.warn("the reporting thread did not end");
    }
  }
}
