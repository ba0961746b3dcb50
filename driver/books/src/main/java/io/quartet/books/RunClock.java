package io.quartet.books;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * The one clock of a run: nanoseconds since its start on the monotonic clock, so that no step of
 * the wall clock can stretch a phase. Implementations are thread-safe.
 */
public interface RunClock {

  /** Nanoseconds since the start of the run; negative before it. */
  long nanos();

  /** Milliseconds since 1970 in UTC at a moment of this clock. */
  long utcMillis(long nanos);

  /**
   * A clock whose zero is the given instant, which usually lies a little ahead. The wall clock is
   * read once, here.
   */
  static RunClock startingAt(Instant start) {
    return startingIn(Duration.between(Instant.now(), start), start.toEpochMilli());
  }

  /**
   * A clock for a machine whose wall clock may be wrong.
   *
   * @param wait time until its zero
   * @param startUtcMillis its zero, milliseconds since 1970 in UTC
   */
  static RunClock startingIn(Duration wait, long startUtcMillis) {
    long originNanos = System.nanoTime() + wait.toNanos();
    return by(() -> System.nanoTime() - originNanos, startUtcMillis);
  }

  /**
   * A clock that goes by any source of time.
   *
   * @param nanos since the start of the run
   * @param startUtcMillis its zero, milliseconds since 1970 in UTC
   */
  static RunClock by(LongSupplier nanos, long startUtcMillis) {
    return new RunClock() {
      @Override
      public long nanos() {
        return nanos.getAsLong();
      }

      @Override
      public long utcMillis(long moment) {
        return startUtcMillis + Math.floorDiv(moment, 1_000_000L);
      }
    };
  }
}
