package io.quartet.run.internal.collect;

import io.quartet.provision.DatabaseServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the statistics of every VM into {@code stats/<vm>/*.csv} while a run goes on. Each
 * database has its own thread, so that a hanging database does not delay the others.
 */
public final class StatisticsCollector implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StatisticsCollector.class);

  /** For the last samples of all. */
  private static final Duration LAST_LOOK_LIMIT = Duration.ofSeconds(3);

  private final List<DatabaseSampler> databases = new ArrayList<>();
  private final ProcessSampler processes;
  private boolean isOpen;

  /**
   * @param isAlive false for a server whose process is known to be gone
   * @param processId main process of a server; empty if it is not on this machine
   * @param processes samples the processes of this machine, by name
   */
  public StatisticsCollector(
      Collecting collecting,
      List<DatabaseServer> servers,
      Predicate<DatabaseServer> isAlive,
      Function<DatabaseServer, OptionalLong> processId,
      Supplier<Map<String, ProcessSample>> processes) {
    for (DatabaseServer server : servers) {
      databases.add(new DatabaseSampler(server, () -> isAlive.test(server), collecting));
    }
    this.processes =
        new ProcessSampler(
            collecting, processes, new ServerIoFiles(collecting.folder(), servers, processId));
  }

  /** Takes a first sample of everything, and goes on at every interval of the run's clock. */
  public void start() {
    isOpen = true;
    databases.forEach(DatabaseSampler::start);
    processes.start();
  }

  /** Takes a sample of all sources, independent of their pace. Returns at once. */
  public void lookAtAll() {
    var unused = looks();
  }

  private List<Future<?>> looks() {
    List<Future<?>> looks = new ArrayList<>();
    databases.forEach(database -> looks.add(database.lookAtAll()));
    looks.add(processes.lookNow());
    return looks;
  }

  /** Takes a last sample of everything that answers, and ends; a second time it does nothing. */
  @Override
  public void close() {
    if (!isOpen) {
      return;
    }
    isOpen = false;
    long deadline = System.nanoTime() + LAST_LOOK_LIMIT.toNanos();
    try {
      for (Future<?> look : looks()) {
        await(look, deadline);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      databases.forEach(DatabaseSampler::close);
      processes.close();
    }
  }

  private static void await(Future<?> look, long deadline) throws InterruptedException {
    try {
      look.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      LOG.warn("a database did not answer at the end of the run");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a look passes on what it throws", e);
    }
  }
}
