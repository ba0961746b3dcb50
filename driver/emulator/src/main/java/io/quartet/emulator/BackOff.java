package io.quartet.emulator;

import java.util.SplittableRandom;

/**
 * Waits between attempts: doubling from 50 ms to 2 s, each between half and the whole of it, so
 * that what failed together does not come back together. Not thread-safe.
 */
final class BackOff {

  private static final long FIRST_NANOS = 50_000_000L;
  private static final int DOUBLINGS = 5;
  private static final long LONGEST_NANOS = 2_000_000_000L;

  private final SplittableRandom random;

  BackOff(long seed) {
    random = new SplittableRandom(seed);
  }

  /**
   * Wait before the next attempt.
   *
   * @param failedAttempts attempts so far, at least 1
   */
  long nanosAfter(int failedAttempts) {
    int doublings = Math.min(failedAttempts - 1, DOUBLINGS + 1);
    long wait = Math.min(FIRST_NANOS << doublings, LONGEST_NANOS);
    return wait / 2 + random.nextLong(wait / 2 + 1);
  }
}
