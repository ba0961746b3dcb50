package io.quartet.model.plan;

import java.time.Duration;

/**
 * Lengths of the parts of a run. Only the phases are measured.
 *
 * @param rampUp from the first request, not negative
 * @param warmUp steady load before the first phase, not negative
 * @param phase length of each phase, positive
 * @param rampDown load after the last phase, not negative
 */
public record Timing(Duration rampUp, Duration warmUp, Duration phase, Duration rampDown) {

  /** 2 h 19 min in all with ten phases. Source: docs/spec/elasticity.md, "Timing". */
  public static final Timing OFFICIAL = ofSeconds(120, 720, 720, 300);

  /** One minute each; a functional test. */
  public static final Timing SHORT = ofSeconds(15, 60, 60, 15);

  public Timing {
    if (rampUp.isNegative() || warmUp.isNegative() || rampDown.isNegative()) {
      throw new IllegalArgumentException("rampUp, warmUp and rampDown must not be negative");
    }
    if (phase.isNegative() || phase.isZero()) {
      throw new IllegalArgumentException("phase must be longer than 0");
    }
  }

  private static Timing ofSeconds(int rampUp, int warmUp, int phase, int rampDown) {
    return new Timing(
        Duration.ofSeconds(rampUp),
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(phase),
        Duration.ofSeconds(rampDown));
  }
}
