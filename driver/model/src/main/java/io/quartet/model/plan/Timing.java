package io.quartet.model.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Lengths of the parts of a run. Only the phases are measured.
 *
 * @param rampUp from the first request, not negative
 * @param warmUp steady load before the first phase, not negative
 * @param phases length of each row of the table, or one length if all are equal; each positive
 * @param rampDown load after the last phase, not negative
 */
public record Timing(Duration rampUp, Duration warmUp, List<Duration> phases, Duration rampDown) {

  private static final int MOST_DESCRIBED = 8;

  /** 2 h 19 min in all with ten phases. Source: docs/spec/elasticity.md, "Timing". */
  public static final Timing OFFICIAL = ofSeconds(120, 720, 720, 300);

  /** One minute each; a functional test. */
  public static final Timing SHORT = ofSeconds(15, 60, 60, 15);

  public Timing {
    if (rampUp.isNegative() || warmUp.isNegative() || rampDown.isNegative()) {
      throw new IllegalArgumentException("rampUp, warmUp and rampDown must not be negative");
    }
    phases = List.copyOf(phases);
    if (phases.isEmpty() || phases.stream().anyMatch(one -> one.isNegative() || one.isZero())) {
      throw new IllegalArgumentException("every phase must be longer than 0");
    }
    if (phases.stream().distinct().count() == 1) {
      phases = List.of(phases.get(0));
    }
  }

  /** Phases of the same length. */
  public Timing(Duration rampUp, Duration warmUp, Duration phase, Duration rampDown) {
    this(rampUp, warmUp, List.of(phase), rampDown);
  }

  /**
   * Length of a phase.
   *
   * @param index from 0; after the last of several lengths the first follows again
   */
  public Duration phase(int index) {
    return phases.get(index % phases.size());
  }

  /** The length of all phases, or those of several, in words: each, or of many the extremes. */
  public String describePhases(Function<Duration, String> words) {
    return phases.size() <= MOST_DESCRIBED
        ? phases.stream().map(words).collect(Collectors.joining("/"))
        : words.apply(Collections.min(phases)) + " to " + words.apply(Collections.max(phases));
  }

  private static Timing ofSeconds(int rampUp, int warmUp, int phase, int rampDown) {
    return new Timing(
        Duration.ofSeconds(rampUp),
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(phase),
        Duration.ofSeconds(rampDown));
  }
}
