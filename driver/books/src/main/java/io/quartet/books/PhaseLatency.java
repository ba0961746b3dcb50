package io.quartet.books;

import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Segment;
import org.HdrHistogram.Histogram;

/**
 * Response times of one Group, segment and transaction, all Sets together.
 *
 * @param response microseconds from the intended start; not to be changed
 */
public record PhaseLatency(Segment segment, VmGroup group, RequestKind kind, Histogram response) {

  public PhaseLatency {
    response.setTag(tag(group, segment.name(), kind));
  }

  /** The key of a histogram, for instance {@code A;3;Trade-Order}. */
  public static String tag(VmGroup group, String phase, RequestKind kind) {
    return group + ";" + phase + ";" + kind.label();
  }
}
