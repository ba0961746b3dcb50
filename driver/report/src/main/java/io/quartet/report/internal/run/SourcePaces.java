package io.quartet.report.internal.run;

import io.quartet.books.IntervalRow;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.statistics.BlockBootstrap;
import io.quartet.report.internal.statistics.Contrast;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Interval;
import io.quartet.report.internal.statistics.Sample;
import io.quartet.report.section.EventEffect.SourcePace;
import io.quartet.results.events.PlannedSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * How the source of copies did before they were made, meanwhile, and while they had load. Only
 * whole intervals of the driver within measured phases count.
 */
final class SourcePaces {

  /** Before the copies, while they are made, and with load on them: drawn independently. */
  private static final List<String> TIMES =
      List.of("before the copies", "while they are made", "with load on them");

  /** Fewer transactions do not show how much their rate varies. */
  private static final long FEWEST_COUNTED = 20;

  private final ReportData data;
  private final RunPlan plan;
  private final Pgbench workload;
  private final VmSet source;
  private final PlannedSpan span;
  private final long start;
  private final long interval;

  private SourcePaces(
      ReportData data, RunPlan plan, Pgbench workload, VmSet source, PlannedSpan span) {
    this.data = data;
    this.plan = plan;
    this.workload = workload;
    this.source = source;
    this.span = span;
    this.start = data.run().startedUtcMillis().orElse(0);
    this.interval = data.grid().intervalMillis();
  }

  /**
   * The three times; none for an event that made no copies.
   *
   * @param earliest end of the event before it
   * @param next begin of the event after it
   */
  static List<SourcePace> of(
      ReportData data, RunPlan plan, PlannedSpan span, long earliest, long next) {
    if (span.planned().copies().isEmpty()
        || !span.wasDone()
        || span.toUtcMillis().isEmpty()
        || !(plan.workload() instanceof Pgbench workload)) {
      return List.of();
    }
    Optional<VmSet> source = set(plan, span.planned().on());
    return source
        .map(set -> new SourcePaces(data, plan, workload, set, span).all(earliest, next))
        .orElse(List.of());
  }

  private static Optional<VmSet> set(RunPlan plan, String vm) {
    return plan.sets().stream().filter(set -> set.vmName(VmRole.OLTP).equals(vm)).findFirst();
  }

  private List<SourcePace> all(long earliest, long next) {
    long from = span.began().orElseThrow().begunUtcMillis();
    long to = span.toUtcMillis().orElseThrow();
    List<long[]> times =
        List.of(
            points(earliest, from, phase -> true),
            points(from, to, phase -> true),
            points(to, next, this::haveTargetsLoad));
    List<SourcePace> all = new ArrayList<>();
    List<Estimate> estimates = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      long[] points = times.get(i);
      if (points.length > 0) {
        estimates.add(estimate(points, i));
        Estimate estimate = estimates.get(estimates.size() - 1);
        all.add(pace(TIMES.get(i), points.length, estimate, i == 0 ? estimate : estimates.get(0)));
      }
    }
    return times.get(0).length == 0 ? List.of() : List.copyOf(all);
  }

  private boolean haveTargetsLoad(int phase) {
    return span.planned().copies().stream()
        .flatMap(vm -> set(plan, vm).stream())
        .anyMatch(set -> workload.load().clients(set, phase) > 0);
  }

  /** What the source committed in each interval of a time. */
  private long[] points(long from, long to, IntPredicate isWanted) {
    Timeline timeline = plan.timeline();
    List<Segment> phases = timeline.phases();
    return IntStream.range(0, phases.size())
        .filter(isWanted)
        .mapToObj(phases::get)
        .flatMapToLong(
            phase ->
                Arrays.stream(
                    points(
                        Math.max(from, start + phase.start().toMillis()),
                        Math.min(to, start + phase.end().toMillis()))))
        .toArray();
  }

  private long[] points(long from, long to) {
    int first = (int) -Math.floorDiv(start - from, interval);
    int last = (int) Math.floorDiv(to - start, interval);
    long[] points = new long[Math.max(0, last - first)];
    for (IntervalRow row : data.books().intervals()) {
      int point = (int) Math.round((row.utcMillis() - start) / (double) interval) - first - 1;
      if (row.set().equals(source)
          && point >= 0
          && point < points.length
          && data.figures().headline().counts(row.kind())) {
        points[point] += row.committed();
      }
    }
    return points;
  }

  private Estimate estimate(long[] points, int time) {
    BlockBootstrap bootstrap = new BlockBootstrap(List.of(points.length), time);
    double seconds = points.length * interval / 1e3;
    long sum = Arrays.stream(points).sum();
    double[] rates = bootstrap.sums(0, points);
    for (int i = 0; i < rates.length; i++) {
      rates[i] /= seconds;
    }
    return new Estimate(
        sum / seconds, rates, sum >= FEWEST_COUNTED && bootstrap.isEnough(List.of(0)));
  }

  private SourcePace pace(String time, int points, Estimate estimate, Estimate before) {
    Optional<Interval> own = estimate.interval();
    Optional<Contrast> change =
        estimate.equals(before)
            ? Optional.empty()
            : Contrast.of(Sample.of(List.of(before)), Sample.of(List.of(estimate)), 0);
    Optional<Interval> ofChange = change.flatMap(Contrast::interval);
    return new SourcePace(
        time,
        points * interval / 1e3,
        estimate.value(),
        own.map(one -> estimate.value() * (1 + one.lowPercent() / 100)).orElse(null),
        own.map(one -> estimate.value() * (1 + one.highPercent() / 100)).orElse(null),
        change.map(Contrast::percent).orElse(null),
        ofChange.map(Interval::lowPercent).orElse(null),
        ofChange.map(Interval::highPercent).orElse(null));
  }
}
