package io.quartet.results.statistics;

import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.folder.ResultsFolder;
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
   * @param millis time between the two
   */
  public record Increase(double amount, long millis) {

    double perHour() {
      return amount / millis * MILLIS_PER_HOUR;
    }

    public double perMillisecond() {
      return amount / millis;
    }
  }

  /** Increase of one column, summed over the rows of each sample. */
  public static Optional<Increase> increase(
      RunResults results, String vm, String source, String column) {
    return increase(
        results.figures(), sums(results.folder(), results.figures(), vm, source, column));
  }

  /**
   * As {@code increase}, of a counter. Where it falls it began again at 0, because its server was
   * killed and started again.
   */
  static Optional<Increase> counted(
      ResultsFolder folder, RunFigures figures, String vm, String source, String column) {
    NavigableMap<Long, Double> counted = new TreeMap<>();
    double before = 0;
    double sum = 0;
    for (Map.Entry<Long, Double> sample : sums(folder, figures, vm, source, column).entrySet()) {
      double value = sample.getValue();
      sum += value < before ? value : value - before;
      before = value;
      counted.put(sample.getKey(), sum);
    }
    return increase(figures, counted);
  }

  private static NavigableMap<Long, Double> sums(
      ResultsFolder folder, RunFigures figures, String vm, String source, String column) {
    NavigableMap<Long, Double> sums = new TreeMap<>();
    forEach(
        folder,
        figures,
        vm,
        source,
        line ->
            line.number(column)
                .ifPresent(value -> sums.merge(line.utcMillis(), value, Double::sum)));
    return sums;
  }

  /**
   * Increase of a value within the measured interval; empty unless there are samples near its begin
   * and its end.
   *
   * @param samples value by moment
   */
  public static Optional<Increase> increase(
      RunFigures figures, NavigableMap<Long, Double> samples) {
    NavigableMap<Long, Double> within =
        samples.subMap(figures.startUtcMillis(), true, figures.endUtcMillis(), true);
    if (within.size() < 2 || !isCovered(figures, within.firstKey(), within.lastKey())) {
      return Optional.empty();
    }
    Map.Entry<Long, Double> first = within.firstEntry();
    Map.Entry<Long, Double> last = within.lastEntry();
    return Optional.of(
        new Increase(last.getValue() - first.getValue(), last.getKey() - first.getKey()));
  }

  /**
   * Reads the rows of the interval in their order.
   *
   * @return false if there are none near the begin or the end of the interval
   */
  public static boolean forEach(
      RunResults results, String vm, String source, Consumer<StatsCsv.Line> action) {
    return forEach(results.folder(), results.figures(), vm, source, action);
  }

  private static boolean forEach(
      ResultsFolder folder,
      RunFigures figures,
      String vm,
      String source,
      Consumer<StatsCsv.Line> action) {
    long start = figures.startUtcMillis();
    long end = figures.endUtcMillis();
    long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
    StatsCsv.forEach(
        folder,
        vm,
        source,
        line -> {
          if (line.utcMillis() >= start && line.utcMillis() <= end) {
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
