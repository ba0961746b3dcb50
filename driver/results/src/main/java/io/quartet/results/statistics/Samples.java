package io.quartet.results.statistics;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The samples of the measured interval.
 *
 * @param interval from the begin of the first phase to the end of the last
 */
public record Samples(ResultsFolder folder, Span interval) {

  /** Twice the pace of the slow sources. */
  static final long BORDER_MILLIS = 20_000;

  private static final String RESET = "stats_reset";

  private static final double MILLIS_PER_HOUR = 3_600_000;

  /**
   * From the first sample of the interval to its last.
   *
   * @param amount how much was counted
   * @param hasReset true if the counter was reset; its counts between the last sample and the reset
   *     are not known
   */
  public record Increase(double amount, long firstUtcMillis, long lastUtcMillis, boolean hasReset) {

    /** Time between the two; above 0. */
    long millis() {
      return lastUtcMillis - firstUtcMillis;
    }

    public double perMillisecond() {
      return amount / millis();
    }
  }

  /**
   * Increase of a counter of a source with one row a sample; empty unless there are samples near
   * the begin of the interval and its end.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public Optional<Increase> increase(String vm, String source, String column) {
    CounterSeries counted = new CounterSeries();
    forEach(
        vm,
        source,
        line ->
            line.number(column).ifPresent(value -> counted.add(line.utcMillis(), column, value)));
    return increase(counted);
  }

  /**
   * Increase of a counter that was read; empty unless there are samples near the begin of the
   * interval and its end.
   */
  Optional<Increase> increase(CounterSeries counted) {
    return within(counted).filter(this::isCovered);
  }

  /** Increase of a counter between its first and last samples within the interval. */
  Optional<Increase> within(CounterSeries counted) {
    return within(counted.totals().byMoment())
        .map(
            grown ->
                new Increase(
                    grown.amount(),
                    grown.firstUtcMillis(),
                    grown.lastUtcMillis(),
                    counted.isReset(grown.firstUtcMillis(), grown.lastUtcMillis())));
  }

  /**
   * By how much a value grew within the interval, by hour of it; below 0 if it shrank. Empty unless
   * there are samples near the begin of the interval and its end.
   */
  OptionalDouble growthPerHour(TimeSeries series) {
    long from = interval.startUtcMillis();
    long to = interval.endUtcMillis();
    OptionalDouble growth = series.growth(from, to);
    return growth.isEmpty()
            || !series.isKnownAt(from, BORDER_MILLIS)
            || !series.isKnownAt(to, BORDER_MILLIS)
        ? OptionalDouble.empty()
        : OptionalDouble.of(growth.getAsDouble() * MILLIS_PER_HOUR / (to - from));
  }

  private Optional<Increase> within(NavigableMap<Long, Double> samples) {
    NavigableMap<Long, Double> within =
        samples.subMap(interval.startUtcMillis(), true, interval.endUtcMillis(), true);
    if (within.size() < 2) {
      return Optional.empty();
    }
    Map.Entry<Long, Double> first = within.firstEntry();
    Map.Entry<Long, Double> last = within.lastEntry();
    return Optional.of(
        new Increase(last.getValue() - first.getValue(), first.getKey(), last.getKey(), false));
  }

  /**
   * True if the counters of a source were reset between the last sample before the interval and the
   * first after it.
   */
  boolean isReset(String vm, String source) {
    String[] last = {null};
    long[] lastUtcMillis = {0};
    boolean[] isReset = {false};
    StatsCsv.forEach(
        folder,
        vm,
        source,
        line -> {
          boolean isBetween =
              line.utcMillis() > interval.startUtcMillis()
                  && lastUtcMillis[0] < interval.endUtcMillis();
          isReset[0] |= isBetween && last[0] != null && !last[0].equals(line.text(RESET));
          last[0] = line.text(RESET);
          lastUtcMillis[0] = line.utcMillis();
        });
    return isReset[0];
  }

  /** Moments of the samples of a source, before and after the interval too. */
  public Set<Long> moments(String vm, String source) {
    Set<Long> moments = new TreeSet<>();
    StatsCsv.forEach(folder, vm, source, line -> moments.add(line.utcMillis()));
    return moments;
  }

  /**
   * Reads the rows of the interval in their order.
   *
   * @return false if there are none near the begin or the end of the interval
   */
  boolean forEach(String vm, String source, Consumer<StatsCsv.Line> action) {
    long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
    StatsCsv.forEach(
        folder,
        vm,
        source,
        line -> {
          if (interval.holds(line.utcMillis(), line.utcMillis())) {
            ends[0] = Math.min(ends[0], line.utcMillis());
            ends[1] = Math.max(ends[1], line.utcMillis());
            action.accept(line);
          }
        });
    return ends[0] <= ends[1] && isCovered(ends[0], ends[1]);
  }

  private boolean isCovered(Increase increase) {
    return isCovered(increase.firstUtcMillis(), increase.lastUtcMillis());
  }

  private boolean isCovered(long first, long last) {
    return first - interval.startUtcMillis() <= BORDER_MILLIS && isNearEnd(last);
  }

  /** True for a sample before the end of the interval that tells how things were there. */
  boolean isNearEnd(long utcMillis) {
    return utcMillis >= interval.endUtcMillis() - BORDER_MILLIS;
  }
}
