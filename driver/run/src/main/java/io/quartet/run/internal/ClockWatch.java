package io.quartet.run.internal;

import io.quartet.provision.clock.Clocks;
import io.quartet.provision.os.DaemonThreads;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.EventSink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the clocks of other machines every minute of a run, and once more at its end: they drift,
 * and samples of different machines are put side by side by their time.
 */
public final class ClockWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);
  private static final long INTERVAL_SECONDS = 60;

  private final Supplier<List<ClockOffset>> clocks;
  private final EventSink events;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("quartet-clocks"));

  /**
   * Begins.
   *
   * @param clocks reads all that answer
   * @param events takes each reading
   */
  public ClockWatch(Supplier<List<ClockOffset>> clocks, EventSink events) {
    this.clocks = clocks;
    this.events = events;
    var unused =
        thread.scheduleAtFixedRate(
            this::read, INTERVAL_SECONDS, INTERVAL_SECONDS, TimeUnit.SECONDS);
  }

  private void read() {
    try {
      Clocks.note(clocks.get(), events);
    } catch (RuntimeException e) {
      LOG.warn("the clocks of the machines could not be read error={}", e.getMessage());
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    if (!DaemonThreads.awaitEnd(thread, Duration.ofSeconds(10))) {
      LOG.warn("the reading of the clocks did not end");
    }
    read();
  }
}
