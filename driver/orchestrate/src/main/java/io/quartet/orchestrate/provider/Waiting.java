package io.quartet.orchestrate.provider;

import java.time.Duration;

/** Short pauses between two looks at something outside this process. */
final class Waiting {

  private Waiting() {}

  /** Pauses; false, with the interrupt kept, when this thread was interrupted. */
  static boolean pause(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
