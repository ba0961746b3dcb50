package io.quartet.books;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import java.util.List;

/**
 * Picks the Group, and within it the Set, of the next Customer Emulator request.
 *
 * <p>After any number of requests of a segment, the count of each Group differs from its share of
 * them by at most 5/6 of a request. Sets of a Group take turns. Nothing is random, so the same
 * number of requests always splits the same way.
 *
 * <p>Ask with the segment of the request's intended start, and book the request with the same
 * moment. Then this class and the bookkeeping have the same counts.
 *
 * <p>Source of the rule and its bound: R. Tijdeman, "The chairman assignment problem", Discrete
 * Mathematics 32 (1980). Thread-safe.
 */
public final class GroupChooser {

  private static final VmGroup[] GROUPS = VmGroup.values();

  /** 1/(2k-2) for k = 4 Groups: a Group this close to its due count may be served. */
  private static final double READY = 1.0 / (2 * GROUPS.length - 2);

  private final SegmentCounts[] segments;
  private final VmSet[][] setsByGroup;

  /**
   * Serves some Sets of the plan.
   *
   * @param sets at least one of every Group that has Sets
   */
  public GroupChooser(RunPlan plan, List<VmSet> sets) {
    this.segments =
        plan.timeline().segments().stream().map(SegmentCounts::new).toArray(SegmentCounts[]::new);
    this.setsByGroup = new VmSet[GROUPS.length][];
    for (VmGroup group : GROUPS) {
      setsByGroup[group.ordinal()] =
          sets.stream().filter(set -> set.group() == group).toArray(VmSet[]::new);
    }
  }

  /** The Set of the next request of this segment: the Sets of a Group take turns. */
  public VmSet nextSet(Segment segment) {
    SegmentCounts counts = segments[segment.index()];
    synchronized (counts) {
      int group = counts.take();
      VmSet[] sets = setsByGroup[group];
      return sets[(int) ((counts.taken[group] - 1) % sets.length)];
    }
  }

  /** Requests of one segment so far; guarded by itself. */
  private static final class SegmentCounts {
    final double[] share = new double[GROUPS.length];
    final long[] taken = new long[GROUPS.length];
    long total;

    SegmentCounts(Segment segment) {
      for (VmGroup group : GROUPS) {
        share[group.ordinal()] = segment.shares().fraction(group);
      }
    }

    /** Returns the ready Group with the earliest latest permitted moment. */
    int take() {
      int best = -1;
      double earliest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < share.length; i++) {
        double deficit = share[i] * total - taken[i];
        if (share[i] > 0 && deficit + share[i] >= READY) {
          double deadline = (1 - READY - deficit) / share[i];
          if (deadline < earliest) {
            earliest = deadline;
            best = i;
          }
        }
      }
      total++;
      taken[best]++;
      return best;
    }
  }
}
