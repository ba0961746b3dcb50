package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LoadStepTest {

  /** Throughput levels off at 100 etps, where requests begin to wait. */
  private static final List<LoadStep> STEPS =
      List.of(
          step("1", 40, 0, 10, 30),
          step("2", 75, 0, 11, 35),
          step("3", 98, 0, 16, 60),
          step("4", 100, 0, 40, 95),
          step("5", 101, 0, 90, 140),
          step("6", 102, 30, 200, 99));

  private static LoadStep step(
      String phase, double etps, long skipped, double responseMillis, double limitPercent) {
    return new LoadStep(phase, 16, etps, 1_000, skipped, 0, responseMillis, limitPercent, 0);
  }

  @Test
  void kneeIsTheLastStepBeforeOneThatGainsLessThanFivePercent() {
    // 100 is 2 % above the best before it, 98.
    assertThat(LoadStep.knee(STEPS)).contains(STEPS.get(2));
  }

  @Test
  void rampThatStillRisesHasNoKnee() {
    assertThat(LoadStep.knee(STEPS.subList(0, 3))).isEmpty();
    // Just 5 % more is enough.
    assertThat(LoadStep.knee(List.of(step("1", 100, 0, 10, 30), step("2", 105, 0, 12, 40))))
        .isEmpty();
  }

  @Test
  void kneeComparesWithTheBestOfAllEarlierSteps() {
    List<LoadStep> steps =
        List.of(
            step("1", 100, 0, 10, 30),
            step("2", 120, 0, 11, 30),
            step("3", 110, 0, 12, 30),
            step("4", 125, 0, 13, 30));

    assertThat(LoadStep.knee(steps)).contains(steps.get(1));
  }

  @Test
  void bestStepSentEverythingAndMetEveryLimit() {
    assertThat(LoadStep.best(STEPS)).contains(STEPS.get(3));
  }

  @Test
  void failuresAnswerFastAndMeetNoLimit() {
    LoadStep failing = new LoadStep("1", 16, 50, 1_000, 0, 3, 5, 10, 0);

    assertThat(failing.isWithinLimits()).isFalse();
  }

  @Test
  void stepWithTooFewAnswersMetNoLimit() {
    assertThat(step("1", 40, 0, 10, 0).isWithinLimits()).isFalse();
  }

  @Test
  void nothingCompletedHasNeitherKneeNorBest() {
    List<LoadStep> steps = List.of(step("1", 0, 0, 0, 0));

    assertThat(LoadStep.knee(steps)).isEmpty();
    assertThat(LoadStep.best(steps)).isEmpty();
  }
}
