package io.quartet.books;

import java.util.List;

/**
 * The bookkeeping of a run as those read it who write it down or show it: kept in this process
 * ({@link Bookkeeper}), or put together from several ({@link MergedBooks}). Thread-safe.
 */
public interface Books {

  /** All rows of the segments that have begun. */
  Snapshot snapshot();

  /** The intervals that have become complete since the last call, in the order of time. */
  List<Interval> intervals();

  /**
   * Latencies since those handed over before, if it is time for them: after ten seconds and when a
   * phase has ended.
   *
   * @param isLast true to have them in any case
   */
  List<LatencyInterval> latencies(boolean isLast);

  /**
   * Response times per Group, segment and transaction; only where something was answered. The
   * histograms are shared with later calls: read them, change nothing.
   */
  List<PhaseLatency> phaseLatencies();

  /** Figures for the progress display; call it about once a second. */
  Live live();
}
