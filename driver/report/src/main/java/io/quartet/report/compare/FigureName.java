package io.quartet.report.compare;

import io.quartet.model.TransactionType;

/**
 * What a figure of a whole run is of.
 *
 * @param quantity for instance {@code processor time}
 * @param of whose: a role of VMs, machines, a transaction, or {@code all}
 * @param unit {@code trade} in it is a completed Trade-Result
 */
public record FigureName(String quantity, String of, String unit) {

  /** Trade-Results per second of all Groups and phases. */
  public static final FigureName ETPS = new FigureName("etps", "all", "1/s");

  /** 90th percentile of the response time of a transaction, all Groups together. */
  public static FigureName p90(TransactionType type) {
    return new FigureName("90th percentile", type.label(), "ms");
  }
}
