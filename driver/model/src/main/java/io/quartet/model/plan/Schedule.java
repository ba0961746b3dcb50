package io.quartet.model.plan;

import java.time.Duration;

/**
 * What happens when.
 *
 * @param phases the elasticity table
 * @param timing lengths of the parts of the run
 * @param collectInterval time between two samples
 */
public record Schedule(PhaseTable phases, Timing timing, Duration collectInterval) {

  /** The same with another table. */
  public Schedule withPhases(PhaseTable other) {
    return new Schedule(other, timing, collectInterval);
  }

  /** The same with other lengths. */
  public Schedule withTiming(Timing other) {
    return new Schedule(phases, other, collectInterval);
  }

  /** The same with another time between two samples. */
  public Schedule withCollectInterval(Duration other) {
    return new Schedule(phases, timing, other);
  }
}
