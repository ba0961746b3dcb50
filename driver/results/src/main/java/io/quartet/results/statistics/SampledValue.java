package io.quartet.results.statistics;

import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;

/**
 * A value that was sampled now and then.
 *
 * @param samples values by moment, milliseconds since 1970
 */
public record SampledValue(NavigableMap<Long, Double> samples) {

  /**
   * The value at a moment: linear between the samples around it, that of the nearest one where
   * there is none beyond; empty without samples.
   */
  public OptionalDouble at(long utcMillis) {
    Map.Entry<Long, Double> before = samples.floorEntry(utcMillis);
    Map.Entry<Long, Double> after = samples.ceilingEntry(utcMillis);
    if (before == null && after == null) {
      return OptionalDouble.empty();
    }
    if (before == null || after == null || before.getKey().equals(after.getKey())) {
      return OptionalDouble.of(before == null ? after.getValue() : before.getValue());
    }
    double share = (double) (utcMillis - before.getKey()) / (after.getKey() - before.getKey());
    return OptionalDouble.of(before.getValue() + share * (after.getValue() - before.getValue()));
  }
}
