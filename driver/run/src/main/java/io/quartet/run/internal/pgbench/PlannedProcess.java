package io.quartet.run.internal.pgbench;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.results.ToolProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process of pgbench to come.
 *
 * @param set whose database it loads
 * @param phase for which it is started
 * @param number position of the phase, from 0
 * @param start begin of the ramp of the phase, on the clock of the run
 * @param end of the phase; of the last process that of the run
 */
record PlannedProcess(
    VmSet set, Segment phase, int number, int clients, Duration start, Duration end) {

  /** Those of a Set: one for each phase in which its database has clients. */
  static List<PlannedProcess> of(RunPlan plan, Pgbench workload, VmSet set) {
    List<PlannedProcess> all = new ArrayList<>();
    Timeline timeline = plan.timeline();
    List<Segment> phases = timeline.phases();
    for (int number = 0; number < phases.size(); number++) {
      Segment phase = phases.get(number);
      boolean isLast = number == phases.size() - 1;
      Duration end = isLast ? timeline.total() : phase.end();
      int clients = workload.load().clients(set, number);
      if (clients > 0) {
        all.add(new PlannedProcess(set, phase, number, clients, timeline.rampBegin(phase), end));
      }
    }
    return all;
  }

  /** The first one first; of those that begin together in the order of the Sets. */
  static int byStart(PlannedProcess one, PlannedProcess other) {
    int byStart = one.start.compareTo(other.start);
    return byStart != 0 ? byStart : Integer.compare(one.set.order(), other.set.order());
  }

  Duration length() {
    return end.minus(start);
  }

  String vm() {
    return set.vmName(VmRole.OLTP);
  }

  /** For messages. */
  String title() {
    return "pgbench of " + vm() + " in phase " + phase.name();
  }

  /** For files and samples. */
  String name() {
    return ToolProcess.name(set, phase.name());
  }
}
