package io.quartet.books;

import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Segment;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one transaction on one Set, of the answers that came in an interval to requests that
 * should have started in one segment. Microseconds, to three digits.
 *
 * @param segment of the intended starts
 * @param startNanos beginning of the interval, moment of the {@link RunClock}
 * @param endNanos end of the interval, moment of the {@link RunClock}
 * @param response from the intended start
 * @param service time in Tier A
 */
public record LatencyInterval(
    Segment segment,
    VmSet set,
    RequestKind kind,
    long startNanos,
    long endNanos,
    Histogram response,
    Histogram service) {}
