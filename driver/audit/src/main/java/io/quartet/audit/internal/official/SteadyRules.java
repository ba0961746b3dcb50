package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.books.IntervalRow;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rules about an official run going on evenly: throughput without a trend, Data-Maintenance on
 * time.
 */
public final class SteadyRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal("trend", "Throughput has no trend within the phases")
              .number(18)
              .reads(IntervalsCsv.NAME)
              .how("slope within the phases: 2 % an hour, or 3 standard errors")
              .judge(SteadyRules::new, SteadyRules::trend),
          Scope.OFFICIAL
              .fatal("maintenance-cadence", "Data-Maintenance starts every 58 to 62 s in every Set")
              .number(22)
              .reads(IntervalsCsv.NAME)
              .how("the rotation of tables is fixed in the program")
              .judge(SteadyRules::new, SteadyRules::maintenance));

  private static final double TREND_LIMIT_PERCENT = 2;
  private static final double SIGMAS = 3;
  private static final double MILLIS_PER_HOUR = 3_600_000;
  private static final Duration LEAST_CADENCE = Duration.ofSeconds(58);
  private static final Duration MOST_CADENCE = Duration.ofSeconds(62);
  private static final Duration ROUNDING = Duration.ofSeconds(2);

  private final RunResults results;
  private final RunFigures figures;
  private final RunPlan plan;

  private SteadyRules(AuditedRun run) {
    this.results = run.results();
    this.figures = results.figures();
    this.plan = run.plan();
  }

  /** One second of a phase and what was completed in it. */
  private record Point(double hours, double trades) {}

  /**
   * The slope of the line of least squares through the seconds of all phases, each phase moved to
   * the same mean. Its own standard error is granted, because trades come at random.
   */
  private Judgment trend() {
    List<Point> points = new ArrayList<>();
    secondsByPhase().values().forEach(phase -> points.addAll(centred(phase)));
    double mean = figures.meanRate().orElse(0);
    double spread = points.stream().mapToDouble(p -> p.hours * p.hours).sum();
    if (points.size() <= 2 || spread == 0 || mean == 0) {
      return Judgment.notJudged("too few intervals to judge");
    }
    double slope = points.stream().mapToDouble(p -> p.hours * p.trades).sum() / spread;
    double residue =
        points.stream().mapToDouble(p -> Math.pow(p.trades - slope * p.hours, 2)).sum();
    double error = Math.sqrt(residue / (points.size() - 2) / spread);
    double percent = 100 * slope / mean;
    double limit = Math.max(TREND_LIMIT_PERCENT, SIGMAS * 100 * error / mean);
    return Judgment.of(
        Math.abs(percent) <= limit,
        Text.signed(percent, 2) + " % per hour",
        Text.figure(limit, 2) + " % per hour");
  }

  /** Trade-Results by the end of each interval that lies in one phase as a whole. */
  private Map<Segment, Map<Long, Long>> secondsByPhase() {
    Map<Long, Long> byMoment = new TreeMap<>();
    for (IntervalRow row : results.intervals()) {
      boolean isResult = row.kind() == TransactionType.TRADE_RESULT;
      byMoment.merge(row.utcMillis(), isResult ? row.committed() : 0, Long::sum);
    }
    Map<Segment, Map<Long, Long>> byPhase = new LinkedHashMap<>();
    long before = Long.MIN_VALUE;
    for (Map.Entry<Long, Long> second : byMoment.entrySet()) {
      long from = before;
      before = second.getKey();
      plan.timeline().phases().stream()
          .filter(phase -> utcMillis(phase.start()) <= from)
          .filter(phase -> second.getKey() <= utcMillis(phase.end()))
          .findFirst()
          .ifPresent(
              phase ->
                  byPhase
                      .computeIfAbsent(phase, key -> new TreeMap<>())
                      .put(second.getKey(), second.getValue()));
    }
    return byPhase;
  }

  private long utcMillis(Duration offset) {
    return results.info().startedUtcMillis() + offset.toMillis();
  }

  /** Both coordinates of a phase's seconds without their means. */
  private static List<Point> centred(Map<Long, Long> phase) {
    double hours =
        phase.keySet().stream().mapToDouble(Long::doubleValue).average().orElse(0)
            / MILLIS_PER_HOUR;
    double trades = phase.values().stream().mapToDouble(Long::doubleValue).average().orElse(0);
    return phase.entrySet().stream()
        .map(
            second ->
                new Point(second.getKey() / MILLIS_PER_HOUR - hours, second.getValue() - trades))
        .toList();
  }

  /** By the second in which each was due; a second or two off the rule's 60 is rounding. */
  private Judgment maintenance() {
    List<Finding> problems = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      List<Long> due = maintenanceRounds(set);
      for (int i = 1; i < due.size(); i++) {
        long gap = due.get(i) - due.get(i - 1);
        if (gap < LEAST_CADENCE.toMillis() || gap > MOST_CADENCE.toMillis()) {
          problems.add(
              Finding.of(
                  Subject.SET,
                  set.name(),
                  set.name() + ": " + Text.seconds(gap / 1e3, 1) + " between two"));
        }
      }
      if (due.size() < 2) {
        problems.add(
            Finding.of(Subject.SET, set.name(), set.name() + ": " + due.size() + " in all"));
      }
    }
    return Judgment.of(problems.size() + " out of step", "none", problems);
  }

  /**
   * When the databases of a Set had their turn, one Data-Maintenance each. All are due at the same
   * moment, but if that is near the end of a second, the next one may count some of them.
   */
  private List<Long> maintenanceRounds(VmSet set) {
    List<Long> started =
        results.intervals().stream()
            .filter(row -> row.kind() == TransactionType.DATA_MAINTENANCE)
            .filter(row -> row.set().equals(set) && isMeasured(row.utcMillis()))
            .flatMap(row -> Collections.nCopies((int) row.started(), row.utcMillis()).stream())
            .sorted()
            .toList();
    List<Long> rounds = new ArrayList<>();
    int inRound = 0;
    for (long moment : started) {
      boolean isFull = inRound % plan.databaseRoles().size() == 0;
      if (isFull || moment - rounds.get(rounds.size() - 1) > ROUNDING.toMillis()) {
        rounds.add(moment);
        inRound = 0;
      }
      inRound++;
    }
    return rounds;
  }

  private boolean isMeasured(long utcMillis) {
    return utcMillis > figures.startUtcMillis() && utcMillis <= figures.endUtcMillis();
  }
}
