package io.quartet.audit.internal.agreement;

import io.quartet.results.IntervalsCsv;
import io.quartet.results.RunResults;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** The times of {@code intervals.csv} against the plan. Answers of a segment came in it. */
final class Moments {

  private Moments() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    Segments segments = Segments.of(run);
    Ticks ticks = Ticks.of(run);
    Set<String> named = new HashSet<>();
    ticks.forEachRow(
        (begin, row) -> {
          String phase = row.phase();
          long end = row.utcMillis();
          if (!segments.isUnknown(phase)
              && (segments.isOutside(
                      segments.startUtcMillis(phase) - ticks.latest(row.set(), end),
                      row.started() + row.completed())
                  || segments.isOutside(begin - segments.endUtcMillis(phase), row.completed()))
              && named.add(phase)) {
            found.add(
                IntervalsCsv.NAME,
                "has requests of "
                    + phase
                    + " at "
                    + Instant.ofEpochMilli(end)
                    + ", which is another time");
          }
        });
    return found;
  }
}
