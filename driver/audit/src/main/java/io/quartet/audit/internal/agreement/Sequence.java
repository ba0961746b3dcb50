package io.quartet.audit.internal.agreement;

import io.quartet.model.plan.Segment;
import io.quartet.results.RunResults;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.PhaseSwitch;
import io.quartet.results.events.RunEvent.RunEnd;
import io.quartet.results.events.RunEvent.RunStart;
import java.util.List;

/** {@code events.jsonl} against the plan and the state of the run. */
final class Sequence {

  private Sequence() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    List<RunStart> starts = LoggedEvent.only(run.events(), RunStart.class).toList();
    if (starts.size() != 1 || !starts.get(0).runId().equals(run.info().runId())) {
      found.add(
          EventLog.NAME, "must report exactly once that run " + run.info().runId() + " began");
    }
    List<RunEnd> ends = LoggedEvent.only(run.events(), RunEnd.class).toList();
    if (ends.size() != 1 || ends.get(0).abortReason().isPresent()) {
      found.add(EventLog.NAME, "must report exactly once that the load ended as planned");
    }
    if (run.info().plan().driver().isAlone() && run.hasLostWorker()) {
      found.add(EventLog.NAME, "reports a lost worker, but the run had no workers");
    }
    switches(run, found);
    return found;
  }

  private static void switches(RunResults run, Contradictions found) {
    List<LoggedEvent> told =
        run.events().stream().filter(logged -> logged.event() instanceof PhaseSwitch).toList();
    // A segment of no length has no switch.
    List<Segment> segments =
        run.info().plan().timeline().segments().stream()
            .filter(segment -> !segment.length().isZero())
            .toList();
    List<String> names =
        LoggedEvent.only(run.events(), PhaseSwitch.class).map(PhaseSwitch::phase).toList();
    if (!names.equals(segments.stream().map(Segment::name).toList())) {
      found.add(EventLog.NAME, "switches to " + String.join(", ", names) + ", unlike the plan");
      return;
    }
    for (int i = 0; i < told.size(); i++) {
      long planned = run.info().startedUtcMillis() + segments.get(i).start().toMillis();
      if (told.get(i).utcMillis() < planned) {
        found.add(EventLog.NAME, "switches to " + names.get(i) + " before its time");
      }
    }
  }
}
