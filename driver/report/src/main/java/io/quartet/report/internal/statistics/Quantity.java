package io.quartet.report.internal.statistics;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;

/**
 * Meaning of a figure.
 *
 * @param phase null for all measured phases
 * @param group null for all Groups
 * @param type null for a throughput
 */
public record Quantity(Measure measure, String phase, VmGroup group, TransactionType type) {

  /** The quantities that are compared. */
  public enum Measure {
    /** Trade-Results completed per second. */
    THROUGHPUT,
    /** Mean response time in milliseconds. */
    MEAN,
    /** 90th percentile of the response time in milliseconds. */
    P90
  }

  public static Quantity throughput(String phase, VmGroup group) {
    return new Quantity(Measure.THROUGHPUT, phase, group, null);
  }
}
