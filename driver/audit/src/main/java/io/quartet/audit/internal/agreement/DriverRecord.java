package io.quartet.audit.internal.agreement;

import io.quartet.books.DriverHealth;
import io.quartet.results.DriverCsv;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.Span;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Checks that {@code driver.csv} covers every second, so that no slow second can be left out. */
final class DriverRecord {

  private static final long TOLERANCE_MILLIS = 500;

  /** A record is made about once a second. */
  private static final long PACE_MILLIS = 2_000;

  private DriverRecord() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    Map<Integer, List<DriverHealth>> byWorker =
        run.driver().stream()
            .collect(
                Collectors.groupingBy(DriverHealth::worker, TreeMap::new, Collectors.toList()));
    int workers = run.info().plan().driver().workerCount();
    boolean areAllThere = !run.hasLostWorker();
    if (areAllThere && byWorker.size() != workers) {
      found.add(
          DriverCsv.NAME,
          "holds figures of " + byWorker.size() + " in place of " + workers + " processes");
    }
    byWorker.forEach(
        (worker, rows) -> {
          if (hasGap(rows)) {
            found.add(DriverCsv.NAME, "has a gap or an extra row for worker " + worker);
          }
          if (areAllThere && !covers(rows, run.figures().interval())) {
            found.add(DriverCsv.NAME, "does not cover the interval for worker " + worker);
          }
        });
    return found;
  }

  private static boolean hasGap(List<DriverHealth> rows) {
    for (int i = 1; i < rows.size(); i++) {
      long since = rows.get(i).utcMillis() - rows.get(i - 1).utcMillis();
      if (Math.abs(since - rows.get(i).intervalMillis()) > TOLERANCE_MILLIS) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(List<DriverHealth> rows, Span interval) {
    DriverHealth first = rows.get(0);
    return first.utcMillis() - first.intervalMillis() <= interval.startUtcMillis() + PACE_MILLIS
        && rows.get(rows.size() - 1).utcMillis() >= interval.endUtcMillis() - PACE_MILLIS;
  }
}
