package io.quartet.results.events;

import io.quartet.model.plan.EventAction.Neighbour;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
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
 * @param toUtcMillis when it had been taken back; empty if it was not
 */
public record PlannedSpan(
    PlannedEvent planned,
    Optional<PlannedEventStep> began,
    Optional<PlannedEventStep> ended,
    OptionalLong toUtcMillis) {

  /** A loss is noticed a little after it happens. */
  private static final long NOTICED_MILLIS = 2_000;

  /** A step may come so much later than its moment, which may be the begin of a phase. */
  private static final long LATE_MILLIS = 200;

  /** All events of a plan, in its order. */
  public static List<PlannedSpan> of(RunPlan plan, List<LoggedEvent> log) {
    return plan.schedule().events().stream().map(event -> of(event, log)).toList();
  }

  private static PlannedSpan of(PlannedEvent event, List<LoggedEvent> log) {
    return new PlannedSpan(
        event,
        step(event, Kind.BEGAN, log).map(logged -> (PlannedEventStep) logged.event()),
        step(event, Kind.ENDED, log).map(logged -> (PlannedEventStep) logged.event()),
        step(event, Kind.ENDED, log).stream()
            .filter(logged -> isTakenBack(event, (PlannedEventStep) logged.event()))
            .mapToLong(LoggedEvent::utcMillis)
            .findFirst());
  }

  /** A neighbour that ended before its time is gone too. */
  private static boolean isTakenBack(PlannedEvent event, PlannedEventStep ended) {
    return ended.exitCode() == 0 || event.action() instanceof Neighbour;
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

  /** True if what happens to a VM in a time may come from it. */
  public boolean mayCause(RunPlan plan, String vm, long fromUtcMillis, long untilUtcMillis) {
    return plan.sizes().containsKey(vm)
        && planned.concerns(plan, vm)
        && mayBeSeen(fromUtcMillis, untilUtcMillis);
  }

  /** True if it was done, and was in force within a time or a little before it. */
  public boolean mayBeSeen(long fromUtcMillis, long untilUtcMillis) {
    return wasDone()
        && untilUtcMillis >= began.get().begunUtcMillis()
        && (toUtcMillis.isEmpty() || fromUtcMillis <= toUtcMillis.getAsLong() + NOTICED_MILLIS);
  }

  /** True if it was done, and was in force within a time, other than at an end of it. */
  public boolean wasInForce(long fromUtcMillis, long untilUtcMillis) {
    return wasDone()
        && untilUtcMillis > began.get().begunUtcMillis() + LATE_MILLIS
        && (toUtcMillis.isEmpty() || fromUtcMillis + LATE_MILLIS < toUtcMillis.getAsLong());
  }

  /** True if it was begun without an error. */
  public boolean wasDone() {
    return began.filter(step -> step.exitCode() == 0).isPresent();
  }
}
