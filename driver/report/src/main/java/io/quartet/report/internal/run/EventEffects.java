package io.quartet.report.internal.run;

import io.quartet.books.IntervalRow;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.EventEffect;
import io.quartet.report.section.EventEffect.Pace;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.events.RunEvent.PlannedEventStep;
import io.quartet.results.evidence.BusinessRecovery;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** What the events of the benchmark file did to the system, by the intervals of the driver. */
public final class EventEffects {

  private static final long SHORTEST_MILLIS = 5_000;
  private static final long LONGEST_MILLIS = 60_000;

  private final ReportData data;
  private final Timeline timeline;
  private final long start;
  private final List<PlannedSpan> spans;

  private EventEffects(ReportData data, RunPlan plan) {
    this.data = data;
    this.timeline = plan.timeline();
    this.start = data.run().startedUtcMillis().orElse(0);
    this.spans = PlannedSpan.of(plan, data.events());
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
          number, span, planned, null, null, Pace.UNKNOWN, Pace.UNKNOWN, Pace.UNKNOWN, null);
    }
    long from = span.began().get().begunUtcMillis();
    OptionalLong to = span.toUtcMillis();
    long length = Math.min(LONGEST_MILLIS, Math.max(SHORTEST_MILLIS, to.orElse(from) - from));
    long before = Math.max(from - length, lastEnd(from));
    if (to.isEmpty()) {
      return new EventEffect(
          number,
          span,
          planned,
          seconds(from),
          null,
          pace(before, from),
          Pace.UNKNOWN,
          Pace.UNKNOWN,
          null);
    }
    long over = to.getAsLong();
    long next = nextBegin(over);
    return new EventEffect(
        number,
        span,
        planned,
        seconds(from),
        seconds(over),
        pace(before, from),
        pace(from, over),
        pace(over, Math.min(over + length, next)),
        recovery(before, from, over, next));
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
  private long nextBegin(long moment) {
    List<Segment> phases = timeline.phases();
    long end = start + phases.get(phases.size() - 1).end().toMillis();
    return LongStream.concat(
            spans.stream()
                .flatMap(span -> span.began().stream())
                .mapToLong(PlannedEventStep::begunUtcMillis)
                .filter(begin -> begin >= moment),
            LongStream.of(end))
        .min()
        .orElseThrow();
  }

  private Double recovery(long before, long from, long to, long next) {
    OptionalLong millis =
        BusinessRecovery.of(
                data.books().intervals(),
                BusinessRecovery.window(timeline.measured()),
                before,
                from,
                to,
                next)
            .millis();
    return millis.isPresent() ? millis.getAsLong() / 1e3 : null;
  }

  /** Of the intervals that lie within a time. One in which nothing happened has no rows. */
  private Pace pace(long from, long to) {
    double interval = data.grid().intervalMillis();
    long first = (long) Math.ceil((from - start) / interval);
    long last = (long) Math.floor((to - start) / interval);
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
    List<IntervalRow> customers =
        rows.stream()
            .filter(row -> row.type().issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR)
            .toList();
    long completed = customers.stream().mapToLong(IntervalRow::completed).sum();
    return new Pace(
        rows.stream()
                .filter(row -> row.type() == TransactionType.TRADE_RESULT)
                .mapToLong(IntervalRow::committed)
                .sum()
            / seconds,
        completed == 0
            ? null
            : customers.stream().mapToLong(IntervalRow::responseSumMicros).sum() / 1e3 / completed,
        rows.stream().mapToLong(IntervalRow::failed).sum() / seconds);
  }
}
