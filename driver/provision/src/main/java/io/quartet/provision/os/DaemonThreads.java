package io.quartet.provision.os;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Threads that do not keep the JVM alive. */
public final class DaemonThreads {

  private DaemonThreads() {}

  public static ThreadFactory named(String name) {
    return work -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * Waits for the end of an executor that was shut down; false, with an interrupt kept, if it still
   * works after that time.
   */
  public static boolean awaitEnd(ExecutorService executor, Duration longest) {
    try {
      return executor.awaitTermination(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
