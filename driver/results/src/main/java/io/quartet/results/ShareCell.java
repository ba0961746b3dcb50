package io.quartet.results;

import io.quartet.model.VmGroup;

/**
 * Share of one Group among the Customer Emulator requests of one phase. A phase that has begun and
 * has no requests keeps no share: none of its Groups is within the tolerance.
 *
 * @param phase name of the phase
 * @param targetPercent what the elasticity table asks for, 0 to 100
 * @param requests requests of the Group, by intended start
 * @param total requests of all Groups
 */
public record ShareCell(
    String phase, VmGroup group, double targetPercent, long requests, long total) {

  private static final double TOLERANCE_POINTS = 0.5;
  private static final double TOLERANCE_REQUESTS = 2;

  /** False if no Group had a request, so that there are no shares to speak of. */
  public boolean hasRequests() {
    return total > 0;
  }

  /** The measured share in percent, 0 to 100; 0 without any request. */
  public double actualPercent() {
    return hasRequests() ? 100.0 * requests / total : 0;
  }

  /** Requests by which it misses the target; negative if there were too few. */
  public double missedRequests() {
    return requests - targetPercent / 100 * total;
  }

  /** Requests by which it may miss the target: 0.5 points or 2 requests, the larger. */
  public double toleranceRequests() {
    return Math.max(TOLERANCE_REQUESTS, TOLERANCE_POINTS / 100 * total);
  }

  /** True if there were requests and the share is right. */
  public boolean isWithinTolerance() {
    // Shares such as 30 percent have no exact binary form; this much is not the run's fault.
    double rounding = 1e-9 * total;
    return hasRequests() && Math.abs(missedRequests()) <= toleranceRequests() + rounding;
  }
}
