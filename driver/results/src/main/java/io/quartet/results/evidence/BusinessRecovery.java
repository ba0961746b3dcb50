package io.quartet.results.evidence;

import io.quartet.books.IntervalRow;
import io.quartet.model.Headline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Recovery of the throughput of the whole system after a fault. Source: docs/audit.md, "The rules",
 * rule 39.
 *
 * <p>The system has recovered at the start of the first window after the restart with at least 95 %
 * of the throughput before the fault. The window of the rule is 20 minutes, a sixth of the official
 * interval. Shorter runs use a sixth of their interval.
 *
 * @param throughputBefore what the headline counts per second from the begin of the measured phases
 *     to the fault
 * @param windowSeconds length of the window
 * @param millis from the restart to the begin of that window; empty if there was none
 */
public record BusinessRecovery(double throughputBefore, long windowSeconds, OptionalLong millis) {

  private static final double RECOVERED = 0.95;
  private static final Duration LONGEST_WINDOW = Duration.ofMinutes(20);
  private static final int WINDOWS_PER_RUN = 6;

  /** The window of a run whose phases take that long; at least a second. */
  public static Duration window(Duration measured) {
    Duration part = Duration.ofSeconds(measured.toSeconds() / WINDOWS_PER_RUN);
    return part.compareTo(LONGEST_WINDOW) > 0
        ? LONGEST_WINDOW
        : part.isZero() ? Duration.ofSeconds(1) : part;
  }

  /**
   * Works it out.
   *
   * @param headline what counts as throughput
   * @param rows {@code intervals.csv}
   * @param intervalMillis length of an interval
   * @param fromUtcMillis begin of the measured phases
   * @param faultUtcMillis when the system was hurt
   * @param restartUtcMillis when its recovery began
   * @param toUtcMillis where the last window ends: the end of the phases, or the next fault
   */
  public static BusinessRecovery of(
      Headline headline,
      List<IntervalRow> rows,
      long intervalMillis,
      Duration window,
      long fromUtcMillis,
      long faultUtcMillis,
      long restartUtcMillis,
      long toUtcMillis) {
    NavigableMap<Long, Long> committed = committedByEnd(headline, rows, intervalMillis);
    // Whole intervals only: the one of the fault is no longer undisturbed.
    Long lastWhole = committed.floorKey(faultUtcMillis);
    double before =
        lastWhole == null || lastWhole <= fromUtcMillis
            ? 0
            : sum(committed.subMap(fromUtcMillis, false, lastWhole, true))
                * 1e3
                / (lastWhole - fromUtcMillis);
    double enough = RECOVERED * before * window.toSeconds();
    OptionalLong recovered =
        committed.tailMap(restartUtcMillis, true).keySet().stream()
            .mapToLong(Long::longValue)
            .filter(begin -> begin + window.toMillis() <= toUtcMillis)
            .filter(
                begin ->
                    sum(committed.subMap(begin, false, begin + window.toMillis(), true)) >= enough)
            .findFirst();
    return new BusinessRecovery(
        before,
        window.toSeconds(),
        before > 0 && recovered.isPresent()
            ? OptionalLong.of(recovered.getAsLong() - restartUtcMillis)
            : OptionalLong.empty());
  }

  /**
   * What the headline counts by the end of its interval. One in which nothing happened has no rows.
   */
  private static NavigableMap<Long, Long> committedByEnd(
      Headline headline, List<IntervalRow> rows, long intervalMillis) {
    NavigableMap<Long, Long> committed = new TreeMap<>();
    for (IntervalRow row : rows) {
      boolean counts = headline.counts(row.kind());
      committed.merge(row.utcMillis(), counts ? row.committed() : 0, Long::sum);
    }
    List<Long> ends = List.copyOf(committed.keySet());
    for (int i = 1; i < ends.size(); i++) {
      // Ends of neighbours are an interval apart, give or take.
      for (long end = ends.get(i - 1) + intervalMillis;
          end < ends.get(i) - intervalMillis / 2;
          end += intervalMillis) {
        committed.put(end, 0L);
      }
    }
    return committed;
  }

  private static long sum(Map<Long, Long> committed) {
    return committed.values().stream().mapToLong(Long::longValue).sum();
  }
}
