package io.quartet.model.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Timing of a run.
 *
 * @param phases the elasticity table
 * @param growth how long the phases of the table repeat; empty if each occurs once
 * @param timing lengths of the parts of the run
 * @param collectInterval time between two samples
 * @param caches state of the caches of the databases when the load begins
 * @param events what is done on purpose meanwhile, in the order of the file
 */
public record Schedule(
    PhaseTable phases,
    Optional<Growth> growth,
    Timing timing,
    Duration collectInterval,
    Caches caches,
    List<PlannedEvent> events) {

  public Schedule {
    events = List.copyOf(events);
  }

  /** Caches as they are, and no events. */
  public Schedule(
      PhaseTable phases, Optional<Growth> growth, Timing timing, Duration collectInterval) {
    this(phases, growth, timing, collectInterval, Caches.KEEP, List.of());
  }

  /** The same with another table. */
  public Schedule withPhases(PhaseTable other) {
    return new Schedule(other, growth, timing, collectInterval, caches, events);
  }

  /** The same with another growth. */
  public Schedule withGrowth(Optional<Growth> other) {
    return new Schedule(phases, other, timing, collectInterval, caches, events);
  }

  /** The same with other lengths. */
  public Schedule withTiming(Timing other) {
    return new Schedule(phases, growth, other, collectInterval, caches, events);
  }

  /** The same with another time between two samples. */
  public Schedule withCollectInterval(Duration other) {
    return new Schedule(phases, growth, timing, other, caches, events);
  }

  /** The same with caches in another state. */
  public Schedule withCaches(Caches other) {
    return new Schedule(phases, growth, timing, collectInterval, other, events);
  }

  /** The same with other events. */
  public Schedule withEvents(List<PlannedEvent> other) {
    return new Schedule(phases, growth, timing, collectInterval, caches, other);
  }

  /** Number of phases; of a run that grows the most it may have, until it has ended. */
  public int phaseCount() {
    return growth.map(Growth::phases).orElse(phases.rows().size());
  }
}
