package io.quartet.model.plan;

import java.time.Duration;

/**
 * One stretch of a run with constant shares: a phase or one of the pseudo-phases around them.
 *
 * @param index position in the {@link Timeline}, from 0
 * @param name {@code rampUp}, {@code warmUp}, {@code 1} to {@code n}, {@code rampDown}; {@code
 *     rampUp2} and so on for the ramp of a phase after the first
 * @param isMeasured true for phases
 * @param start offset from the start of the run
 * @param end offset from the start of the run, exclusive
 * @param shares shares of the Groups
 */
public record Segment(
    int index, String name, boolean isMeasured, Duration start, Duration end, LoadShare shares) {

  /** Length of the stretch. */
  public Duration length() {
    return end.minus(start);
  }
}
