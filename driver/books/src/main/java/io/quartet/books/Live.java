package io.quartet.books;

import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Segment;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Figures for the progress display.
 *
 * @param segment segment of this moment
 * @param segmentLeft until the end of the segment; never negative
 * @param timeLeft until the end of rampDown, of a run that grows at most; never negative
 * @param tradeResults completed in measured phases so far
 * @param etpsNow Trade-Results completed per second over the last seconds
 * @param sharePercent share of each Group with VMs among the Customer Emulator requests of this
 *     segment so far, 0 to 100, in Group order; all 0 before the first request
 * @param targetPercent share it should have
 * @param slowest for each transaction with a limit the Set with the largest 90th percentile in this
 *     segment, in the order of the types; without those nobody has answered yet
 * @param startedRequests requests of the run so far, all types
 * @param inFlight requests without an answer yet
 * @param skipped requests of the run that were due and never sent
 * @param errors failed requests of the run so far
 * @param retries attempts thrown away so far
 */
public record Live(
    Segment segment,
    Duration segmentLeft,
    Duration timeLeft,
    long tradeResults,
    double etpsNow,
    Map<VmGroup, Double> sharePercent,
    Map<VmGroup, Double> targetPercent,
    List<Offender> slowest,
    long startedRequests,
    long inFlight,
    long skipped,
    long errors,
    long retries) {

  public Live {
    sharePercent = Collections.unmodifiableMap(new TreeMap<>(sharePercent));
    targetPercent = Collections.unmodifiableMap(new TreeMap<>(targetPercent));
    slowest = List.copyOf(slowest);
  }

  /** The largest ratio of a 90th percentile to its limit; empty before the first answer. */
  public Optional<Offender> worst() {
    return slowest.stream().max(Comparator.comparingDouble(Offender::ratio));
  }

  /**
   * A transaction and its 90th percentile.
   *
   * @param p90Micros 90th percentile of the response time in this segment
   * @param ratio that percentile divided by the limit; above 1 it breaks the rule
   */
  public record Offender(VmSet set, RequestKind kind, long p90Micros, double ratio) {}
}
