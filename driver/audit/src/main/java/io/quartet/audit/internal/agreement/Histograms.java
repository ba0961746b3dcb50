package io.quartet.audit.internal.agreement;

import io.quartet.audit.internal.agreement.Contradictions.Place;
import io.quartet.books.CellRow;
import io.quartet.books.PhaseLatency;
import io.quartet.model.Text;
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
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The histograms in {@code latency/} against {@code phases.csv}. The logs keep three digits. They
 * are added up in two, as the bookkeeping does, which takes an eighth of the time.
 */
final class Histograms {

  private static final double TOLERANCE = 0.015;
  private static final int DIGITS = 2;

  private final Contradictions found = new Contradictions();
  private final Map<Place, CellRow> rows = new HashMap<>();

  /** Response times of all Sets of a Group, by tag of {@code phases.hlog}. */
  private final Map<String, AbstractHistogram> byGroup = new TreeMap<>();

  private Histograms() {}

  static Contradictions contradictions(RunResults run) {
    Histograms histograms = new Histograms();
    run.phases().forEach(row -> histograms.rows.put(Place.of(row), row));
    if (run.hasLostWorker()) {
      return histograms.found.unknown("a worker was lost, and its last histograms with it");
    }
    List<LatencyLog> responses = LatencyLog.responses(run.folder()).orRefuse().orElse(List.of());
    if (RawFiles.isOfOlderFormat(run) && areUntagged(responses)) {
      return histograms.found.unknown("the logs of an older version do not record the phase");
    }
    histograms.compareAll(responses, "response", histograms::response);
    histograms.compareAll(
        LatencyLog.services(run.folder()).orRefuse().orElse(List.of()),
        "service",
        histograms::service);
    histograms.groups(run.phaseLatencies());
    return histograms.found;
  }

  private static boolean areUntagged(List<LatencyLog> logs) {
    return logs.stream().allMatch(log -> read(log).keySet().stream().allMatch(Place::isUntagged));
  }

  private interface Comparison {
    /**
     * @param isWhole true if there are as many times as answers
     */
    void accept(Place place, CellRow row, AbstractHistogram times, boolean isWhole);
  }

  private void compareAll(List<LatencyLog> logs, String kind, Comparison comparison) {
    Set<Place> answered = answered();
    for (LatencyLog log : logs) {
      read(log)
          .forEach(
              (place, times) -> {
                CellRow row = rowOf(log, place);
                boolean isWhole = row != null && hasAll(log, place, row, times);
                comparison.accept(place, row, times, isWhole);
                answered.remove(place);
              });
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
            PhaseLatency.tag(place.set().group(), place.phase(), place.type()),
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
    places.removeIf(place -> rows.get(place).finished() == 0);
    return places;
  }

  /** A log in one histogram for each segment. */
  private static Map<Place, AbstractHistogram> read(LatencyLog log) {
    Map<Place, AbstractHistogram> sums = new HashMap<>();
    log.read(
            interval ->
                sums.computeIfAbsent(
                        new Place(
                            Objects.requireNonNullElse(interval.phase(), Place.UNTAGGED),
                            log.set(),
                            log.type()),
                        place -> new IntCountsHistogram(DIGITS))
                    .add(interval.times()))
        .orRefuse();
    return sums;
  }

  private CellRow rowOf(LatencyLog log, Place place) {
    CellRow row = rows.get(place);
    if (row == null) {
      found.add(log.name(), "has answers of " + place.phase() + ", which phases.csv does not know");
    }
    return row;
  }

  private boolean hasAll(LatencyLog log, Place place, CellRow row, AbstractHistogram times) {
    if (times.getTotalCount() == row.finished()) {
      return true;
    }
    found.add(
        place.finding(
            ": "
                + row.finished()
                + " answers, and "
                + times.getTotalCount()
                + " in "
                + log.name()));
    return false;
  }

  private void compare(Place place, String what, long first, long second) {
    if (!isClose(first, second)) {
      found.add(place.finding(Text.format(": %s %d µs, and %d in latency/", what, first, second)));
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
      if (one == null || sum == null || one.getTotalCount() != sum.getTotalCount()) {
        found.add(
            LatencyLogs.PHASES,
            count(one) + " answers of " + tag + ", and " + count(sum) + " in the logs of the Sets");
      } else {
        for (double percent : new double[] {50, 90, 99}) {
          long first = one.getValueAtPercentile(percent);
          long second = sum.getValueAtPercentile(percent);
          if (!isClose(first, second)) {
            found.add(
                LatencyLogs.PHASES,
                Text.format(
                    "%.0fth percentile of %s %d µs, and %d in the logs of the Sets",
                    percent, tag, first, second));
          }
        }
      }
    }
  }

  private static long count(AbstractHistogram histogram) {
    return histogram == null ? 0 : histogram.getTotalCount();
  }
}
