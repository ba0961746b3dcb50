package io.quartet.results.statistics;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A value that was sampled now and then: linear between two samples, and that of the nearest sample
 * before the first and after the last. Not thread-safe while it is filled.
 */
public final class TimeSeries {

  private long[] moments = new long[16];
  private double[] values = new double[16];
  private int size;

  /** Adds a sample. It replaces one of the same moment; one out of order is left out. */
  void add(long utcMillis, double value) {
    if (size > 0 && utcMillis <= moments[size - 1]) {
      if (utcMillis == moments[size - 1]) {
        values[size - 1] = value;
      }
      return;
    }
    if (size == moments.length) {
      moments = Arrays.copyOf(moments, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    moments[size] = utcMillis;
    values[size++] = value;
  }

  /** Adds a part of a sample: the parts of one moment are summed. */
  void addPart(long utcMillis, double value) {
    boolean isNext = size > 0 && utcMillis == moments[size - 1];
    add(utcMillis, isNext ? values[size - 1] + value : value);
  }

  /** Number of moments with a sample. */
  int size() {
    return size;
  }

  /** The value at a moment, milliseconds since 1970; empty without samples. */
  public OptionalDouble at(long utcMillis) {
    if (size == 0) {
      return OptionalDouble.empty();
    }
    int after = firstAtOrAfter(utcMillis);
    if (after == 0 || after == size) {
      return OptionalDouble.of(values[after == 0 ? 0 : size - 1]);
    }
    double before = values[after - 1];
    double share =
        (double) (utcMillis - moments[after - 1]) / (moments[after] - moments[after - 1]);
    return OptionalDouble.of(before + share * (values[after] - before));
  }

  /**
   * Growth: how much higher the value is at a later moment than at an earlier one. Empty unless the
   * one is later, there are two samples, and some of the time lies between the first and the last.
   */
  public OptionalDouble growth(long fromUtcMillis, long toUtcMillis) {
    return size < 2
            || toUtcMillis <= fromUtcMillis
            || toUtcMillis <= moments[0]
            || fromUtcMillis >= moments[size - 1]
        ? OptionalDouble.empty()
        : OptionalDouble.of(at(toUtcMillis).getAsDouble() - at(fromUtcMillis).getAsDouble());
  }

  /** Growth since the first sample; empty before it. */
  public OptionalDouble growthUntil(long utcMillis) {
    return size == 0 || utcMillis < moments[0]
        ? OptionalDouble.empty()
        : OptionalDouble.of(at(utcMillis).getAsDouble() - values[0]);
  }

  /** True if a sample was taken after the first moment, and not after the second. */
  public boolean hasSample(long fromUtcMillis, long toUtcMillis) {
    int next = firstAtOrAfter(fromUtcMillis + 1);
    return next < size && moments[next] <= toUtcMillis;
  }

  /** True if there is a sample at most that far from the moment. */
  boolean isKnownAt(long utcMillis, long mostMillisAway) {
    return hasSample(utcMillis - mostMillisAway - 1, utcMillis + mostMillisAway);
  }

  private int firstAtOrAfter(long utcMillis) {
    int found = Arrays.binarySearch(moments, 0, size, utcMillis);
    return found < 0 ? -found - 1 : found;
  }

  /** The samples by moment. */
  NavigableMap<Long, Double> byMoment() {
    NavigableMap<Long, Double> samples = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      samples.put(moments[i], values[i]);
    }
    return samples;
  }
}
