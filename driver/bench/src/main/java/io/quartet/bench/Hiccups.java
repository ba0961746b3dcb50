package io.quartet.bench;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Measures how late this idle machine wakes a thread that sleeps for one millisecond, again and
 * again. No process on it can do better. Prints percentiles; takes {@code SECONDS}.
 */
public final class Hiccups {

  private static final long SLEEP_NANOS = 1_000_000;

  private Hiccups() {}

  public static void main(String[] arguments) {
    Histogram late = new Histogram(3);
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
    for (long now = System.nanoTime(); now < end; ) {
      long due = now + SLEEP_NANOS;
      LockSupport.parkNanos(SLEEP_NANOS);
      now = System.nanoTime();
      late.recordValue(Math.max(0, now - due) / 1_000);
    }
    System.out.println(LatencyTail.describe("sleeps", late));
  }
}
