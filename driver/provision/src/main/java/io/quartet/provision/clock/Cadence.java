package io.quartet.provision.clock;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Regular moments on a clock. On the run's clock samples of all VMs belong to the same moments, and
 * intervals and phases share their borders. Missed moments are not made up for, but noticed. Used
 * by one thread; another one may ask what was missed.
 */
public final class Cadence {

  private final long intervalNanos;
  private final LongSupplier clock;
  private volatile long lastNanos;

  /**
   * @param clock nanoseconds since its zero, negative before it
   */
  public Cadence(Duration interval, LongSupplier clock) {
    this.intervalNanos = interval.toNanos();
    this.clock = clock;
    this.lastNanos = clock.getAsLong();
  }

  /** Nanoseconds until the next of the moments. */
  long nanosToNext() {
    return intervalNanos - Math.floorMod(clock.getAsLong(), intervalNanos);
  }

  /** Nanoseconds without a sample beyond what is usual, if there is none until now; 0 if usual. */
  public long missedNanos() {
    long missed = clock.getAsLong() - lastNanos - intervalNanos;
    return missed > intervalNanos / 2 ? missed : 0;
  }

  /** A sample was taken now. */
  public void sampled() {
    lastNanos = clock.getAsLong();
  }
}
