package io.quartet.run.internal.load;

import io.quartet.books.RunClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A clock whose zero can be put off until everything is ready. Its zero is a whole millisecond, and
 * must not move once load flows. Thread-safe.
 */
public final class RunStartClock implements RunClock {

  private volatile RunClock clock;

  /** A clock that starts at that moment unless it is put off. */
  public RunStartClock(Instant start) {
    clock = RunClock.startingAt(start.truncatedTo(ChronoUnit.MILLIS));
  }

  /** Puts the start off; never brings it forward. */
  public void startNotBefore(Instant start) {
    if (clock.utcMillis(0) < start.toEpochMilli()) {
      clock = RunClock.startingAt(start.truncatedTo(ChronoUnit.MILLIS));
    }
  }

  /** Goes by another clock from now on. */
  void follow(RunClock other) {
    clock = other;
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
