package io.quartet.run.internal.load;

import io.quartet.books.Backlog;
import io.quartet.books.Books;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Segment;
import io.quartet.results.system.WorkerFacts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Source of the load of one run. Use it once, in this order: {@link #cleanUp}, {@link #start},
 * {@link #run}, {@link #marketCounts}, {@link #close}. The other methods may be called from any
 * thread at any time.
 */
public interface LoadSource extends AutoCloseable {

  /** The bookkeeping of everything it sends. */
  Books books();

  /**
   * Runs Trade-Cleanup on both databases of every Set; does nothing for a tool.
   *
   * @throws io.quartet.model.QuartetException TRADE_CLEANUP_FAILED, WORKER_LOST and others
   */
  void cleanUp() throws InterruptedException;

  /** How long before the start of the clock it wants to know the moment. */
  Duration leadTime();

  /** Says that the start of the run's clock is fixed. */
  void start();

  /**
   * Offers the load from the clock's zero to the end of rampDown and waits a while for outstanding
   * replies. Returns early after {@link #abort}.
   *
   * @throws RuntimeException a defect, here or in a worker
   */
  void run() throws InterruptedException;

  /** Reports how this process fares, if it offers load; to be called once a second. */
  void look();

  /** Requests waiting now; for workers, as of their last report. */
  Backlog backlog();

  /**
   * Ends the run with a phase and rampDown. Call it before the phase is over, and only where one
   * process offers the load.
   *
   * @return rampDown at its new time; empty if the next phase has begun
   */
  Optional<Segment> endAfter(Segment phase);

  /** Ends the run now, in order. */
  void abort(String reason);

  /** Why the run was aborted; null if it was not. */
  String abortReason();

  /** Orders by Set; those of a worker that was lost are not known. */
  Map<VmSet, MarketCounts> marketCounts();

  /** Processes on this machine that offer load beside this one: process ids by name. */
  Map<String, Long> processes();

  /** The workers for {@code run.json}; empty where this process offers the load. */
  List<WorkerFacts> workers();

  /** Versions of the programs that offer the load beside Quartet's own, by name. */
  default Map<String, String> versions() {
    return Map.of();
  }

  /** Stops what is left of it. */
  @Override
  void close();
}
