package io.quartet.books;

import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the segment of a moment without allocating: the hot path asks several times per request.
 * Knows which segments a run has, as long as only that decides it. Thread-safe.
 */
public final class SegmentFinder {

  private volatile Laid laid;

  /** Segments and their ends, which change together. */
  private record Laid(List<Segment> segments, long[] endNanos) {

    static Laid of(List<Segment> segments) {
      return new Laid(
          List.copyOf(segments),
          segments.stream().mapToLong(segment -> segment.end().toNanos()).toArray());
    }
  }

  public SegmentFinder(Timeline timeline) {
    this.laid = Laid.of(timeline.segments());
  }

  /**
   * The segment that holds the moment; before the run the first one, after it the last one.
   *
   * @param nanos moment of a {@link RunClock}
   */
  public Segment at(long nanos) {
    Laid now = laid;
    for (int i = 0; i < now.endNanos.length; i++) {
      if (nanos < now.endNanos[i]) {
        return now.segments.get(i);
      }
    }
    return now.segments.get(now.segments.size() - 1);
  }

  /** The segments of the run, in their order; those to come too, as far as they are decided. */
  public List<Segment> segments() {
    return laid.segments;
  }

  /** End of the last segment, on the run's clock. */
  public long endNanos() {
    Laid now = laid;
    return now.endNanos[now.endNanos.length - 1];
  }

  /**
   * Leaves out all phases after one: rampDown follows it at once. Call it before the phase is over.
   *
   * @return rampDown at its new time. Its index stays, so that what is kept by index fits
   */
  public synchronized Segment endAfter(Segment phase) {
    List<Segment> all = laid.segments;
    Segment last = all.get(all.size() - 1);
    Segment rampDown =
        new Segment(
            last.index(),
            last.name(),
            last.isMeasured(),
            phase.end(),
            phase.end().plus(last.length()),
            last.shares());
    List<Segment> kept = new ArrayList<>(all.subList(0, phase.index() + 1));
    kept.add(rampDown);
    laid = Laid.of(kept);
    return rampDown;
  }
}
