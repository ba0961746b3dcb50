package io.quartet.model.plan;

import java.time.Duration;
import java.util.Optional;

/**
 * Timing of a run.
 *
 * @param phases the elasticity table
 * @param growth how long the phases of the table repeat; empty if each occurs once
 * @param timing lengths of the parts of the run
 * @param collectInterval time between two samples
 */
public record Schedule(
    PhaseTable phases, Optional<Growth> growth, Timing timing, Duration collectInterval) {

  /** The same with another table. */
  public Schedule withPhases(PhaseTable other) {
    return new Schedule(other, growth, timing, collectInterval);
  }

  /** The same with another growth. */
  public Schedule withGrowth(Optional<Growth> other) {
    return new Schedule(phases, other, timing, collectInterval);
  }

  /** The same with other lengths. */
  public Schedule withTiming(Timing other) {
    return new Schedule(phases, growth, other, collectInterval);
  }

  /** The same with another time between two samples. */
  public Schedule withCollectInterval(Duration other) {
    return new Schedule(phases, growth, timing, other);
  }

  /** Number of phases; of a run that grows the most it may have, until it has ended. */
  public int phaseCount() {
    return growth.map(Growth::phases).orElse(phases.rows().size());
  }
}
