package io.quartet.audit.internal.agreement;

import io.quartet.audit.internal.agreement.Contradictions.Place;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Outcome;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.RunResults;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * {@code intervals.csv} against {@code phases.csv}. Both charge a start to the segment for which it
 * was meant. An answer is charged to that segment in the one file and to the segment in which it
 * came in the other. So answers are compared for the whole run, and commits by the moment too.
 */
final class Counts {

  /** Stands for the whole run in a {@link Place}. */
  private static final String WHOLE_RUN = "whole run";

  private final Contradictions found = new Contradictions();
  private final Map<Place, Sum> byPhases = new HashMap<>();
  private final Map<Place, Sum> byIntervals = new HashMap<>();

  private Counts() {}

  /** The counts from one source. */
  private static final class Sum {
    long started;
    long committedInPhase;
    long completed;
    long committed;
    long failed;
    long responseSumMicros;
    long responseMaxMicros;
  }

  static Contradictions contradictions(RunResults run) {
    Counts counts = new Counts();
    run.phases().forEach(counts::add);
    long before = 0;
    for (IntervalRow row : run.intervals()) {
      counts.add(row);
      if (row.utcMillis() < before) {
        counts.found.add(IntervalsCsv.NAME, "goes back in time at " + row.utcMillis());
      }
      before = row.utcMillis();
    }
    counts.compare();
    return counts.found;
  }

  private void add(CellRow row) {
    Place place = Place.of(row);
    Sum ofRow = sum(byPhases, place);
    ofRow.started += row.started();
    ofRow.committedInPhase += row.committedInPhase();
    Sum ofRun = sum(byPhases, whole(place));
    ofRun.completed += row.finished();
    ofRun.committed += row.committed();
    ofRun.failed += row.failed();
    ofRun.responseSumMicros += row.responseSumMicros();
    ofRun.responseMaxMicros = Math.max(ofRun.responseMaxMicros, row.responseMaxMicros());
    if (row.warnings() > row.outcomes().of(Outcome.COMMITTED)) {
      found.add(place.finding(": more warnings than commits"));
    }
  }

  private void add(IntervalRow row) {
    Place place = Place.of(row);
    Sum ofRow = sum(byIntervals, place);
    ofRow.started += row.started();
    ofRow.committedInPhase += row.committed();
    Sum ofRun = sum(byIntervals, whole(place));
    ofRun.completed += row.completed();
    ofRun.committed += row.committed();
    ofRun.failed += row.failed();
    ofRun.responseSumMicros += row.responseSumMicros();
    ofRun.responseMaxMicros = Math.max(ofRun.responseMaxMicros, row.responseMaxMicros());
  }

  private static Sum sum(Map<Place, Sum> sums, Place place) {
    return sums.computeIfAbsent(place, key -> new Sum());
  }

  private static Place whole(Place place) {
    return new Place(WHOLE_RUN, place.set(), place.kind());
  }

  private void compare() {
    Set<Place> places = new HashSet<>(byPhases.keySet());
    places.addAll(byIntervals.keySet());
    places.stream().sorted(Place.ORDER).forEach(this::compare);
  }

  private void compare(Place place) {
    Sum first = byPhases.getOrDefault(place, new Sum());
    Sum second = byIntervals.getOrDefault(place, new Sum());
    found.compare(place, "requests", first.started, second.started);
    found.compare(place, "commits", first.committedInPhase, second.committedInPhase);
    found.compare(place, "answers", first.completed, second.completed);
    found.compare(place, "committed", first.committed, second.committed);
    found.compare(place, "failed", first.failed, second.failed);
    found.compare(
        place, "total of response times, µs,", first.responseSumMicros, second.responseSumMicros);
    found.compare(
        place, "longest response time, µs,", first.responseMaxMicros, second.responseMaxMicros);
  }
}
