package io.quartet.report.internal.run;

import io.quartet.books.DriverHealth;
import io.quartet.books.IntervalRow;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.EventEffect;
import io.quartet.report.section.EventEffect.Await;
import io.quartet.report.section.EventEffect.Pace;
import io.quartet.results.RunFiles;
import io.quartet.results.events.Outage;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.events.RunEvent.PlannedEventStep;
import io.quartet.results.events.Silence;
import io.quartet.results.evidence.BusinessRecovery;
import io.quartet.results.statistics.DiskLoad;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What the events of the benchmark file did to the system, by the intervals of the driver. */
public final class EventEffects {

  private static final long SHORTEST_MILLIS = 5_000;
  private static final long LONGEST_MILLIS = 60_000;

  private final ReportData data;
  private final RunPlan plan;
  private final Timeline timeline;
  private final long start;
  private final long end;
  private final List<PlannedSpan> spans;
  private final List<DriverHealth> driver;

  private EventEffects(ReportData data, RunPlan plan) {
    this.data = data;
    this.plan = plan;
    this.timeline = plan.timeline();
    this.start = data.run().startedUtcMillis().orElse(0);
    List<Segment> phases = timeline.phases();
    this.end = start + phases.get(phases.size() - 1).end().toMillis();
    this.spans = PlannedSpan.of(plan, data.events());
    this.driver =
        spans.isEmpty()
            ? List.of()
            : new RunFiles(data.folder())
                .driver()
                .fold(Function.identity(), absent -> List.of(), damaged -> List.of());
  }

  /** All of them, in the order of the file; none without a plan. */
  public static List<EventEffect> of(ReportData data) {
    return data.plan().map(plan -> new EventEffects(data, plan).all()).orElse(List.of());
  }

  private List<EventEffect> all() {
    List<EventEffect> all = new ArrayList<>();
    for (PlannedSpan span : spans) {
      all.add(effect(all.size() + 1, span));
    }
    return List.copyOf(all);
  }

  private EventEffect effect(int number, PlannedSpan span) {
    double planned = span.planned().at().offset(timeline).toMillis() / 1e3;
    if (span.began().isEmpty()) {
      return new EventEffect(
          number,
          span,
          planned,
          null,
          null,
          Pace.UNKNOWN,
          Pace.UNKNOWN,
          Pace.UNKNOWN,
          null,
          List.of(),
          List.of(),
          List.of());
    }
    long from = span.began().get().begunUtcMillis();
    OptionalLong to = span.toUtcMillis();
    long over = to.orElse(end);
    long length = Math.min(LONGEST_MILLIS, Math.max(SHORTEST_MILLIS, over - from));
    long next = nextBegin(span, over);
    Span before = new Span("", Math.max(from - length, lastEnd(from)), from);
    Span during = new Span("", from, Math.min(over, end));
    Span after =
        to.isEmpty() ? new Span("", end, end) : new Span("", over, Math.min(over + length, next));
    Optional<VmSet> set = set(span.planned().on());
    return new EventEffect(
        number,
        span,
        planned,
        seconds(from),
        to.isEmpty() ? null : seconds(over),
        pace(before, set),
        pace(during, set),
        pace(after, set),
        to.isEmpty() ? null : recovery(before.startUtcMillis(), from, over, next),
        outages(span, from, over),
        awaits(before, during, after),
        SourcePaces.of(data, plan, span, lastEnd(from), next));
  }

  /** The Set of a VM; empty for another machine. */
  private Optional<VmSet> set(String on) {
    return data.sets().stream()
        .filter(set -> VmRole.of(on).map(set::vmName).filter(on::equals).isPresent())
        .findFirst();
  }

  /**
   * A server that was killed refuses connections, and one that is paused answers nothing: the
   * longer of both counts.
   */
  private List<String> outages(PlannedSpan span, long from, long over) {
    Map<String, Long> millis = new TreeMap<>();
    for (Outage outage : Outage.of(data.events())) {
      long begin = outage.fromUtcMillis();
      long lasting = outage.millis().orElse(Math.max(0, end - begin));
      if (span.mayCause(plan, outage.vm(), begin, begin + lasting)) {
        millis.merge(outage.vm(), lasting, Long::sum);
      }
    }
    Silence.millisByVm(start, data.books().intervals(), driver, from, over)
        .forEach(
            (vm, silent) -> {
              if (silent > 0 && span.mayCause(plan, vm, from, over)) {
                millis.merge(vm, silent, Math::max);
              }
            });
    return millis.entrySet().stream()
        .map(vm -> vm.getKey() + " for " + Text.seconds(vm.getValue() / 1e3, 1))
        .toList();
  }

  private List<Await> awaits(Span before, Span during, Span after) {
    return data.samples().diskLoads().stream()
        .map(
            load ->
                new Await(
                    load.name(),
                    awaitMillis(load, before),
                    awaitMillis(load, during),
                    awaitMillis(load, after)))
        .filter(await -> await.duringMillis() != null || await.beforeMillis() != null)
        .toList();
  }

  private Double awaitMillis(DiskLoad load, Span time) {
    List<Span> points = data.grid().points();
    List<Rates> within = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      if (time.holds(points.get(i).startUtcMillis(), points.get(i).endUtcMillis())) {
        within.add(load.rates().points().get(i));
      }
    }
    OptionalDouble await = Rates.sum(within).awaitMillis();
    return await.isPresent() ? await.getAsDouble() : null;
  }

  private double seconds(long utcMillis) {
    return (utcMillis - start) / 1e3;
  }

  /** When the last event before a moment was over, or the phases began. */
  private long lastEnd(long moment) {
    return LongStream.concat(
            spans.stream()
                .filter(span -> span.began().isPresent())
                .filter(span -> span.began().get().begunUtcMillis() < moment)
                .mapToLong(span -> Math.min(moment, span.toUtcMillis().orElse(moment))),
            LongStream.of(start + timeline.phases().get(0).start().toMillis()))
        .max()
        .orElseThrow();
  }

  /** When the next event after a moment begins, or the phases end. */
  private long nextBegin(PlannedSpan span, long moment) {
    return LongStream.concat(
            spans.stream()
                .filter(other -> !other.equals(span))
                .flatMap(other -> other.began().stream())
                .mapToLong(PlannedEventStep::begunUtcMillis)
                .filter(begin -> begin >= moment),
            LongStream.of(Math.max(moment, end)))
        .min()
        .orElseThrow();
  }

  private Double recovery(long before, long from, long to, long next) {
    OptionalLong millis =
        BusinessRecovery.of(
                data.figures().headline(),
                data.books().intervals(),
                data.grid().intervalMillis(),
                BusinessRecovery.window(timeline.measured()),
                before,
                from,
                to,
                next)
            .millis();
    return millis.isPresent() ? millis.getAsLong() / 1e3 : null;
  }

  /**
   * The pace in the intervals that lie within a time. One in which nothing happened has no rows.
   */
  private Pace pace(Span time, Optional<VmSet> set) {
    double interval = data.grid().intervalMillis();
    long first = (long) Math.ceil((time.startUtcMillis() - start) / interval);
    long last = (long) Math.floor((time.endUtcMillis() - start) / interval);
    if (last <= first) {
      return Pace.UNKNOWN;
    }
    double seconds = (last - first) * interval / 1e3;
    List<IntervalRow> rows =
        data.books().intervals().stream()
            .filter(
                row -> {
                  long number = Math.round((row.utcMillis() - start) / interval);
                  return number > first && number <= last;
                })
            .toList();
    List<IntervalRow> customers = rows.stream().filter(row -> row.kind().isSentByUsers()).toList();
    long completed = customers.stream().mapToLong(IntervalRow::timed).sum();
    long trades = trades(rows.stream());
    return new Pace(
        trades / seconds,
        completed == 0
            ? null
            : customers.stream().mapToLong(IntervalRow::responseSumMicros).sum() / 1e3 / completed,
        rows.stream().mapToLong(IntervalRow::failed).sum() / seconds,
        trades == 0
            ? null
            : set.map(
                    one ->
                        100.0 * trades(rows.stream().filter(row -> row.set().equals(one))) / trades)
                .orElse(null));
  }

  private long trades(Stream<IntervalRow> rows) {
    return rows.filter(row -> data.figures().headline().counts(row.kind()))
        .mapToLong(IntervalRow::committed)
        .sum();
  }
}
