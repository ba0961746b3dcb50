package io.quartet.books;

import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;

/**
 * One row of {@code phases.csv}: the bookkeeping of one transaction on one Set in one segment.
 *
 * <p>{@code offered = started + skipped}; {@code started = committed + rolledBackOnPurpose +
 * failures + inFlightAtEnd}. A request is charged to the segment of its intended start; only {@code
 * committedInPhase} counts by the moment of completion.
 *
 * @param phase {@code rampUp}, {@code warmUp}, {@code 1} to {@code n}, {@code rampDown}
 * @param isMeasured true for phases
 * @param startUtcMillis start of the segment
 * @param endUtcMillis its end, or the moment of writing when that came first
 * @param outcomes finished requests by {@link Outcome#ordinal()}
 * @param warnings committed requests with a positive status
 * @param retries attempts thrown away
 * @param responseSumMicros over the finished requests whose response time is known, from the
 *     intended start; percentiles and maximum likewise
 * @param serviceSumMicros time Tier A spent on them
 */
public record CellRow(
    String phase,
    boolean isMeasured,
    long startUtcMillis,
    long endUtcMillis,
    VmSet set,
    RequestKind kind,
    long offered,
    long started,
    long skipped,
    OutcomeCounts outcomes,
    long inFlightAtEnd,
    long warnings,
    long retries,
    long roundTrips,
    long committedInPhase,
    long responseSumMicros,
    long responseP50Micros,
    long responseP90Micros,
    long responseP99Micros,
    long responseMaxMicros,
    long serviceSumMicros) {

  /** Requests that ended as asked for: committed. */
  public long committed() {
    return outcomes.of(Outcome.COMMITTED);
  }

  /** Requests that ended in one of the eight kinds of failure. */
  public long failed() {
    return outcomes.failed();
  }

  /** Requests that ended at all. */
  public long finished() {
    return outcomes.total();
  }

  /** Those of the requests that ended whose response time is known. */
  public long timed() {
    return kind.timed(committed(), finished());
  }

  /** True when both equations of the bookkeeping hold. */
  public boolean isBalanced() {
    return offered == started + skipped && started == outcomes.total() + inFlightAtEnd;
  }
}
