package io.quartet.results.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A count that only grows, made of the samples of one or several counters. Counters that start
 * again from zero, as after a crash of their server, go on from where they were. Not thread-safe.
 */
final class CounterSeries {

  /**
   * A counter that falls below this fraction of its last value was reset. A smaller fall is a
   * reading taken too early.
   */
  private static final double RESET_BELOW = 0.5;

  private final Map<String, Double> last = new HashMap<>();
  private final TimeSeries totals = new TimeSeries();
  private final List<Long> resets = new ArrayList<>();
  private long newest = Long.MIN_VALUE;
  private double total;

  /**
   * Adds a counter's value, in order of time; one out of order is left out.
   *
   * @param key tells the counters apart; one that comes later than the first sample began at zero
   */
  void add(long utcMillis, String key, double value) {
    if (utcMillis < newest) {
      return;
    }
    boolean isFirst = totals.size() == 0 || totals.size() == 1 && utcMillis == newest;
    total += increase(utcMillis, key, value, isFirst);
    totals.add(utcMillis, total);
    newest = utcMillis;
  }

  private double increase(long utcMillis, String key, double value, boolean isFirst) {
    double before = last.getOrDefault(key, isFirst ? value : 0);
    if (value >= before) {
      last.put(key, value);
      return value - before;
    }
    if (value < RESET_BELOW * before) {
      last.put(key, value);
      resets.add(utcMillis);
      return value;
    }
    return 0;
  }

  /**
   * How much was counted between two moments: linear between the samples around each of them, and
   * nothing outside the samples. Empty if there are no samples of that time.
   */
  OptionalDouble between(long fromUtcMillis, long toUtcMillis) {
    return totals.growth(fromUtcMillis, toUtcMillis);
  }

  /**
   * As {@link #between}. Also empty if not all of it was counted: the counter was reset, or no
   * sample is near an end of the interval.
   */
  OptionalDouble allWithin(Span interval) {
    long from = interval.startUtcMillis();
    long to = interval.endUtcMillis();
    return isReset(from, to) || !isKnown(from, to, Samples.BORDER_MILLIS)
        ? OptionalDouble.empty()
        : between(from, to);
  }

  /** As {@link #between}, in whole numbers, which still sum to the whole. */
  OptionalDouble eventsBetween(long fromUtcMillis, long toUtcMillis) {
    return between(fromUtcMillis, toUtcMillis).isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Math.floor(totals.at(toUtcMillis).getAsDouble())
                - Math.floor(totals.at(fromUtcMillis).getAsDouble()));
  }

  /** The counts since the first sample. */
  TimeSeries totals() {
    return totals;
  }

  /** True if a counter was reset in that time. */
  boolean isReset(long fromUtcMillis, long toUtcMillis) {
    return resets.stream().anyMatch(at -> at > fromUtcMillis && at <= toUtcMillis);
  }

  /** True if there is a sample at most that far from either moment. */
  boolean isKnown(long fromUtcMillis, long toUtcMillis, long mostMillisAway) {
    return totals.isKnownAt(fromUtcMillis, mostMillisAway)
        && totals.isKnownAt(toUtcMillis, mostMillisAway);
  }
}
