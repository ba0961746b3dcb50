package io.quartet.results.events;

import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.events.RunEvent.PlannedEventStep;
import io.quartet.results.events.RunEvent.PlannedEventStep.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An event of the benchmark file, and what became of it in a run.
 *
 * @param planned the event
 * @param began its first step; empty if the run ended before it
 * @param ended its last step; empty if it was not taken back, as far as the log goes
 * @param toUtcMillis when the last step was done
 */
public record PlannedSpan(
    PlannedEvent planned,
    Optional<PlannedEventStep> began,
    Optional<PlannedEventStep> ended,
    OptionalLong toUtcMillis) {

  /** A loss is noticed a little after it happens. */
  private static final long NOTICED_MILLIS = 2_000;

  /** All events of a plan, in its order. */
  public static List<PlannedSpan> of(RunPlan plan, List<LoggedEvent> log) {
    return plan.schedule().events().stream().map(event -> of(event, log)).toList();
  }

  private static PlannedSpan of(PlannedEvent event, List<LoggedEvent> log) {
    return new PlannedSpan(
        event,
        step(event, Kind.BEGAN, log).map(logged -> (PlannedEventStep) logged.event()),
        step(event, Kind.ENDED, log).map(logged -> (PlannedEventStep) logged.event()),
        step(event, Kind.ENDED, log).stream().mapToLong(LoggedEvent::utcMillis).findFirst());
  }

  private static Optional<LoggedEvent> step(PlannedEvent event, Kind kind, List<LoggedEvent> log) {
    return log.stream()
        .filter(
            logged ->
                logged.event() instanceof PlannedEventStep step
                    && step.kind() == kind
                    && step.title().equals(event.name()))
        .findFirst();
  }

  /** Its steps that were not done. */
  public List<PlannedEventStep> failures() {
    return List.of(began, ended).stream()
        .flatMap(Optional::stream)
        .filter(step -> step.exitCode() != 0)
        .toList();
  }

  /**
   * True if what happens to a VM at a moment may come from it: it was in force there, or was done a
   * little earlier.
   */
  public boolean mayCause(RunPlan plan, String vm, long utcMillis) {
    return began.filter(step -> step.exitCode() == 0).isPresent()
        && plan.sizes().containsKey(vm)
        && concerns(plan, vm)
        && utcMillis >= began.get().begunUtcMillis()
        && (toUtcMillis.isEmpty() || utcMillis <= toUtcMillis.getAsLong() + NOTICED_MILLIS);
  }

  /** Machines below VMs, and those with their storage, may concern each of them. */
  private boolean concerns(RunPlan plan, String vm) {
    if (plan.sizes().containsKey(planned.on())) {
      return planned.on().equals(vm)
          || VmMachine.of(plan).stream()
              .filter(machine -> !plan.provider().isLocal())
              .map(machine -> machine.vms().stream().map(VmMachine.Vm::name).toList())
              .anyMatch(names -> names.contains(vm) && names.contains(planned.on()));
    }
    return !planned.on().equals(PlannedEvent.DRIVER) || plan.provider().isLocal();
  }
}
