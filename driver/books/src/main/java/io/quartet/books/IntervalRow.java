package io.quartet.books;

import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;

/**
 * One row of {@code intervals.csv}: what one transaction on one Set did in one short interval.
 *
 * @param utcMillis end of the interval
 * @param phase segment of the intended start for {@code started}, of the completion for the others
 * @param started requests started, by intended start
 * @param completed requests finished, however
 * @param committed of these, committed
 * @param failed of these, failed
 * @param responseSumMicros over those with a known response time
 * @param responseMaxMicros over the same
 */
public record IntervalRow(
    long utcMillis,
    String phase,
    VmSet set,
    RequestKind kind,
    long started,
    long completed,
    long committed,
    long failed,
    long responseSumMicros,
    long responseMaxMicros) {

  /** Those of the completed requests whose response time is known. */
  public long timed() {
    return kind.timed(committed, completed);
  }

  /** The same row with another end of the interval. */
  IntervalRow endingAt(long otherUtcMillis) {
    return new IntervalRow(
        otherUtcMillis,
        phase,
        set,
        kind,
        started,
        completed,
        committed,
        failed,
        responseSumMicros,
        responseMaxMicros);
  }
}
