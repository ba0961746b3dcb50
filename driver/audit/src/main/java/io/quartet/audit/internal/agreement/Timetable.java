package io.quartet.audit.internal.agreement;

import io.quartet.audit.internal.agreement.Contradictions.Place;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunResults;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code phases.csv} against the plan: which rows there are, and when their segments were. */
final class Timetable {

  private Timetable() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    found.requireUnique(PhasesCsv.NAME, run.phases(), Place::of);
    Map<Place, CellRow> rows = new LinkedHashMap<>();
    run.phases().forEach(row -> rows.put(Place.of(row), row));
    RunPlan plan = run.info().plan();
    for (Segment segment : plan.timeline().segments()) {
      for (VmSet set : plan.sets()) {
        for (RequestKind kind : plan.workload().kinds()) {
          Place place = new Place(segment.name(), set, kind);
          CellRow row = rows.remove(place);
          if (row == null) {
            found.add(place.finding(" has no row"));
          } else if (!isAtItsTime(row, segment, run.info().startedUtcMillis())) {
            found.add(place.finding(" has other times than the plan"));
          }
        }
      }
    }
    rows.keySet().forEach(place -> found.add(place.finding(" is not in the plan")));
    return found;
  }

  private static boolean isAtItsTime(CellRow row, Segment segment, long zeroUtcMillis) {
    return row.startUtcMillis() == zeroUtcMillis + segment.start().toMillis()
        && row.endUtcMillis() == zeroUtcMillis + segment.end().toMillis()
        && row.isMeasured() == segment.isMeasured();
  }
}
