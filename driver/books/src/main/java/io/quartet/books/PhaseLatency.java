package io.quartet.books;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Segment;
import org.HdrHistogram.Histogram;

/**
 * Response times of one Group, segment and transaction, all Sets together.
 *
 * @param response microseconds from the intended start; not to be changed
 */
public record PhaseLatency(
    Segment segment, VmGroup group, TransactionType type, Histogram response) {

  public PhaseLatency {
    response.setTag(tag(group, segment.name(), type));
  }

  /** The key of a histogram, for instance {@code A;3;Trade-Order}. */
  public static String tag(VmGroup group, String phase, TransactionType type) {
    return group + ";" + phase + ";" + type.label();
  }
}
