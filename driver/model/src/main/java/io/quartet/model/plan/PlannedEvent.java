package io.quartet.model.plan;

import io.quartet.model.plan.EventAction.Copy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Something that is done on purpose at a moment of a run, and taken back at another.
 *
 * @param name what reports call it; no other event of the plan has it
 * @param at when it begins
 * @param until when it is taken back; empty for the end of the run. What does not last is over at
 *     once, and so is a kill without it: the server is started again. Copies are given up then if
 *     they are not complete
 * @param on a VM of the plan, {@link #DRIVER}, a hypervisor, or another machine that the plan names
 * @param action what is done there
 */
public record PlannedEvent(
    String name, Moment at, Optional<Moment> until, String on, EventAction action) {

  /** Name of the machine on which the driver runs. */
  public static final String DRIVER = "driver";

  /**
   * A moment of a run.
   *
   * @param segment name of a phase or of what comes before or after them
   * @param after time since that began
   */
  public record Moment(String segment, Duration after) {

    /**
     * Time since the start of the run.
     *
     * @throws IllegalArgumentException if there is no such segment
     */
    public Duration offset(Timeline timeline) {
      return timeline
          .segment(segment)
          .map(found -> found.start().plus(after))
          .orElseThrow(() -> new IllegalArgumentException("no segment " + segment));
    }
  }

  /** What it changes: its VM, or the machine by its address. */
  public String target(RunPlan plan) {
    return action instanceof EventAction.OnMachine ? machine(plan) : on;
  }

  private String machine(RunPlan plan) {
    return plan.provider().isLocal() ? on : VmMachine.of(plan, on).map(VmMachine::host).orElse(on);
  }

  /**
   * True if its effects could not be told apart from those of another: it changes the same VM or
   * machine, or the machine of that VM.
   */
  public boolean collidesWith(PlannedEvent other, RunPlan plan) {
    List<String> here = changed(plan);
    List<String> there = other.changed(plan);
    return !Collections.disjoint(here, there)
        || here.contains(other.machine(plan))
        || there.contains(machine(plan));
  }

  /** All that it changes: its target, and the VMs that get a copy. */
  private List<String> changed(RunPlan plan) {
    List<String> all = new ArrayList<>(List.of(target(plan)));
    all.addAll(copies());
    return all;
  }

  /** VMs that get a copy; none unless it makes copies. */
  public List<String> copies() {
    return action instanceof Copy copy ? copy.targets() : List.of();
  }

  /**
   * True if it may touch a VM of the plan. Machines below VMs, and those with their storage, may
   * touch each of them. A copy only reads from its source, which goes on working.
   */
  public boolean concerns(RunPlan plan, String vm) {
    if (action instanceof Copy copy) {
      return copy.targets().contains(vm);
    }
    if (plan.sizes().containsKey(on)) {
      return on.equals(vm)
          || (action instanceof EventAction.OnMachine
              && !plan.provider().isLocal()
              && VmMachine.of(plan, on).equals(VmMachine.of(plan, vm)));
    }
    return !on.equals(DRIVER) || plan.provider().isLocal();
  }

  /** True for a neighbour or a command on a machine, which uses processors there until its end. */
  public boolean worksOn(VmMachine machine) {
    return action instanceof EventAction.OnMachine
        && action.lasts()
        && (on.equals(machine.host())
            || (on.equals(DRIVER) && machine.name().equals(VmMachine.OF_THE_DRIVER))
            || machine.vms().stream().anyMatch(vm -> vm.name().equals(on)));
  }

  /** When it is over, as time since the start of the run. */
  public Duration end(Timeline timeline) {
    return until
        .map(moment -> moment.offset(timeline))
        .orElseGet(() -> isOverAtOnce() ? at.offset(timeline) : timeline.total());
  }

  /** True if nothing of it is left once it is done, but for what it leads to. */
  public boolean isOverAtOnce() {
    return until.isEmpty() && (!action.lasts() || action == EventAction.OnServer.KILL);
  }

  /** True if it lasts as long as it takes, and its end in the plan is only the latest one. */
  public boolean isOverWhenDone() {
    return action instanceof Copy;
  }
}
