package io.quartet.books;

import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Segment;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Everything one process has counted so far of one transaction on one Set in one segment, for the
 * books of the whole run. What follows from it is left out: {@code started = offered - skipped},
 * and in flight is what was started and has no outcome.
 *
 * @param outcomes finished requests by outcome
 * @param response response times in microseconds; empty before the first answer. Not shared
 */
public record CellState(
    Segment segment,
    VmSet set,
    RequestKind kind,
    long offered,
    long skipped,
    OutcomeCounts outcomes,
    long warnings,
    long retries,
    long roundTrips,
    long committedInPhase,
    long responseSumMicros,
    long responseMaxMicros,
    long serviceSumMicros,
    Optional<Histogram> response) {}
