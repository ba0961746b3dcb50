package io.quartet.measure.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LoadStepTest {

  /** Throughput levels off at 100 etps, where requests begin to wait. */
  private static final List<LoadStep> STEPS =
      List.of(
          step("1", 40, 0, 10_000, 0.3),
          step("2", 75, 0, 11_000, 0.35),
          step("3", 98, 0, 16_000, 0.6),
          step("4", 100, 0, 40_000, 0.95),
          step("5", 101, 0, 90_000, 1.4),
          step("6", 102, 30, 200_000, 0.99));

  private static LoadStep step(
      String phase, double etps, long skipped, double responseMicros, double limitRatio) {
    return new LoadStep(phase, 16, etps, 1_000, skipped, 0, responseMicros, limitRatio);
  }

  @Test
  void kneeIsWhereMoreLoadBeginsToWait() {
    // etps by ms: 4.0, 6.8, 6.1, 2.5, 1.1, 0.5.
    assertThat(LoadStep.knee(STEPS)).contains(STEPS.get(1));
  }

  @Test
  void bestStepSentEverythingAndMetEveryLimit() {
    assertThat(LoadStep.best(STEPS)).contains(STEPS.get(3));
  }

  @Test
  void failuresAnswerFastAndMeetNoLimit() {
    LoadStep failing = new LoadStep("1", 16, 50, 1_000, 0, 3, 5_000, 0.1);

    assertThat(failing.isWithinLimits()).isFalse();
  }

  @Test
  void stepWithTooFewAnswersMetNoLimit() {
    assertThat(step("1", 40, 0, 10_000, 0).isWithinLimits()).isFalse();
  }

  @Test
  void nothingCompletedHasNeitherKneeNorBest() {
    List<LoadStep> steps = List.of(step("1", 0, 0, 0, 0));

    assertThat(LoadStep.knee(steps)).isEmpty();
    assertThat(LoadStep.best(steps)).isEmpty();
  }
}
