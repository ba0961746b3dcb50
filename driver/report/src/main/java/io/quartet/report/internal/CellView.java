package io.quartet.report.internal;

import io.quartet.report.Report.Cell;
import io.quartet.report.Report.Phase;

/**
 * Throughput of one Group in one phase, in customer requests per second, against its share of what
 * the whole system did in that phase.
 *
 * @param ratioPercent actual of target; null if the target is 0
 */
public record CellView(double actual, double target, Double ratioPercent) {

  public static CellView of(Phase phase, Cell cell) {
    double actual = phase.seconds() > 0 ? cell.requests() / phase.seconds() : 0;
    double target = phase.requestsPerSecond() * cell.targetPercent() / 100;
    return new CellView(actual, target, target > 0 ? 100 * actual / target : null);
  }
}
