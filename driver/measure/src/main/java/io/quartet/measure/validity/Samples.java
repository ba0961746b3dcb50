package io.quartet.measure.validity;

import io.quartet.measure.results.RunResults;
import io.quartet.measure.results.StatsCsv;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** What the statistics of a VM say of the measured interval. */
final class Samples {

  /** Twice the pace of the slow sources. */
  private static final long BORDER_MILLIS = 20_000;

  private static final double MILLIS_PER_HOUR = 3_600_000;

  private Samples() {}

  /**
   * From the first sample of the interval to its last.
   *
   * @param amount last value minus first; below 0 if what was sampled shrank or began anew
   * @param millis time between the two
   */
  record Increase(double amount, long millis) {

    double perHour() {
      return amount / millis * MILLIS_PER_HOUR;
    }

    double perMillisecond() {
      return amount / millis;
    }
  }

  /** Increase of one column. */
  static Optional<Increase> increase(RunResults results, String vm, String source, String column) {
    return increase(results, vm, source, line -> line.number(column));
  }

  /**
   * Increase of a value, summed over the rows of each sample; empty unless there are samples near
   * the begin and the end of the interval.
   */
  static Optional<Increase> increase(
      RunResults results, String vm, String source, Function<StatsCsv.Line, OptionalDouble> value) {
    TreeMap<Long, Double> sums = new TreeMap<>();
    forEach(
        results,
        vm,
        source,
        line -> value.apply(line).ifPresent(one -> sums.merge(line.utcMillis(), one, Double::sum)));
    if (sums.size() < 2 || !isCovered(results, sums.firstKey(), sums.lastKey())) {
      return Optional.empty();
    }
    Map.Entry<Long, Double> first = sums.firstEntry();
    Map.Entry<Long, Double> last = sums.lastEntry();
    return Optional.of(
        new Increase(last.getValue() - first.getValue(), last.getKey() - first.getKey()));
  }

  /**
   * Reads the rows of the interval in their order.
   *
   * @return false if there are none near the begin or the end of the interval
   */
  static boolean forEach(
      RunResults results, String vm, String source, Consumer<StatsCsv.Line> action) {
    long start = results.figures().startUtcMillis();
    long end = results.figures().endUtcMillis();
    long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
    StatsCsv.forEach(
        results.folder(),
        vm,
        source,
        line -> {
          if (line.utcMillis() >= start && line.utcMillis() <= end) {
            ends[0] = Math.min(ends[0], line.utcMillis());
            ends[1] = Math.max(ends[1], line.utcMillis());
            action.accept(line);
          }
        });
    return ends[0] <= ends[1] && isCovered(results, ends[0], ends[1]);
  }

  private static boolean isCovered(RunResults results, long first, long last) {
    return first - results.figures().startUtcMillis() <= BORDER_MILLIS
        && results.figures().endUtcMillis() - last <= BORDER_MILLIS;
  }
}
