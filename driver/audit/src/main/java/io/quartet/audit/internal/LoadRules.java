package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.ShareCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rules about the load: the shares were kept, the users were busy, the exchange kept up. */
public final class LoadRules {

  public static final Rule LITTLES_LAW =
      Scope.CLOSED_POOL
          .fatal("littles-law", "Little's law holds: the users were always busy")
          .ofBrokerage()
          .number(23)
          .reads(PhasesCsv.NAME)
          .how(
              "residual of at most 1 % in an official run, 3 % in others. If it is larger, phases are left"
                  + " out in which an event of the benchmark file was in force or within a second"
                  + " of their end. In official runs they count")
          .judge(LoadRules::new, LoadRules::littlesLaw);

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("shares", "Each Group got its share of the requests in each phase")
              .ofBrokerage()
              .number(14, 15)
              .reads(PhasesCsv.NAME)
              .how(
                  "customer requests by intended start: within 0.5 percentage points or 2 requests."
                      + " A phase that was cut is not judged, nor one without any request while an"
                      + " event of the benchmark file was in force, but in official runs."
                      + " Rule 15 follows from rule 14 in official runs, whose phases have the same"
                      + " length")
              .judge(LoadRules::new, LoadRules::shares),
          LITTLES_LAW,
          Scope.PACED
              .fatal("paced-schedule", "Requests were due at the planned rate")
              .ofBrokerage()
              .reads(PhasesCsv.NAME)
              .how(
                  "requests that fell due in each phase: within 2 of what rate and mix ask for. Not"
                      + " judged if the load did not run to its end")
              .judge(LoadRules::new, LoadRules::pacedSchedule),
          Scope.PACED
              .warning("overload", "Every request was sent")
              .reads(PhasesCsv.NAME)
              .how("an overload is a result of a paced run, so it never makes the run INVALID")
              .judge(LoadRules::new, LoadRules::overload),
          Scope.EVERY_RUN
              .fatal("trade-result-backlog", "The backlog of due Trade-Results does not grow")
              .ofBrokerage()
              .reads(IntervalsCsv.NAME)
              .how(
                  "growth from the first to the last quarter of the interval: at most 20, or the arrivals"
                      + " of 2 s. Moments at which an event of the benchmark file was in force count"
                      + " in official runs only")
              .judge(LoadRules::new, LoadRules::backlog),
          Scope.EVERY_RUN
              .warning("trade-result-retries", "Few Trade-Results are retried")
              .ofBrokerage()
              .number(24)
              .reads(PhasesCsv.NAME)
              .how("at most 1 %")
              .judge(LoadRules::new, LoadRules::retries));

  private static final double RESIDUAL_LIMIT = 0.03;
  private static final double RESIDUAL_LIMIT_OFFICIAL = 0.01;
  private static final double RETRY_LIMIT = 0.01;

  /** Requests that are open when an event begins may have been due so long before. */
  private static final long OPEN_MILLIS = 1_000;

  /** A request at each end of a phase may belong to the next one. */
  private static final double SCHEDULE_TOLERANCE = 2;

  /** A backlog may grow by what arrives in this long, or by this many, before it counts. */
  private static final double BACKLOG_SECONDS = 2;

  private static final double BACKLOG_FLOOR = 20;

  private final RunResults results;
  private final RunFigures figures;
  private final EventCauses causes;

  private LoadRules(AuditedRun run) {
    this.results = run.results();
    this.figures = results.figures();
    this.causes = new EventCauses(run);
  }

  private Judgment shares() {
    List<ShareCell> begun = figures.shares();
    List<ShareCell> whole = begun.stream().filter(cell -> figures.isWhole(cell.phase())).toList();
    if (whole.isEmpty() && !begun.isEmpty()) {
      return Judgment.notJudged("no phase ran to its end");
    }
    List<ShareCell> cells = whole.stream().filter(cell -> !isStalledByEvents(cell)).toList();
    if (cells.isEmpty() && !whole.isEmpty()) {
      return Judgment.notJudged("no phase had requests besides events of the benchmark file");
    }
    List<ShareCell> off = cells.stream().filter(cell -> !cell.isWithinTolerance()).toList();
    Optional<ShareCell> worst =
        cells.stream().max(Comparator.comparingDouble(cell -> Math.abs(cell.missedRequests())));
    return Judgment.of(
        off.isEmpty() && !cells.isEmpty(),
        worst.map(LoadRules::describe).orElse("no requests"),
        "0.5 points or 2 requests",
        off.stream()
            .map(
                cell ->
                    Finding.of(Subject.PHASE, cell.phase(), describe(cell))
                        .and(Subject.GROUP, cell.group().name()))
            .toList());
  }

  /** All users may wait for one database, so that a phase has no request at all. */
  private boolean isStalledByEvents(ShareCell cell) {
    return !cell.hasRequests()
        && figures.rows().stream()
            .filter(row -> row.phase().equals(cell.phase()))
            .anyMatch(row -> !inForce(row).isEmpty());
  }

  private static String describe(ShareCell cell) {
    return Text.format(
        "phase %s Group %s: %s against %s (%s of %s)",
        cell.phase(),
        cell.group(),
        percent(cell.actualPercent() / 100),
        percent(cell.targetPercent() / 100),
        Text.signed(cell.missedRequests(), 1),
        Text.counted(cell.total(), "request"));
  }

  /** The schedule is fixed by the plan, so a closed load cannot pass for a paced one. */
  private Judgment pacedSchedule() {
    if (results.state().filter(RunState::isMeasured).isEmpty()) {
      return Judgment.notJudged("the load did not run to its end");
    }
    RunPlan plan = results.info().plan();
    Timeline timeline = plan.timeline();
    List<Finding> off = new ArrayList<>();
    long offered = 0;
    double due = 0;
    for (Segment phase : timeline.phases()) {
      double planned =
          plan.brokerage().load().ladder().in(timeline.phaseOf(phase))
              * plan.brokerage().mix().requestsPerTrade()
              * phase.end().minus(phase.start()).toNanos()
              / 1e9;
      long found =
          figures.measured(
              row -> row.phase().equals(phase.name()) && RunFigures.isSentByUsers(row),
              CellRow::offered);
      if (Math.abs(found - planned) > SCHEDULE_TOLERANCE) {
        off.add(
            Finding.of(
                Subject.PHASE,
                phase.name(),
                Text.format(
                    "phase %s: %,d requests fell due, %s planned",
                    phase.name(), found, Text.count(Math.round(planned)))));
      }
      offered += found;
      due += planned;
    }
    return Judgment.of(Text.counted(offered, "request"), Text.count(Math.round(due)), off);
  }

  /** Overload of a paced run is a finding, not a fault: it is shown in figures and never fatal. */
  private Judgment overload() {
    long offered = figures.measured(RunFigures::isSentByUsers, CellRow::offered);
    long skipped = figures.measured(RunFigures::isSentByUsers, CellRow::skipped);
    return Judgment.of(
        skipped == 0,
        Text.format("%,d of %,d requests skipped", skipped, offered),
        "none",
        skipped == 0
            ? ""
            : "the offered load exceeded what the databases or the users could take: "
                + results.info().plan().workload().describeLoad());
  }

  private Judgment littlesLaw() {
    Judgment whole = littlesLaw(figures, "");
    Map<Boolean, List<CellRow>> byCause =
        figures.rows().stream()
            .filter(CellRow::isMeasured)
            .collect(Collectors.partitioningBy(row -> waitedFor(row).isEmpty()));
    List<CellRow> others = byCause.get(true);
    List<CellRow> disturbed = byCause.get(false);
    if (whole.result() == Check.Result.PASS || disturbed.isEmpty()) {
      return whole;
    }
    String events = EventCauses.inWords(disturbed.stream().flatMap(row -> waitedFor(row).stream()));
    return others.isEmpty()
        ? Judgment.notJudged(
            whole.actual(), whole.limit(), "every phase was disturbed by " + events)
        : littlesLaw(
            new RunFigures(results.info().plan(), others), ", without the phases of " + events);
  }

  /** The wait of a request counts in the phase in which it was due. */
  private List<String> waitedFor(CellRow row) {
    return causes.inForce(row.startUtcMillis(), row.endUtcMillis() + OPEN_MILLIS);
  }

  private List<String> inForce(CellRow row) {
    return causes.inForce(row.startUtcMillis(), row.endUtcMillis());
  }

  private Judgment littlesLaw(RunFigures judged, String without) {
    double residual = judged.littlesLawResidual().orElse(1);
    double limit =
        results.info().plan().publication().profile() == ValidityProfile.OFFICIAL
            ? RESIDUAL_LIMIT_OFFICIAL
            : RESIDUAL_LIMIT;
    return Judgment.of(
        residual <= limit,
        percent(residual),
        chosenPercent(limit),
        Text.format(
            "%s of %s users busy on average%s",
            Text.figure(judged.busyUsers(), 3), Text.figure(judged.users().orElse(0), 1), without));
  }

  /**
   * Trade-Results that fell due and were not answered yet, all Sets, in the first and the last
   * quarter of the measured interval. A queue that the databases cannot keep up with grows
   * steadily; the switch of shares alone only moves it from one Set to another.
   */
  private Judgment backlog() {
    long start = figures.startUtcMillis();
    long end = figures.endUtcMillis();
    Map<Long, Long> backlog = backlogByMoment();
    boolean isEmpty = backlog.isEmpty();
    backlog.keySet().removeIf(causes::mayBeSeenAt);
    long quarter = (end - start) / 4;
    double first = mean(backlog, start, start + quarter);
    double last = mean(backlog, end - quarter, end);
    if (Double.isNaN(first) || Double.isNaN(last)) {
      return Judgment.notJudged(
          isEmpty || causes.inForce(start, end).isEmpty()
              ? "intervals.csv has no Trade-Results in the measured interval"
              : "no moment of the first or of the last quarter is without an event");
    }
    double rate = figures.counted() / Math.max(0.001, figures.measuredSeconds());
    double limit = Math.max(BACKLOG_FLOOR, BACKLOG_SECONDS * rate);
    return Judgment.of(
        last - first <= limit,
        Text.format(
            "%s (from %s to %s waiting)",
            Text.signed(last - first, 1), Text.figure(first, 1), Text.figure(last, 1)),
        "growth of at most " + Text.figure(limit, 0));
  }

  private Map<Long, Long> backlogByMoment() {
    Map<Long, Long> changes = new TreeMap<>();
    for (IntervalRow row : results.intervals()) {
      if (row.kind() == TransactionType.TRADE_RESULT) {
        changes.merge(row.utcMillis(), row.started() - row.completed(), Long::sum);
      } else {
        changes.putIfAbsent(row.utcMillis(), 0L);
      }
    }
    long[] waiting = {0};
    changes.replaceAll((moment, change) -> waiting[0] += change);
    return changes;
  }

  private static double mean(Map<Long, Long> backlog, long from, long to) {
    return backlog.entrySet().stream()
        .filter(entry -> entry.getKey() >= from && entry.getKey() <= to)
        .mapToLong(Map.Entry::getValue)
        .average()
        .orElse(Double.NaN);
  }

  private Judgment retries() {
    long retries =
        figures.measured(row -> row.kind() == TransactionType.TRADE_RESULT, CellRow::retries);
    long started =
        figures.measured(row -> row.kind() == TransactionType.TRADE_RESULT, CellRow::started);
    double fraction = started == 0 ? 0 : (double) retries / started;
    return Judgment.of(
        fraction <= RETRY_LIMIT,
        percent(fraction),
        chosenPercent(RETRY_LIMIT),
        "retries: " + Text.count(retries) + " of " + Text.counted(started, "Trade-Result"));
  }

  /** A limit in percent, with all its digits. */
  static String chosenPercent(double fraction) {
    return Text.chosen(100 * fraction) + " %";
  }

  public static String percent(double fraction) {
    return Text.figure(100 * fraction, 2) + " %";
  }
}
