package io.quartet.books;

import io.quartet.books.internal.CellLatencies;
import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Segment;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Counters of one transaction on one Set in one segment. Every method takes the lock of the cell,
 * so what it shows is consistent; requests of different cells never meet.
 */
final class Cell {

  private final Segment segment;
  private final VmSet set;
  private final RequestKind kind;

  private long offered;
  private long started;
  private long skipped;
  private long inFlight;
  private final long[] outcomes = new long[Outcome.values().length];
  private long warnings;
  private long retries;
  private long roundTrips;
  private long committedInPhase;
  private long responseSumMicros;
  private long responseMaxMicros;
  private long serviceSumMicros;

  private final CellLatencies latencies = new CellLatencies();

  private long intervalStarted;
  private long intervalCompleted;
  private long intervalCommitted;
  private long intervalFailed;
  private long intervalResponseSumMicros;
  private long intervalResponseMaxMicros;

  /** Row of the last snapshot, as long as nothing happened since. */
  private CellRow lastRow;

  private boolean hasChangedSinceState;

  Cell(Segment segment, VmSet set, RequestKind kind) {
    this.segment = segment;
    this.set = set;
    this.kind = kind;
  }

  RequestKind kind() {
    return kind;
  }

  boolean isMeasured() {
    return segment.isMeasured();
  }

  VmSet set() {
    return set;
  }

  /** To be called under the lock with everything that changes a count. */
  private void changed() {
    lastRow = null;
    hasChangedSinceState = true;
  }

  synchronized void start() {
    changed();
    offered++;
    started++;
    inFlight++;
    intervalStarted++;
  }

  synchronized void skip() {
    changed();
    offered++;
    skipped++;
  }

  synchronized void finish(Ticket ticket, Reply reply, long responseMicros) {
    finishUntimed(ticket, reply);
    responseSumMicros += responseMicros;
    responseMaxMicros = Math.max(responseMaxMicros, responseMicros);
    serviceSumMicros += reply.serviceMicros();
    latencies.add(responseMicros, reply.serviceMicros());
  }

  synchronized void finishUntimed(Ticket ticket, Reply reply) {
    ticket.finish();
    changed();
    inFlight--;
    outcomes[reply.outcome().ordinal()]++;
    if (reply.outcome() == Outcome.COMMITTED && reply.status() > 0) {
      warnings++;
    }
    retries += reply.retries();
    roundTrips += reply.roundTrips();
  }

  /** Books the moment of completion, in the cell of that moment. */
  synchronized void complete(Outcome outcome, long responseMicros) {
    changed();
    intervalCompleted++;
    if (outcome == Outcome.COMMITTED) {
      committedInPhase++;
      intervalCommitted++;
    } else if (outcome.isFailure()) {
      intervalFailed++;
    }
    intervalResponseSumMicros += responseMicros;
    intervalResponseMaxMicros = Math.max(intervalResponseMaxMicros, responseMicros);
  }

  /**
   * Books requests that started and ended in this segment, and whose response times are not known.
   */
  synchronized void count(long committed, long failed, long moreTries) {
    changed();
    offered += committed + failed;
    started += committed + failed;
    outcomes[Outcome.COMMITTED.ordinal()] += committed;
    outcomes[Outcome.SQL_ERROR.ordinal()] += failed;
    retries += moreTries;
    committedInPhase += committed;
    intervalStarted += committed + failed;
    intervalCompleted += committed + failed;
    intervalCommitted += committed;
    intervalFailed += failed;
  }

  synchronized boolean hasBegun() {
    return offered > 0 || committedInPhase > 0;
  }

  synchronized CellRow row(long startUtcMillis, long endUtcMillis) {
    if (lastRow == null || lastRow.endUtcMillis() != endUtcMillis) {
      lastRow =
          new CellRow(
              segment.name(),
              segment.isMeasured(),
              startUtcMillis,
              endUtcMillis,
              set,
              kind,
              offered,
              started,
              skipped,
              new OutcomeCounts(outcomes),
              inFlight,
              warnings,
              retries,
              roundTrips,
              committedInPhase,
              responseSumMicros,
              percentile(50),
              percentile(90),
              percentile(99),
              responseMaxMicros,
              serviceSumMicros);
    }
    return lastRow;
  }

  /** The row of what happened since the last call, or null if nothing did. */
  synchronized IntervalRow takeInterval(long utcMillis) {
    if (intervalStarted == 0 && intervalCompleted == 0) {
      return null;
    }
    IntervalRow row =
        new IntervalRow(
            utcMillis,
            segment.name(),
            set,
            kind,
            intervalStarted,
            intervalCompleted,
            intervalCommitted,
            intervalFailed,
            intervalResponseSumMicros,
            intervalResponseMaxMicros);
    intervalStarted = 0;
    intervalCompleted = 0;
    intervalCommitted = 0;
    intervalFailed = 0;
    intervalResponseSumMicros = 0;
    intervalResponseMaxMicros = 0;
    return row;
  }

  /** Latencies of the answers since the last call, or null if there were none. */
  LatencyInterval takeLatencies(long startNanos, long endNanos) {
    CellLatencies.Taken taken;
    synchronized (this) {
      taken = latencies.take();
    }
    return taken == null
        ? null
        : new LatencyInterval(
            segment, set, kind, startNanos, endNanos, taken.responses(), taken.services());
  }

  /** Everything counted so far, or null if nothing happened since the last call. */
  synchronized CellState takeState() {
    if (!hasChangedSinceState) {
      return null;
    }
    hasChangedSinceState = false;
    return new CellState(
        segment,
        set,
        kind,
        offered,
        skipped,
        new OutcomeCounts(outcomes),
        warnings,
        retries,
        roundTrips,
        committedInPhase,
        responseSumMicros,
        responseMaxMicros,
        serviceSumMicros,
        Optional.ofNullable(latencies.response()).map(Histogram::copy));
  }

  /** Takes over what this cell's counterpart in another process has counted so far. */
  synchronized void mirror(CellState state) {
    changed();
    offered = state.offered();
    skipped = state.skipped();
    started = offered - skipped;
    System.arraycopy(state.outcomes().counts(), 0, outcomes, 0, outcomes.length);
    inFlight = started - state.outcomes().total();
    warnings = state.warnings();
    retries = state.retries();
    roundTrips = state.roundTrips();
    committedInPhase = state.committedInPhase();
    responseSumMicros = state.responseSumMicros();
    responseMaxMicros = state.responseMaxMicros();
    serviceSumMicros = state.serviceSumMicros();
    latencies.mirror(state.response().orElse(null));
  }

  synchronized void addResponseTo(Histogram sum) {
    Histogram response = latencies.response();
    if (response != null) {
      sum.add(response);
    }
  }

  synchronized long answers() {
    return latencies.answers();
  }

  synchronized long p90Micros() {
    return percentile(90);
  }

  synchronized long offered() {
    return offered;
  }

  synchronized long committedInPhase() {
    return committedInPhase;
  }

  synchronized void addTo(Totals totals) {
    totals.started += started;
    totals.inFlight += inFlight;
    totals.skipped += skipped;
    totals.retries += retries;
    for (Outcome outcome : Outcome.values()) {
      totals.failed += outcome.isFailure() ? outcomes[outcome.ordinal()] : 0;
    }
  }

  /** Exact at the top: a bucket's upper edge may lie above the largest value seen. */
  private long percentile(double percent) {
    Histogram response = latencies.response();
    return response == null
        ? 0
        : Math.min(response.getValueAtPercentile(percent), responseMaxMicros);
  }

  /** Sums over many cells. */
  static final class Totals {
    long started;
    long inFlight;
    long skipped;
    long failed;
    long retries;
  }
}
