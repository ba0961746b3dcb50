package io.quartet.orchestrate;

import io.quartet.measure.results.Event;
import io.quartet.measure.results.ResultsFolder;
import io.quartet.model.QuartetException;
import io.quartet.orchestrate.provider.OwnedProcess;
import io.quartet.orchestrate.provider.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The collectors of {@code scripts/collect} on the machine of this process, into {@code
 * stats/host/}. A run goes on without them: that they could not be started or have ended is an
 * event. Thread-safe.
 */
final class HostCollectors implements AutoCloseable {

  /** Name of this machine beside those of the VMs. */
  static final String VM = "host";

  private static final Logger LOG = LoggerFactory.getLogger(HostCollectors.class);
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final BiConsumer<String, Map<String, Object>> events;
  private final Optional<OwnedProcess> process;

  /** True once it is told that they have ended, or nobody wants to know any more. */
  private final AtomicBoolean isSettled = new AtomicBoolean();

  private HostCollectors(
      ResultsFolder folder, Duration interval, BiConsumer<String, Map<String, Object>> events) {
    this.events = events;
    this.process = start(folder, interval);
    process.ifPresent(started -> started.whenEnded(() -> ended(started)));
  }

  /**
   * Starts them and returns at once. Never throws for what they lack.
   *
   * @param interval time between two rows
   * @param events takes {@link Event#COLLECTOR_FAILED}, on any thread
   */
  static HostCollectors startIn(
      ResultsFolder folder, Duration interval, BiConsumer<String, Map<String, Object>> events) {
    return new HostCollectors(folder, interval, events);
  }

  private Optional<OwnedProcess> start(ResultsFolder folder, Duration interval) {
    try {
      Path stats = Files.createDirectories(folder.file("stats").resolve(VM));
      Path logs = Files.createDirectories(folder.file("logs"));
      List<String> command =
          List.of(
              QuartetHome.script("collect/all").toString(),
              "--out",
              stats.toAbsolutePath().toString(),
              "--interval",
              String.format(Locale.ROOT, "%.3f", interval.toMillis() / 1e3));
      return Optional.of(
          OwnedProcess.start(
              new OwnedProcess.Spec(
                  "the collectors of this machine",
                  command,
                  Map.of(),
                  folder.path().toAbsolutePath(),
                  logs.resolve("collectors.log"),
                  "TERM",
                  GRACE,
                  "",
                  List.of())));
    } catch (IOException | QuartetException e) {
      tell(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void ended(OwnedProcess collectors) {
    if (isSettled.compareAndSet(false, true)) {
      tell("exit code " + collectors.exitCode() + ": " + collectors.logTail());
    }
  }

  private void tell(String reason) {
    try {
      events.accept(Event.COLLECTOR_FAILED, Map.of("vm", VM, "reason", reason));
    } catch (RuntimeException e) {
      // Where not even an event can be written, the run itself finds out: statistics do not end it.
      LOG.warn("no statistics of this machine reason={} error={}", reason, e.getMessage());
    }
  }

  /** Stops them; their files are complete afterwards. */
  @Override
  public void close() {
    process.ifPresent(
        collectors -> {
          if (!collectors.isAlive()) {
            ended(collectors);
          }
          isSettled.set(true);
          collectors.close();
        });
  }
}
