package io.quartet.provision.clock;

import io.quartet.provision.os.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an action at every moment of a cadence, on a separate thread, so a slow action delays no
 * other work. Moments that pass meanwhile are skipped.
 */
public final class CadenceThread implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(CadenceThread.class);
  private static final Duration END_LIMIT = Duration.ofMillis(200);

  private final ScheduledThreadPoolExecutor executor;
  private final Cadence cadence;
  private final Runnable action;
  private final Consumer<RuntimeException> failed;

  /**
   * @param failed takes what the action throws; it is called again at the next moment
   */
  public CadenceThread(
      String name, Cadence cadence, Runnable action, Consumer<RuntimeException> failed) {
    this.cadence = cadence;
    this.action = action;
    this.failed = failed;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            DaemonThreads.named(name),
            // Nothing is left to be done once it was ended.
            new ThreadPoolExecutor.DiscardPolicy());
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Begins with the next moment. */
  public void start() {
    var unused = executor.schedule(this::tick, cadence.nanosToNext(), TimeUnit.NANOSECONDS);
  }

  private void tick() {
    guarded(action);
    start();
  }

  /** Does something as soon as the thread is free. */
  public Future<?> soon(Runnable other) {
    return CompletableFuture.runAsync(() -> guarded(other), executor);
  }

  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      if (!executor.isShutdown()) {
        failed.accept(e);
      }
    }
  }

  /** Ends it at once; what it does then and cannot be interrupted in fails without a word. */
  @Override
  public void close() {
    executor.shutdownNow();
    if (!DaemonThreads.awaitEnd(executor, END_LIMIT)) {
      LOG.debug("a thread still waits for an answer");
    }
  }
}
