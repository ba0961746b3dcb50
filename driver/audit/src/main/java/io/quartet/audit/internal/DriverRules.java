package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.DriverHealth;
import io.quartet.books.DriverHealth.Limit;
import io.quartet.model.Text;
import io.quartet.results.DriverCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Rule 25 of docs/audit.md, "The rules": the driver was not the bottleneck, nor any of its workers.
 */
public final class DriverRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("driver-not-bottleneck", "The driver was not the bottleneck")
              .number(25)
              .reads(DriverCsv.NAME)
              .how("busiest thread, garbage collection and timers of each worker, in each second")
              .judge(DriverRules::judge));

  /** Share of the measured seconds in which it may have been one. */
  private static final double LIMIT = 0.05;

  private DriverRules() {}

  private static Judgment judge(AuditedRun run) {
    RunResults results = run.results();
    RunFigures figures = results.figures();
    Map<Integer, List<DriverHealth>> measured =
        results.driver().stream()
            .filter(row -> row.utcMillis() > figures.startUtcMillis())
            .filter(row -> row.utcMillis() <= figures.endUtcMillis())
            .collect(
                Collectors.groupingBy(DriverHealth::worker, TreeMap::new, Collectors.toList()));
    if (measured.isEmpty()) {
      return Judgment.notJudged("driver.csv has no row of the measured interval");
    }
    // One that is slow holds up its own Sets, however well the others do.
    List<DriverHealth> slowest =
        Collections.max(measured.values(), Comparator.comparingDouble(DriverRules::heldFraction));
    return Judgment.of(
        measured.values().stream().allMatch(DriverRules::isWithinLimit),
        Text.format("%,d of %,d s at its limit", held(slowest), slowest.size()),
        LoadRules.chosenPercent(LIMIT) + ", or 1 s",
        (measured.size() > 1 ? "worker " + slowest.get(0).worker() + ": " : "")
            + describe(slowest)
            + limits(slowest)
            + run.disturbance().inWords());
  }

  /** In how many seconds each limit was exceeded; empty if none was. */
  private static String limits(List<DriverHealth> rows) {
    return Arrays.stream(Limit.values())
        .filter(limit -> seconds(rows, limit) > 0)
        .map(limit -> Text.format("; %s in %,d s", limit.label(), seconds(rows, limit)))
        .collect(Collectors.joining());
  }

  private static long seconds(List<DriverHealth> rows, Limit limit) {
    return rows.stream().filter(row -> row.exceeded().contains(limit)).count();
  }

  private static boolean isWithinLimit(List<DriverHealth> rows) {
    return held(rows) <= Math.max(1, LIMIT * rows.size());
  }

  private static double heldFraction(List<DriverHealth> rows) {
    return (double) held(rows) / rows.size();
  }

  private static long held(List<DriverHealth> rows) {
    return rows.stream().filter(DriverHealth::isBottleneck).count();
  }

  private static String describe(List<DriverHealth> measured) {
    DriverHealth busiest =
        Collections.max(measured, Comparator.comparingLong(DriverHealth::busiestMillis));
    return Text.format(
        "busiest thread %s with %,d ms of %,d ms; garbage collection %,d ms in total; timers at"
            + " most %s ms late",
        busiest.busiestThread(),
        busiest.busiestMillis(),
        busiest.intervalMillis(),
        measured.stream().mapToLong(DriverHealth::gcMillis).sum(),
        Text.figure(measured.stream().mapToLong(DriverHealth::lagMicros).max().orElse(0) / 1e3, 1));
  }
}
