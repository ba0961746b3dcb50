package io.quartet.books;

import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import java.util.List;

/**
 * Finds the segment of a moment without allocating: the hot path asks several times per request.
 * Immutable.
 */
public final class SegmentFinder {

  private final List<Segment> segments;
  private final long[] endNanos;

  public SegmentFinder(Timeline timeline) {
    this.segments = timeline.segments();
    this.endNanos = segments.stream().mapToLong(segment -> segment.end().toNanos()).toArray();
  }

  /**
   * The segment that holds the moment; before the run the first one, after it the last one.
   *
   * @param nanos moment of a {@link RunClock}
   */
  public Segment at(long nanos) {
    for (int i = 0; i < endNanos.length; i++) {
      if (nanos < endNanos[i]) {
        return segments.get(i);
      }
    }
    return segments.get(segments.size() - 1);
  }
}
