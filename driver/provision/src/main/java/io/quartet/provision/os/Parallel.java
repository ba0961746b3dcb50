package io.quartet.provision.os;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs an action on every item, several at a time. */
public final class Parallel {

  private static final Logger LOG = LoggerFactory.getLogger(Parallel.class);
  private static final long STOP_SECONDS = 10;

  private Parallel() {}

  /**
   * Waits until the action ended for every item, then throws the first failure, with the others
   * suppressed in it.
   *
   * @param atATime most items in work at the same time, at least 1
   */
  public static <T> void forEach(List<T> items, int atATime, Consumer<T> action) {
    forEach(items, atATime, action, () -> {});
  }

  /**
   * Waits until the action ended for every item, then throws the first failure, with the others
   * suppressed in it. If this thread is interrupted, calls {@code stop}, which should end the
   * actions, and waits some time for them. So no action continues after the return.
   *
   * @throws CancellationException if this thread was interrupted
   */
  public static <T> void forEach(List<T> items, int atATime, Consumer<T> action, Runnable stop) {
    ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, atATime));
    try {
      List<Future<?>> futures = new ArrayList<>();
      items.forEach(item -> futures.add(executor.submit(() -> action.accept(item))));
      RuntimeException failure = null;
      for (Future<?> future : futures) {
        failure = await(future, failure);
      }
      if (failure != null) {
        throw failure;
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      stop.run();
      if (!DaemonThreads.awaitEnd(executor, Duration.ofSeconds(STOP_SECONDS))) {
        LOG.warn("parallel work did not end within {} s of an interrupt", STOP_SECONDS);
      }
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } finally {
      executor.shutdownNow();
    }
  }

  private static RuntimeException await(Future<?> future, RuntimeException failure)
      throws InterruptedException {
    try {
      future.get();
      return failure;
    } catch (ExecutionException e) {
      RuntimeException cause =
          e.getCause() instanceof RuntimeException runtime
              ? runtime
              : new IllegalStateException(e.getCause());
      if (failure == null) {
        return cause;
      }
      failure.addSuppressed(cause);
      return failure;
    }
  }
}
