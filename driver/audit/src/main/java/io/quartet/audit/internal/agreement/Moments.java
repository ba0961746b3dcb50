package io.quartet.audit.internal.agreement;

import io.quartet.books.IntervalRow;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.RunResults;
import java.util.HashSet;
import java.util.Set;

/**
 * The times of {@code intervals.csv} against the plan. An interval ends at the time of its rows and
 * begins at the time of the rows before. Answers of a segment came in it.
 */
final class Moments {

  private Moments() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    Segments segments = Segments.of(run);
    Ticks ticks = Ticks.of(run);
    Set<String> named = new HashSet<>();
    long begin = run.info().startedUtcMillis();
    long end = begin;
    for (IntervalRow row : run.intervals()) {
      if (row.utcMillis() != end) {
        begin = end;
        end = row.utcMillis();
      }
      String phase = row.phase();
      if (!segments.isUnknown(phase)
          && (segments.isOutside(
                  segments.startUtcMillis(phase) - ticks.latest(end),
                  row.started() + row.completed())
              || segments.isOutside(begin - segments.endUtcMillis(phase), row.completed()))
          && named.add(phase)) {
        found.add(
            IntervalsCsv.NAME,
            "has requests of " + phase + " at " + end + ", which is another time");
      }
    }
    return found;
  }
}
