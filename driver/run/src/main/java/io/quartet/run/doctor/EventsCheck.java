package io.quartet.run.doctor;

import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.event.EventObstacles;
import io.quartet.provision.os.Parallel;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Checks whether the events of the benchmark file can be done on their machines. */
final class EventsCheck {

  private static final String CHECK = "events";

  /** Servers of SSH take few new connections at a time. */
  private static final int AT_A_TIME = 4;

  private EventsCheck() {}

  /**
   * None without events. An event that fails ends no run, so it is a warning. Without its copies a
   * run is INVALID, and does not begin.
   */
  static List<Diagnosis> of(RunPlan plan) {
    List<PlannedEvent> events = plan.schedule().events();
    if (events.isEmpty()) {
      return List.of();
    }
    Map<PlannedEvent, Optional<String>> obstacles = new ConcurrentHashMap<>();
    Parallel.forEach(
        events, AT_A_TIME, event -> obstacles.put(event, EventObstacles.of(plan, event)));
    List<Diagnosis> diagnoses = new ArrayList<>();
    for (PlannedEvent event : events) {
      obstacles
          .get(event)
          .ifPresent(
              why ->
                  diagnoses.add(
                      new Diagnosis(
                          CHECK,
                          event.copies().isEmpty() ? Health.WARNING : Health.FAILED,
                          "'%s' %s on %s: %s"
                              .formatted(
                                  event.name(),
                                  event.copies().isEmpty() ? "may fail" : "is not possible",
                                  event.on(),
                                  why),
                          "Change or leave out this event, or give the machine what it lacks")));
    }
    return diagnoses.isEmpty()
        ? List.of(
            Diagnosis.ok(CHECK, "the machines have what the events need, as far as can be seen"))
        : diagnoses;
  }
}
