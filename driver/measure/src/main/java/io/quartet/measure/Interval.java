package io.quartet.measure;

import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What happened since the interval before.
 *
 * @param startNanos moment of the {@link RunClock}
 * @param endNanos moment of the {@link RunClock}
 * @param rows rows for {@code intervals.csv}; only cells that saw anything
 * @param latencies only Sets and types that completed anything; the histograms are recycled and
 *     hold until the next {@link Bookkeeper#interval}
 */
public record Interval(
    long startNanos, long endNanos, List<IntervalRow> rows, List<Latency> latencies) {

  public Interval {
    rows = List.copyOf(rows);
    latencies = List.copyOf(latencies);
  }

  /**
   * Latencies of one transaction on one Set, in microseconds.
   *
   * @param response from the intended start
   * @param service time in Tier A
   */
  public record Latency(VmSet set, TransactionType type, Histogram response, Histogram service) {}
}
