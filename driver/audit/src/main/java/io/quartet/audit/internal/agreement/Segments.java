package io.quartet.audit.internal.agreement;

import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.RunResults;
import java.util.List;

/**
 * When the segments of a run were, by its plan. What the files say of an answer is compared with
 * that.
 */
final class Segments {

  /** How late one answer may be counted: its thread may have to wait for a processor. */
  private static final long TOLERANCE_MILLIS = 2_000;

  /** How long the driver may take its counts; if it takes longer, its next interval is late. */
  private static final long COUNTING_MILLIS = 500;

  /** Logs have their times in seconds, with three decimals. */
  private static final long ROUNDING_MILLIS = 2;

  private static final long LONG_AGO = Long.MIN_VALUE / 4;

  private final long zeroUtcMillis;
  private final List<Segment> segments;

  /** More requests of a Set and transaction are never under way at a time. */
  private final long mostOpen;

  private Segments(long zeroUtcMillis, RunPlan plan) {
    this.zeroUtcMillis = zeroUtcMillis;
    this.segments = plan.timeline().segments();
    // Workers end their intervals one after the other, and all rows have the time of the last.
    this.mostOpen =
        plan.driver().isAlone() ? plan.userSessions() + plan.marketSessions() : Long.MAX_VALUE;
  }

  static Segments of(RunResults run) {
    return new Segments(run.info().startedUtcMillis(), run.info().plan());
  }

  /** True for a name that the plan does not know: other rules name it. */
  boolean isUnknown(String name) {
    return segments.stream().noneMatch(segment -> segment.name().equals(name));
  }

  /** When a segment began. What comes before the first one is charged to it. */
  long startUtcMillis(String name) {
    Segment segment = byName(name);
    return segment.equals(segments.get(0)) ? LONG_AGO : zeroUtcMillis + segment.start().toMillis();
  }

  /** When a segment ended. What comes after the last one is charged to it. */
  long endUtcMillis(String name) {
    Segment segment = byName(name);
    return segment.equals(segments.get(segments.size() - 1))
        ? -LONG_AGO
        : zeroUtcMillis + segment.end().toMillis();
  }

  /**
   * True if so many requests are that far outside of a segment and cannot be. Those that are open
   * when an interval ends may be counted with another one.
   */
  boolean isOutside(long millis, long requests) {
    return requests > 0 && millis > (requests <= mostOpen ? TOLERANCE_MILLIS : COUNTING_MILLIS);
  }

  /**
   * True if a stretch of time is that of the segment. Not judged of the last one: a run that grows
   * decides late when it begins.
   */
  boolean isWhole(String name, long startUtcMillis, long endUtcMillis) {
    Segment segment = byName(name);
    return segment.equals(segments.get(segments.size() - 1))
        || Math.abs(startUtcMillis - zeroUtcMillis - segment.start().toMillis()) <= ROUNDING_MILLIS
            && Math.abs(endUtcMillis - zeroUtcMillis - segment.end().toMillis()) <= ROUNDING_MILLIS;
  }

  private Segment byName(String name) {
    return segments.stream()
        .filter(segment -> segment.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
