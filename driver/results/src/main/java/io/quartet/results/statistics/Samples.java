package io.quartet.results.statistics;

import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.folder.StatsCsv;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What the statistics of a VM say of the measured interval. */
public final class Samples {

  /** Twice the pace of the slow sources. */
  private static final long BORDER_MILLIS = 20_000;

  private static final double MILLIS_PER_HOUR = 3_600_000;

  private Samples() {}

  /**
   * From the first sample of the interval to its last.
   *
   * @param amount last value minus first; below 0 if what was sampled shrank or began anew
   */
  public record Increase(double amount, long firstUtcMillis, long lastUtcMillis) {

    /** Time between the two; above 0. */
    long millis() {
      return lastUtcMillis - firstUtcMillis;
    }

    double perHour() {
      return perMillisecond() * MILLIS_PER_HOUR;
    }

    public double perMillisecond() {
      return amount / millis();
    }
  }

  /** Increase of one column, summed over the rows of each sample. */
  public static Optional<Increase> increase(
      RunResults results, String vm, String source, String column) {
    NavigableMap<Long, Double> sums = new TreeMap<>();
    forEach(
        results,
        vm,
        source,
        line ->
            line.number(column)
                .ifPresent(value -> sums.merge(line.utcMillis(), value, Double::sum)));
    return increase(results.figures(), sums);
  }

  /**
   * Increase of a value within the measured interval; empty unless there are samples near its begin
   * and its end.
   *
   * @param samples value by moment
   */
  public static Optional<Increase> increase(
      RunFigures figures, NavigableMap<Long, Double> samples) {
    return within(figures, samples)
        .filter(increase -> isCovered(figures, increase.firstUtcMillis, increase.lastUtcMillis));
  }

  /** As {@code increase}, also where there are no samples near the begin or the end. */
  static Optional<Increase> within(RunFigures figures, NavigableMap<Long, Double> samples) {
    NavigableMap<Long, Double> within =
        samples.subMap(figures.startUtcMillis(), true, figures.endUtcMillis(), true);
    if (within.size() < 2) {
      return Optional.empty();
    }
    Map.Entry<Long, Double> first = within.firstEntry();
    Map.Entry<Long, Double> last = within.lastEntry();
    return Optional.of(
        new Increase(last.getValue() - first.getValue(), first.getKey(), last.getKey()));
  }

  /**
   * Reads the rows of the interval in their order.
   *
   * @return false if there are none near the begin or the end of the interval
   */
  public static boolean forEach(
      RunResults results, String vm, String source, Consumer<StatsCsv.Line> action) {
    RunFigures figures = results.figures();
    long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
    StatsCsv.forEach(
        results.folder(),
        vm,
        source,
        line -> {
          if (line.utcMillis() >= figures.startUtcMillis()
              && line.utcMillis() <= figures.endUtcMillis()) {
            ends[0] = Math.min(ends[0], line.utcMillis());
            ends[1] = Math.max(ends[1], line.utcMillis());
            action.accept(line);
          }
        });
    return ends[0] <= ends[1] && isCovered(figures, ends[0], ends[1]);
  }

  private static boolean isCovered(RunFigures figures, long first, long last) {
    return first - figures.startUtcMillis() <= BORDER_MILLIS && isNearEnd(figures, last);
  }

  /** True for a sample before the end of the interval that tells how things were there. */
  static boolean isNearEnd(RunFigures figures, long utcMillis) {
    return utcMillis >= figures.endUtcMillis() - BORDER_MILLIS;
  }
}
