package io.quartet.orchestrate;

import io.quartet.measure.RunClock;
import java.time.Instant;

/**
 * A clock whose zero can be put off until everything is ready. Its zero must not move once load
 * flows. Thread-safe.
 */
final class RunStartClock implements RunClock {

  private volatile RunClock clock;

  RunStartClock(Instant start) {
    clock = RunClock.startingAt(start);
  }

  /** Puts the start off; never brings it forward. */
  void startNotBefore(Instant start) {
    if (clock.utcMillis(0) < start.toEpochMilli()) {
      clock = RunClock.startingAt(start);
    }
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public long utcMillis(long nanos) {
    return clock.utcMillis(nanos);
  }
}
