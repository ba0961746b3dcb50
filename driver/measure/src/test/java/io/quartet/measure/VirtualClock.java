package io.quartet.measure;

import java.time.Duration;

/** A run clock that tests move by hand; the run starts at UTC millisecond 1,000,000. */
public final class VirtualClock implements RunClock {

  /** UTC milliseconds of nanosecond 0. */
  public static final long START_UTC_MILLIS = 1_000_000;

  private long nanos;

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public long utcMillis(long moment) {
    return START_UTC_MILLIS + Math.floorDiv(moment, 1_000_000L);
  }

  /** Moves to a moment, in milliseconds since the start. */
  public synchronized void atMillis(long millis) {
    nanos = Duration.ofMillis(millis).toNanos();
  }
}
