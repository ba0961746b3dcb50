package io.quartet.emulator;

import io.quartet.books.SegmentFinder;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timeline;

/**
 * The intended starts of a paced run, fixed by the plan alone. The rate rises evenly from 0 during
 * rampUp, then it is the rate of the phase. Within a phase the requests are evenly spaced. The
 * schedules of all parts of a load together are the schedule of the whole. Not thread-safe.
 */
final class PacedSchedule {

  private final RunPlan plan;
  private final LoadPart part;
  private final SegmentFinder segments;

  /** Nanoseconds between two requests, by segment. */
  private final double[] intervalNanos;

  private final double rampUpNanos;
  private double nanos;
  private long passed;

  /** The intended starts that fall to a part of the load. */
  PacedSchedule(RunPlan plan, LoadPart part) {
    this.plan = plan;
    this.part = part;
    Timeline timeline = plan.timeline();
    Load.Ladder etps = plan.brokerage().load().ladder();
    double requestsPerTrade = plan.brokerage().mix().requestsPerTrade();
    this.segments = new SegmentFinder(timeline);
    this.intervalNanos =
        timeline.segments().stream()
            .mapToDouble(segment -> 1e9 / (etps.in(timeline.phaseOf(segment)) * requestsPerTrade))
            .toArray();
    this.rampUpNanos = plan.schedule().timing().rampUp().toNanos();
    skipToOwn();
  }

  /** The next intended start, nanoseconds from the start of the run. */
  long nanos() {
    return (long) nanos;
  }

  /** Moves to the intended start after it. */
  void advance() {
    step();
    skipToOwn();
  }

  private void skipToOwn() {
    while (!part.takes(passed, plan)) {
      step();
    }
  }

  private void step() {
    passed++;
    double interval = intervalNanos[segments.at((long) nanos).index()];
    if (nanos < rampUpNanos) {
      // The n-th request of a rate that rises evenly to r at the end of T is due at sqrt(2 n T /
      // r).
      double inRampUp = Math.sqrt(2.0 * passed * rampUpNanos * interval);
      nanos = inRampUp < rampUpNanos ? inRampUp : nanos + interval;
    } else {
      nanos += interval;
    }
  }
}
