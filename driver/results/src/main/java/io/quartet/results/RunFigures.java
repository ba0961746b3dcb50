package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Figures that follow from the bookkeeping of a run. Immutable. */
public final class RunFigures {

  private static final long ROUNDING_MILLIS = 10;

  private final Optional<RunPlan> plan;
  private final Headline headline;
  private final List<CellRow> rows;

  private final Span interval;

  /**
   * @param plan the plan of the run; empty if it cannot be read
   * @param rows the rows of {@code phases.csv}
   */
  public RunFigures(Optional<RunPlan> plan, List<CellRow> rows) {
    this.plan = plan;
    this.headline = plan.map(one -> one.workload().headline()).orElse(Brokerage.HEADLINE);
    this.rows = List.copyOf(rows);
    this.interval = Span.interval(rows);
  }

  /** Figures of a run whose plan is known. */
  public RunFigures(RunPlan plan, List<CellRow> rows) {
    this(Optional.of(plan), rows);
  }

  /** True for requests that users send by themselves. */
  public static boolean isSentByUsers(CellRow row) {
    return row.kind().isSentByUsers();
  }

  /** The plan of the run; empty if it cannot be read. */
  public Optional<RunPlan> plan() {
    return plan;
  }

  /** The rows of {@code phases.csv}. */
  public List<CellRow> rows() {
    return rows;
  }

  private Stream<CellRow> measured() {
    return rows.stream().filter(CellRow::isMeasured);
  }

  /** The measured interval. */
  public Span interval() {
    return interval;
  }

  /** Begin of the first phase; 0 if none was run. */
  public long startUtcMillis() {
    return interval.startUtcMillis();
  }

  /** End of the last phase, as far as it was run; 0 if none was. */
  public long endUtcMillis() {
    return interval.endUtcMillis();
  }

  /** Seconds of the phases as far as they were run. */
  public double measuredSeconds() {
    return measured()
            .map(row -> List.of(row.startUtcMillis(), row.endUtcMillis()))
            .distinct()
            .mapToLong(ends -> ends.get(1) - ends.get(0))
            .sum()
        / 1e3;
  }

  /** Kinds of requests of the run; without a plan those of a brokerage. */
  public List<RequestKind> kinds() {
    return plan.map(one -> one.workload().kinds()).orElse(Brokerage.KINDS);
  }

  /** What the one figure of the run counts; without a plan that of a brokerage. */
  public Headline headline() {
    return headline;
  }

  /** Requests committed inside the measured interval that the headline counts. */
  public long counted() {
    return counted(row -> true);
  }

  /** Those of the rows that match. */
  public long counted(Predicate<CellRow> filter) {
    return measured(filter.and(row -> headline.counts(row.kind())), CellRow::committedInPhase);
  }

  /**
   * The one figure of a run, in the unit of its headline: that of all phases, or of a ramp that of
   * its best step. Empty if there was none: no measurement is not a measurement of zero. Empty
   * without a plan, which tells what the load was.
   */
  public OptionalDouble rate() {
    return plan.map(this::rate).orElse(OptionalDouble.empty());
  }

  private OptionalDouble rate(RunPlan run) {
    return run.workload().isRamp()
        ? LoadStep.best(LoadStep.of(run, rows)).stream().mapToDouble(LoadStep::etps).findFirst()
        : meanRate();
  }

  /**
   * What the headline counts of all Groups, Sets and phases, divided by the measured seconds; empty
   * if there was none.
   */
  public OptionalDouble meanRate() {
    long counted = counted();
    double seconds = measuredSeconds();
    return counted == 0 || seconds <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(counted / seconds);
  }

  /** Names of the phases that have begun, in their order. */
  public List<String> phases() {
    return measured().map(CellRow::phase).distinct().toList();
  }

  /** Sets that the rows know, in their order. */
  public List<VmSet> sets() {
    return rows.stream()
        .map(CellRow::set)
        .distinct()
        .sorted(Comparator.comparingInt(VmSet::order))
        .toList();
  }

  /** Groups with VMs, in their order; without a plan those that the rows know. */
  public List<VmGroup> groups() {
    return plan.map(RunPlan::groups)
        .orElseGet(() -> sets().stream().map(VmSet::group).distinct().toList());
  }

  /**
   * Phase by phase, Group by Group; only phases that have begun. Without a plan all targets are 0.
   */
  public List<ShareCell> shares() {
    List<ShareCell> cells = new ArrayList<>();
    for (String phase : phases()) {
      Predicate<CellRow> inPhase = row -> row.phase().equals(phase) && isSentByUsers(row);
      long total = measured(inPhase, CellRow::offered);
      Optional<LoadShare> targets = targets(phase);
      for (VmGroup group : groups()) {
        long requests = measured(inPhase.and(row -> row.set().group() == group), CellRow::offered);
        double target = targets.map(shares -> shares.percent(group)).orElse(0.0);
        cells.add(new ShareCell(phase, group, target, requests, total));
      }
    }
    return cells;
  }

  /**
   * True unless a phase ended before its time. The last row of a killed run is a moment in which
   * Groups were counted one after the other, so its shares say nothing.
   */
  public boolean isWhole(String phase) {
    long planned = segment(phase).map(one -> one.end().minus(one.start()).toMillis()).orElse(0L);
    return measured()
        .filter(row -> row.phase().equals(phase))
        .allMatch(row -> row.endUtcMillis() - row.startUtcMillis() >= planned - ROUNDING_MILLIS);
  }

  private Optional<Segment> segment(String name) {
    return plan.map(RunPlan::timeline).map(Timeline::segments).stream()
        .flatMap(List::stream)
        .filter(one -> one.name().equals(name))
        .findFirst();
  }

  /** Target shares of a segment; empty if the plan does not tell. */
  public Optional<LoadShare> targets(String segment) {
    return segment(segment).map(Segment::shares);
  }

  /** Users busy on average: response times of Customer Emulator requests by measured time. */
  public double busyUsers() {
    double seconds = measuredSeconds();
    return seconds <= 0
        ? 0
        : measured(RunFigures::isSentByUsers, CellRow::responseSumMicros) / 1e6 / seconds;
  }

  /** Users of the closed pool, their mean over the time that was run; empty if load is paced. */
  public OptionalDouble users() {
    return plan.map(this::users).orElse(OptionalDouble.empty());
  }

  private OptionalDouble users(RunPlan run) {
    Timeline timeline = run.timeline();
    double userMillis = 0;
    long millis = 0;
    for (Segment phase : timeline.phases()) {
      OptionalDouble users = run.workload().users(timeline.phaseOf(phase));
      if (users.isEmpty()) {
        return users;
      }
      long length = runMillis(phase.name());
      userMillis += users.getAsDouble() * length;
      millis += length;
    }
    return millis == 0 ? OptionalDouble.empty() : OptionalDouble.of(userMillis / millis);
  }

  /** How long a phase was run; 0 if it has no row. */
  private long runMillis(String phase) {
    return measured()
        .filter(row -> row.phase().equals(phase))
        .mapToLong(row -> row.endUtcMillis() - row.startUtcMillis())
        .findFirst()
        .orElse(0);
  }

  /** True if the response times of requests are known. */
  private boolean hasResponseTimes() {
    return kinds().stream().anyMatch(kind -> kind.timed(1, 1) > 0);
  }

  /**
   * Little's law residual, |busy users - users| / users; empty if the load is paced, or if no
   * response time is known.
   */
  public OptionalDouble littlesLawResidual() {
    OptionalDouble users = users();
    return users.isEmpty() || !hasResponseTimes()
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.abs(busyUsers() - users.getAsDouble()) / users.getAsDouble());
  }

  /** Sum of a column over the measured rows that match. */
  public long measured(Predicate<CellRow> filter, ToLongFunction<CellRow> column) {
    return measured().filter(filter).mapToLong(column).sum();
  }

  /** Sum of a column over all rows that match, pseudo-phases included. */
  public long whole(Predicate<CellRow> filter, ToLongFunction<CellRow> column) {
    return rows.stream().filter(filter).mapToLong(column).sum();
  }
}
