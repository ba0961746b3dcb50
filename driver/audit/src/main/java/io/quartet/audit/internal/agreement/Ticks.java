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

  private final RunResults run;
  private final NavigableSet<Long> ends = new TreeSet<>();

  private Ticks(RunResults run) {
    this.run = run;
    run.intervals().stream().map(IntervalRow::utcMillis).forEach(ends::add);
  }

  static Ticks of(RunResults run) {
    return new Ticks(run);
  }

  /** Takes a row, and when its interval began. */
  interface RowConsumer {
    void accept(long beginUtcMillis, IntervalRow row);
  }

  /**
   * Hands over every row in the order of the file. An interval ends at the time of its rows and
   * begins at the time of the rows before.
   */
  void forEachRow(RowConsumer action) {
    long begin = run.info().startedUtcMillis();
    long end = begin;
    for (IntervalRow row : run.intervals()) {
      if (row.utcMillis() != end) {
        begin = end;
        end = row.utcMillis();
      }
      action.accept(begin, row);
    }
  }

  /** The latest moment of an answer that is counted in the interval with this end. */
  long latest(long endUtcMillis) {
    Long next = ends.higher(endUtcMillis + SAME_TICK_MILLIS);
    return next != null && next - endUtcMillis > LATE_MILLIS ? next : endUtcMillis;
  }
}
