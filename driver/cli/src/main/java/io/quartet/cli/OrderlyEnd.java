package io.quartet.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the JVM of a run that was interrupted alive until its report is written. The run itself
 * reacts to the signal; this only waits.
 */
final class OrderlyEnd implements AutoCloseable {

  /**
   * Only for a report that hangs. On a machine whose processors are all taken one needs ten times
   * its usual five seconds, and must not be cut off.
   */
  private static final long LONGEST_WAIT_SECONDS = 300;

  private final CountDownLatch done = new CountDownLatch(1);
  private volatile boolean isEnding;
  private final Thread hook = new Thread(this::await, "quartet-report-wait");

  OrderlyEnd() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** True once the JVM has been told to end. */
  boolean isEnding() {
    return isEnding;
  }

  private void await() {
    isEnding = true;
    try {
      var unused = done.await(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is ending, which is what the hook was for.
      return;
    }
  }
}
