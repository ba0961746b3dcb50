package io.quartet.orchestrate.provider;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs an action on every item, several at a time. */
public final class Parallel {

  private Parallel() {}

  /**
   * Waits until the action ended for every item, then throws the first failure, with the others
   * suppressed in it.
   *
   * @param atATime most items in work at the same time, at least 1
   */
  public static <T> void forEach(List<T> items, int atATime, Consumer<T> action) {
    ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, atATime));
    try {
      List<Future<?>> futures = new ArrayList<>();
      items.forEach(item -> futures.add(executor.submit(() -> action.accept(item))));
      RuntimeException failure = null;
      for (Future<?> future : futures) {
        failure = await(future, executor, failure);
      }
      if (failure != null) {
        throw failure;
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static RuntimeException await(
      Future<?> future, ExecutorService executor, RuntimeException failure) {
    try {
      future.get();
      return failure;
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
      throw new java.util.concurrent.CancellationException("interrupted");
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
