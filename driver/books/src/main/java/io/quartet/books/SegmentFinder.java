package io.quartet.books;

import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the segment of a moment without allocating: the hot path asks several times per request.
 * Knows which segments a run has, as long as only that decides it. Thread-safe.
 *
 * <p>A segment that was found once stays: a request may be booked in it.
 */
public final class SegmentFinder {

  private volatile Laid laid;

  /** Segments and their ends, which change together. */
  private static final class Laid {
    private final List<Segment> segments;
    private final long[] endNanos;

    /** Position of the last segment that was found. Grows only under the lock of the finder. */
    private volatile int reached;

    Laid(List<Segment> segments, int reached) {
      this.segments = List.copyOf(segments);
      this.endNanos = segments.stream().mapToLong(segment -> segment.end().toNanos()).toArray();
      this.reached = reached;
    }

    int positionAt(long nanos) {
      for (int i = 0; i < endNanos.length; i++) {
        if (nanos < endNanos[i]) {
          return i;
        }
      }
      return endNanos.length - 1;
    }
  }

  public SegmentFinder(Timeline timeline) {
    this.laid = new Laid(timeline.segments(), 0);
  }

  /**
   * The segment that holds the moment; before the run the first one, after it the last one.
   *
   * @param nanos moment of a {@link RunClock}
   */
  public Segment at(long nanos) {
    Laid now = laid;
    int position = now.positionAt(nanos);
    return position <= now.reached ? now.segments.get(position) : reach(nanos);
  }

  /** Finds a segment for the first time, unless it was left out meanwhile. */
  private synchronized Segment reach(long nanos) {
    Laid now = laid;
    int position = now.positionAt(nanos);
    now.reached = Math.max(now.reached, position);
    return now.segments.get(position);
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
   * @return rampDown at its new time. Its index stays, so that what is kept by index fits. Empty if
   *     a later segment was found already, because requests may be booked in it: nothing changes
   *     then
   */
  public synchronized Optional<Segment> endAfter(Segment phase) {
    Laid before = laid;
    List<Segment> all = before.segments;
    if (before.reached > phase.index()) {
      return Optional.empty();
    }
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
    laid = new Laid(kept, before.reached);
    return Optional.of(rampDown);
  }
}
