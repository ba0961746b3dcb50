package io.quartet.report.internal.data;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Work on a second thread while the caller continues. The work and its caller must not change data
 * that the other reads.
 *
 * @param <T> the result
 */
public final class BackgroundWork<T> implements AutoCloseable {

  private final CompletableFuture<T> work;

  private BackgroundWork(CompletableFuture<T> work) {
    this.work = work;
  }

  /** Begins the work. */
  public static <T> BackgroundWork<T> begin(Supplier<T> work) {
    return new BackgroundWork<>(CompletableFuture.supplyAsync(work, BackgroundWork::start));
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "quartet-report");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for the result. Throws what the work threw. */
  public T result() {
    try {
      return work.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Waits for the end, so that no work is left behind when the caller fails. */
  @Override
  public void close() {
    work.handle((result, failure) -> null).join();
  }
}
