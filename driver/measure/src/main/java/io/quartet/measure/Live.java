package io.quartet.measure;

import io.quartet.model.Segment;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Figures for the progress display.
 *
 * @param segment segment of this moment
 * @param timeLeft until the end of rampDown; never negative
 * @param etpsNow Trade-Results completed per second over the last seconds
 * @param sharePercent share of each Group among the Customer Emulator requests of this segment so
 *     far, 0 to 100; all 0 before the first request
 * @param targetPercent share it should have
 * @param worst largest ratio of a 90th percentile to its limit in this segment; empty before the
 *     first answer
 * @param startedRequests requests of the run so far, all types
 * @param inFlight requests without an answer yet
 * @param errors failed requests of the run so far
 * @param retries attempts thrown away so far
 */
public record Live(
    Segment segment,
    Duration timeLeft,
    double etpsNow,
    Map<VmGroup, Double> sharePercent,
    Map<VmGroup, Double> targetPercent,
    Optional<Offender> worst,
    long startedRequests,
    long inFlight,
    long errors,
    long retries) {

  public Live {
    sharePercent = Map.copyOf(sharePercent);
    targetPercent = Map.copyOf(targetPercent);
  }

  /**
   * A transaction and its 90th percentile.
   *
   * @param p90Micros 90th percentile of the response time in this segment
   * @param ratio that percentile divided by the limit; above 1 it breaks the rule
   */
  public record Offender(VmSet set, TransactionType type, long p90Micros, double ratio) {}
}
