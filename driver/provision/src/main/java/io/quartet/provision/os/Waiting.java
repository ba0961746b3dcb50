package io.quartet.provision.os;

import java.time.Duration;
import java.util.function.Supplier;

/** Waiting for something outside this thread, and being interrupted in it. */
public final class Waiting {

  private Waiting() {}

  /**
   * Runs an action that cleans up. An interrupt before it was for the work: it is kept for
   * afterwards, so that it does not cut the cleaning short.
   */
  public static void uninterrupted(Runnable action) {
    uninterrupted(
        () -> {
          action.run();
          return null;
        });
  }

  /**
   * The same for an action that ends the work in order. Under an interrupted thread every file that
   * is read or written through a channel closes itself, and would be blamed for it.
   */
  public static <T> T uninterrupted(Supplier<T> action) {
    boolean wasInterrupted = Thread.interrupted();
    try {
      return action.get();
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
