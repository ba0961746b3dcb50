package io.quartet.orchestrate.provider;

import java.time.Duration;

/** Waiting for something outside this thread, and being interrupted in it. */
public final class Waiting {

  private Waiting() {}

  /**
   * Runs an action that cleans up. An interrupt before it was for the work: it is kept for
   * afterwards, so that it does not cut the cleaning short.
   */
  public static void uninterrupted(Runnable action) {
    boolean wasInterrupted = Thread.interrupted();
    try {
      action.run();
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Pauses between two looks at something; false, with the interrupt kept, when this thread was
   * interrupted.
   */
  public static boolean pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
