package io.quartet.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the JVM alive until an interrupted run has written its report. The run itself reacts to the
 * signal.
 */
final class OrderlyEnd implements AutoCloseable {

  /**
   * Limit for a report that hangs. On a busy machine a report needs ten times its usual five
   * seconds.
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
