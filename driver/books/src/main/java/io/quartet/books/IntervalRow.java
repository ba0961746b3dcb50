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
 * @param responseSumMicros over the completed
 * @param responseMaxMicros over the completed
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
