package io.quartet.report.section;

import io.quartet.books.CellRow;
import io.quartet.results.LoadStep;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The load in the measured phases.
 *
 * @param phases the elasticity table, those that have begun
 * @param ramp null unless the load rises from phase to phase
 * @param measuredShares one per Group with VMs, over all phases
 * @param transactions one per transaction of the workload
 * @param events what was done on purpose meanwhile, in the order of the benchmark file
 */
public record MeasuredLoad(
    List<Phase> phases,
    Ramp ramp,
    List<Cell> measuredShares,
    List<Transaction> transactions,
    List<EventEffect> events) {

  /** Those of all phases. */
  public List<Cell> cells() {
    return phases.stream().flatMap(phase -> phase.cells().stream()).toList();
  }

  /**
   * One phase of the elasticity table.
   *
   * @param cells one per Group with VMs, in Group order
   */
  public record Phase(
      String phase,
      long startUtcMillis,
      long endUtcMillis,
      double seconds,
      long requests,
      double requestsPerSecond,
      long tradeResults,
      Double etps,
      List<Cell> cells) {}

  /**
   * One Group in one phase, or over all of them.
   *
   * @param requests Customer Emulator requests offered, by the phase of their intended start
   * @param differencePoints percentage points between share and target
   * @param differenceRequests requests between actual and target
   * @param limitPoints largest allowed difference in percentage points
   * @param tradeResults Trade-Results completed in the phase
   * @param expectedTradeResults what the shares and the delays of the exchange let expect; never
   *     judged
   * @param targetRequestsPerSecond its share of what the whole system did in the phase
   * @param targetRatioPercent actual of target requests per second; null if the target is 0
   */
  public record Cell(
      String group,
      long requests,
      double targetPercent,
      Double sharePercent,
      Double differencePoints,
      Double differenceRequests,
      Double limitPoints,
      Judgment verdict,
      long tradeResults,
      Double expectedTradeResults,
      double requestsPerSecond,
      double targetRequestsPerSecond,
      Double targetRatioPercent) {}

  /**
   * Figures of the phases of a ramp; null if the load was the same in all phases.
   *
   * @param unit of what was offered: {@code users} or {@code etps}
   * @param kneePhase the last before the first whose etps is less than 5 % above the best earlier
   *     one; null if there is no such phase
   * @param bestPhase the one with the highest etps of those that sent every request, without a
   *     failure, and met every response-time limit that could be judged; null if none did
   */
  public record Ramp(String unit, List<LoadStep> steps, String kneePhase, String bestPhase) {}

  /**
   * One transaction over the measured phases.
   *
   * @param counts by the phase of the intended start
   * @param mixPercent of the requests the Customer Emulator offered
   * @param mixTargetPercent its cards in the deck
   * @param note why something is not judged
   */
  public record Transaction(
      TransactionCounts counts,
      Double mixPercent,
      Double mixTargetPercent,
      Judgment mixVerdict,
      Response response,
      List<String> note) {

    /** Its name. */
    public String transaction() {
      return counts.kind().label();
    }

    /** Percentage points between mix and target; null if there is no target. */
    public Double mixDifferencePoints() {
      return mixPercent == null ? null : (Double) (mixPercent - mixTargetPercent);
    }

    /** Mean time of the transaction itself, without waits; null if none has finished. */
    public Double serviceMeanMillis() {
      return counts.meanMillis(CellRow::serviceSumMicros);
    }
  }

  /**
   * Response time from the intended start, in milliseconds.
   *
   * @param limit of the 90th percentile
   */
  public record Response(
      Double min,
      Double mean,
      Double p50,
      Double p90,
      Double p99,
      Double max,
      Double limit,
      Judgment verdict) {

    /** 90th percentile as a part of its limit: above 1 it is too slow; empty if one is missing. */
    public OptionalDouble partOfLimit() {
      return p90 == null || limit == null ? OptionalDouble.empty() : OptionalDouble.of(p90 / limit);
    }
  }
}
