package io.quartet.audit.internal.agreement;

import io.quartet.books.IntervalRow;
import io.quartet.results.RunResults;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * When the driver took its counts, about every second. An interval has the moment at which that
 * began. On a busy machine it may take seconds, and answers that come meanwhile are counted too.
 * The next interval is then late.
 */
final class Ticks {

  /** Counts of answers and of their times are taken one after the other. */
  private static final long SAME_TICK_MILLIS = 100;

  private static final long LATE_MILLIS = 1_500;

  private final NavigableSet<Long> ends = new TreeSet<>();

  private Ticks() {}

  static Ticks of(RunResults run) {
    Ticks ticks = new Ticks();
    run.intervals().stream().map(IntervalRow::utcMillis).forEach(ticks.ends::add);
    return ticks;
  }

  /** The latest moment of an answer that is counted in the interval with this end. */
  long latest(long endUtcMillis) {
    Long next = ends.higher(endUtcMillis + SAME_TICK_MILLIS);
    return next != null && next - endUtcMillis > LATE_MILLIS ? next : endUtcMillis;
  }
}
