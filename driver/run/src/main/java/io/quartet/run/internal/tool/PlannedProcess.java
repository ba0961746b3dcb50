package io.quartet.run.internal.tool;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.results.ToolProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process of a tool to come.
 *
 * @param tool its name
 * @param set whose database it loads
 * @param segment for which it is started: a phase, or a ramp
 * @param number position of the phase, from 0
 * @param start on the clock of the run
 * @param end on the clock of the run
 * @param stopAt when it is stopped if it is still at work; empty if long after the end of the run
 */
public record PlannedProcess(
    String tool,
    VmSet set,
    Segment segment,
    int number,
    int clients,
    Duration start,
    Duration end,
    Optional<Duration> stopAt) {

  /** More than any run has, so that every process of a run has another seed. */
  private static final int MOST_POSITIONS = 1_000;

  /** Numbers that pgbench takes as a seed are below this. */
  private static final long SEEDS = 1L << 31;

  /**
   * One for each phase in which the database of a Set has clients: it begins with the ramp of its
   * phase and ends with the phase. The first one has warmUp too, and the last one rampDown.
   */
  public static List<PlannedProcess> withRamps(RunPlan plan, ToolWorkload workload, VmSet set) {
    List<PlannedProcess> all = new ArrayList<>();
    Timeline timeline = plan.timeline();
    List<Segment> phases = timeline.phases();
    for (int number = 0; number < phases.size(); number++) {
      Segment phase = phases.get(number);
      boolean isLast = number == phases.size() - 1;
      Duration end = isLast ? timeline.total() : phase.end();
      int clients = workload.load().clients(set, number);
      if (clients > 0) {
        all.add(
            new PlannedProcess(
                workload.label(),
                set,
                phase,
                number,
                clients,
                timeline.rampBegin(phase),
                end,
                Optional.empty()));
      }
    }
    return all;
  }

  /**
   * A seed that no other process of the run has.
   *
   * @param seed of the run
   * @param position of what the process is for, among all such, from 0
   */
  public long seed(long seed, int position) {
    return Math.floorMod(seed * 31 + set.order() * (long) MOST_POSITIONS + position, SEEDS);
  }

  /** The first one first; of those that begin together in the order of the Sets. */
  static int byStart(PlannedProcess one, PlannedProcess other) {
    int byStart = one.start.compareTo(other.start);
    return byStart != 0 ? byStart : Integer.compare(one.set.order(), other.set.order());
  }

  public Duration length() {
    return end.minus(start);
  }

  String vm() {
    return set.vmName(VmRole.OLTP);
  }

  /** For messages. */
  public String title() {
    return tool + " of " + vm() + " in " + (segment.isMeasured() ? "phase " : "") + segment.name();
  }

  /** For files and samples. */
  public String name() {
    return ToolProcess.name(tool, set, segment.name());
  }
}
