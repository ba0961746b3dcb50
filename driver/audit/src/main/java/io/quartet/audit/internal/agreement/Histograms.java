package io.quartet.audit.internal.agreement;

import io.quartet.audit.internal.agreement.Contradictions.Place;
import io.quartet.books.CellRow;
import io.quartet.books.PhaseLatency;
import io.quartet.model.Text;
import io.quartet.model.VmSet;
import io.quartet.results.LatencyLog;
import io.quartet.results.LatencyLogs;
import io.quartet.results.RunResults;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The histograms in {@code latency/} against {@code phases.csv}. The logs keep three digits. They
 * are added up in two, as the bookkeeping does, which takes an eighth of the time.
 */
final class Histograms {

  private static final double TOLERANCE = 0.015;
  private static final String WRONG_TIME = " at another time than the plan";
  private static final int DIGITS = 2;
  private static final long MICROS = 1_000;

  private final Contradictions found = new Contradictions();
  private final Segments segments;
  private final Ticks ticks;
  private final Map<Place, CellRow> rows = new HashMap<>();

  /** Response times of all Sets of a Group, by tag of {@code phases.hlog}. */
  private final Map<String, AbstractHistogram> byGroup = new TreeMap<>();

  private Histograms(Segments segments, Ticks ticks) {
    this.segments = segments;
    this.ticks = ticks;
  }

  static Contradictions contradictions(RunResults run) {
    Histograms histograms = new Histograms(Segments.of(run), Ticks.of(run));
    run.phases().forEach(row -> histograms.rows.put(Place.of(row), row));
    if (run.hasLostWorker()) {
      return histograms.found.unknown("a worker was lost, and its last histograms with it");
    }
    List<LatencyLog> responses = LatencyLog.responses(run.folder()).orRefuse().orElse(List.of());
    if (RawFiles.isOfOlderFormat(run) && areUntagged(responses)) {
      return histograms.found.unknown("the logs of an older version do not record the phase");
    }
    histograms.compareAll(responses, "response", histograms::isAtItsTime, histograms::response);
    histograms.compareAll(
        LatencyLog.services(run.folder()).orRefuse().orElse(List.of()),
        "service",
        histograms::isInItsSegment,
        histograms::service);
    histograms.groups(run.phaseLatencies());
    return histograms.found;
  }

  private static boolean areUntagged(List<LatencyLog> logs) {
    return logs.stream()
        .allMatch(log -> read(log, times -> {}).keySet().stream().allMatch(Place::isUntagged));
  }

  private interface Comparison {
    /**
     * @param isWhole true if there are as many times as answers
     */
    void accept(Place place, CellRow row, AbstractHistogram times, boolean isWhole);
  }

  private void compareAll(
      List<LatencyLog> logs,
      String kind,
      BiPredicate<VmSet, AbstractHistogram> isTimely,
      Comparison comparison) {
    Set<Place> answered = answered();
    for (LatencyLog log : logs) {
      Set<String> untimely = new TreeSet<>();
      read(
              log,
              times -> {
                if (!isTimely.test(log.set(), times)) {
                  untimely.add(times.getTag());
                }
              })
          .forEach(
              (place, times) -> {
                CellRow row = rowOf(log, place);
                boolean isWhole = row != null && hasAll(log, place, row, times);
                comparison.accept(place, row, times, isWhole);
                answered.remove(place);
              });
      untimely.forEach(phase -> found.add(log.name(), "has times of " + phase + WRONG_TIME));
    }
    answered.forEach(place -> found.add(place.finding(" has no " + kind + " times in latency/")));
  }

  private void response(Place place, CellRow row, AbstractHistogram times, boolean isWhole) {
    if (isWhole) {
      compare(place, "50th percentile", row.responseP50Micros(), times.getValueAtPercentile(50));
      compare(place, "90th percentile", row.responseP90Micros(), times.getValueAtPercentile(90));
      compare(place, "99th percentile", row.responseP99Micros(), times.getValueAtPercentile(99));
      compare(place, "maximum", row.responseMaxMicros(), times.getMaxValue());
    }
    byGroup
        .computeIfAbsent(
            PhaseLatency.tag(place.set().group(), place.phase(), place.kind()),
            key -> new IntCountsHistogram(DIGITS))
        .add(times);
  }

  private void service(Place place, CellRow row, AbstractHistogram times, boolean isWhole) {
    if (isWhole) {
      long sum = Math.round(times.getMean() * times.getTotalCount());
      compare(place, "total of the service times", row.serviceSumMicros(), sum);
    }
  }

  /** Places with answers, each of which has to be in a log. */
  private Set<Place> answered() {
    Set<Place> places = new HashSet<>(rows.keySet());
    places.removeIf(place -> rows.get(place).timed() == 0);
    return places;
  }

  /** A log in one histogram for each segment. */
  private static Map<Place, AbstractHistogram> read(
      LatencyLog log, Consumer<AbstractHistogram> each) {
    Map<Place, AbstractHistogram> sums = new HashMap<>();
    log.read(
            interval -> {
              each.accept(interval.times());
              sums.computeIfAbsent(
                      new Place(
                          Objects.requireNonNullElse(interval.phase(), Place.UNTAGGED),
                          log.set(),
                          log.kind()),
                      place -> new IntCountsHistogram(DIGITS))
                  .add(interval.times());
            })
        .orRefuse();
    return sums;
  }

  /**
   * True if requests that began in the segment can have these response times: their answers came in
   * the interval of the histogram.
   */
  private boolean isAtItsTime(VmSet set, AbstractHistogram times) {
    if (isUnknown(times)) {
      return true;
    }
    // From the end of the segment to the begin of the histogram: every answer took longer.
    long least = times.getStartTimeStamp() - segments.endUtcMillis(times.getTag());
    long tooShort = least <= 0 ? 0 : times.getCountBetweenValues(0, MICROS * least);
    return isInItsSegment(set, times)
        && !segments.isOutside(least - times.getMinValue() / MICROS, tooShort);
  }

  /**
   * True if requests that began in the segment can have these response times, as far as their
   * longest ones tell: the answers came before the end of the histogram.
   */
  private boolean isInItsSegment(VmSet set, AbstractHistogram times) {
    if (isUnknown(times)) {
      return true;
    }
    long most =
        ticks.latest(set, times.getEndTimeStamp()) - segments.startUtcMillis(times.getTag());
    long longest = times.getMaxValue() / MICROS;
    long tooLong =
        longest <= most
            ? 0
            : times.getCountBetweenValues(MICROS * Math.max(0, most), times.getMaxValue());
    return !segments.isOutside(longest - most, tooLong);
  }

  private boolean isUnknown(AbstractHistogram times) {
    return times.getTag() == null || segments.isUnknown(times.getTag());
  }

  private CellRow rowOf(LatencyLog log, Place place) {
    CellRow row = rows.get(place);
    if (row == null) {
      found.add(log.name(), "has answers of " + place.phase() + ", which phases.csv does not know");
    }
    return row;
  }

  private boolean hasAll(LatencyLog log, Place place, CellRow row, AbstractHistogram times) {
    if (times.getTotalCount() == row.timed()) {
      return true;
    }
    found.add(
        place.finding(
            Text.format(
                ": %s, and %,d in %s",
                Text.counted(row.timed(), "answer"), times.getTotalCount(), log.name())));
    return false;
  }

  private void compare(Place place, String what, long first, long second) {
    if (!isClose(first, second)) {
      found.add(
          place.finding(Text.format(": %s %,d µs, and %,d in latency/", what, first, second)));
    }
  }

  /** Times of a few microseconds are rounded to whole ones. */
  private static boolean isClose(long first, long second) {
    return Math.abs(first - second) <= 2 + TOLERANCE * Math.max(first, second);
  }

  private void groups(Map<String, Histogram> phaseLatencies) {
    Set<String> tags = new HashSet<>(phaseLatencies.keySet());
    tags.addAll(byGroup.keySet());
    for (String tag : tags.stream().sorted().toList()) {
      AbstractHistogram one = phaseLatencies.get(tag);
      AbstractHistogram sum = byGroup.get(tag);
      if (one != null && !isWhole(tag, one)) {
        found.add(LatencyLogs.PHASES, "has " + tag + WRONG_TIME);
      }
      if (one == null || sum == null || one.getTotalCount() != sum.getTotalCount()) {
        found.add(
            LatencyLogs.PHASES,
            Text.format(
                "answers of %s: %,d, and %,d in the logs of the Sets",
                tag, count(one), count(sum)));
      } else {
        for (double percent : new double[] {50, 90, 99}) {
          long first = one.getValueAtPercentile(percent);
          long second = sum.getValueAtPercentile(percent);
          if (!isClose(first, second)) {
            found.add(
                LatencyLogs.PHASES,
                Text.format(
                    "%.0fth percentile of %s %,d µs, and %,d in the logs of the Sets",
                    percent, tag, first, second));
          }
        }
      }
    }
  }

  /** A histogram of a whole segment has its times. */
  private boolean isWhole(String tag, AbstractHistogram times) {
    String[] parts = tag.split(";", -1);
    return parts.length != 3
        || segments.isUnknown(parts[1])
        || segments.isWhole(parts[1], times.getStartTimeStamp(), times.getEndTimeStamp());
  }

  private static long count(AbstractHistogram histogram) {
    return histogram == null ? 0 : histogram.getTotalCount();
  }
}
