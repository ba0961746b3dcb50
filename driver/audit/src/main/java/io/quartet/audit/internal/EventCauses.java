package io.quartet.audit.internal;

import io.quartet.books.IntervalRow;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.events.PlannedSpan;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What events of the benchmark file may have caused in a run. In an official run they excuse
 * nothing, and neither do events that touch no VM.
 */
final class EventCauses {

  private final RunPlan plan;
  private final long intervalMillis;
  private final List<PlannedSpan> spans;

  EventCauses(AuditedRun run) {
    this.plan = run.plan();
    this.intervalMillis = plan.schedule().collectInterval().toMillis();
    this.spans =
        plan.publication().profile() == ValidityProfile.OFFICIAL
            ? List.of()
            : PlannedSpan.of(plan, run.results().events()).stream()
                .filter(
                    span ->
                        plan.sizes().keySet().stream()
                            .anyMatch(vm -> span.planned().concerns(plan, vm)))
                .toList();
  }

  /** True if no event can have caused anything. */
  boolean areNone() {
    return spans.isEmpty();
  }

  /** Event that may have caused what happened to a VM in a time; empty if none did. */
  Optional<String> of(String vm, long fromUtcMillis, long untilUtcMillis) {
    return names(span -> span.mayCause(plan, vm, fromUtcMillis, untilUtcMillis)).stream()
        .findFirst();
  }

  /** Names of the events that may have caused what a Set met in an interval. */
  List<String> of(IntervalRow row) {
    return names(
        span ->
            plan.roles().stream()
                .map(row.set()::vmName)
                .anyMatch(
                    vm ->
                        span.mayCause(
                            plan, vm, row.utcMillis() - intervalMillis, row.utcMillis())));
  }

  /** True if the effects of an event may be seen at a moment. */
  boolean mayBeSeenAt(long utcMillis) {
    return spans.stream().anyMatch(span -> span.mayBeSeen(utcMillis, utcMillis));
  }

  /** Names of the events that were in force within a time. */
  List<String> inForce(long fromUtcMillis, long untilUtcMillis) {
    return names(span -> span.wasInForce(fromUtcMillis, untilUtcMillis));
  }

  private List<String> names(Predicate<PlannedSpan> filter) {
    return spans.stream().filter(filter).map(span -> span.planned().name()).toList();
  }

  /** For a sentence: {@code events 'a', 'b'}. */
  static String inWords(Stream<String> names) {
    List<String> quoted = names.distinct().map(name -> "'" + name + "'").toList();
    return (quoted.size() == 1 ? "event " : "events ") + String.join(", ", quoted);
  }
}
