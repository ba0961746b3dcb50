package io.quartet.results.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

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
  private final List<Long> moments = new ArrayList<>();
  private final List<Double> totals = new ArrayList<>();
  private final List<Long> resets = new ArrayList<>();

  /**
   * Adds a counter's value, in order of time; one out of order is left out.
   *
   * @param key tells the counters apart; one that comes later than the first sample began at zero
   */
  void add(long utcMillis, String key, double value) {
    int newest = moments.size() - 1;
    if (newest < 0 || utcMillis > moments.get(newest)) {
      moments.add(utcMillis);
      totals.add(newest < 0 ? 0 : totals.get(newest));
      newest++;
    } else if (utcMillis < moments.get(newest)) {
      return;
    }
    totals.set(newest, totals.get(newest) + increase(utcMillis, key, value, newest == 0));
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
    if (moments.size() < 2
        || toUtcMillis <= moments.get(0)
        || fromUtcMillis >= moments.get(moments.size() - 1)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(at(toUtcMillis) - at(fromUtcMillis));
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
        : OptionalDouble.of(Math.floor(at(toUtcMillis)) - Math.floor(at(fromUtcMillis)));
  }

  /** The counts since the first sample, by the moment of each sample. */
  NavigableMap<Long, Double> totals() {
    NavigableMap<Long, Double> byMoment = new TreeMap<>();
    for (int i = 0; i < moments.size(); i++) {
      byMoment.put(moments.get(i), totals.get(i));
    }
    return byMoment;
  }

  private double at(long utcMillis) {
    int after = firstAtOrAfter(utcMillis);
    if (after == 0) {
      return totals.get(0);
    }
    if (after == moments.size()) {
      return totals.get(after - 1);
    }
    double share =
        (double) (utcMillis - moments.get(after - 1))
            / (moments.get(after) - moments.get(after - 1));
    return totals.get(after - 1) + share * (totals.get(after) - totals.get(after - 1));
  }

  private int firstAtOrAfter(long utcMillis) {
    int low = 0;
    int high = moments.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (moments.get(middle) < utcMillis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** True if a counter was reset in that time. */
  boolean isReset(long fromUtcMillis, long toUtcMillis) {
    return resets.stream().anyMatch(at -> at > fromUtcMillis && at <= toUtcMillis);
  }

  /** True if there is a sample at most that far from either moment. */
  boolean isKnown(long fromUtcMillis, long toUtcMillis, long mostMillisAway) {
    return isKnownAt(fromUtcMillis, mostMillisAway) && isKnownAt(toUtcMillis, mostMillisAway);
  }

  private boolean isKnownAt(long utcMillis, long mostMillisAway) {
    if (moments.isEmpty()) {
      return false;
    }
    int after = firstAtOrAfter(utcMillis);
    long previous = moments.get(Math.max(0, after - 1));
    long next = moments.get(Math.min(after, moments.size() - 1));
    return Math.min(Math.abs(utcMillis - previous), Math.abs(next - utcMillis)) <= mostMillisAway;
  }
}
