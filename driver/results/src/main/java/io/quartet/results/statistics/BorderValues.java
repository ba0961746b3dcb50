package io.quartet.results.statistics;

import java.util.OptionalDouble;

/**
 * Sampled values at the borders of a period of time: linear between the samples around each, and
 * that of the nearest sample where there is none beyond. Keeps a few samples, however many there
 * are. Not thread-safe.
 */
final class BorderValues {

  private final Border start;
  private final Border end;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  private BorderValues(long startUtcMillis, long endUtcMillis) {
    this.start = new Border(startUtcMillis);
    this.end = new Border(endUtcMillis);
  }

  /** At the borders of the measured interval; without one, what the last sample told. */
  static BorderValues of(Span interval) {
    return interval.seconds() > 0
        ? new BorderValues(interval.startUtcMillis(), interval.endUtcMillis())
        : new BorderValues(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** Adds a sample, in order of time. */
  void add(long utcMillis, double value) {
    first = Math.min(first, utcMillis);
    last = Math.max(last, utcMillis);
    start.add(utcMillis, value);
    end.add(utcMillis, value);
  }

  /** At the end. */
  double atEnd() {
    return end.value();
  }

  /** From the start to the end; empty unless two samples tell. */
  OptionalDouble growth() {
    return first < last && first < end.utcMillis && last > start.utcMillis
        ? OptionalDouble.of(end.value() - start.value())
        : OptionalDouble.empty();
  }

  private static final class Border {
    private final long utcMillis;
    private Long before;
    private Long after;
    private double valueBefore;
    private double valueAfter;

    Border(long utcMillis) {
      this.utcMillis = utcMillis;
    }

    void add(long moment, double value) {
      if (moment <= utcMillis) {
        before = moment;
        valueBefore = value;
      } else if (after == null) {
        after = moment;
        valueAfter = value;
      }
    }

    double value() {
      if (before == null || after == null) {
        return before == null ? valueAfter : valueBefore;
      }
      double share = (double) (utcMillis - before) / (after - before);
      return valueBefore + share * (valueAfter - valueBefore);
    }
  }
}
