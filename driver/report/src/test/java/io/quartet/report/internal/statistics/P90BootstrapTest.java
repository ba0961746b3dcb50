package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.model.TestLength;
import io.quartet.model.VmGroup;
import io.quartet.report.internal.statistics.RunPoints.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class P90BootstrapTest {

  private static final List<Phase> TWO_PHASES =
      List.of(new Phase("1", 0, 60_000), new Phase("2", 60_000, 120_000));

  private static SlotAnswers answers(int slot, int... millis) {
    Histogram histogram = new Histogram(3);
    for (int value : millis) {
      histogram.recordValue(value * 1_000L);
    }
    return new SlotAnswers(slot, VmGroup.A, histogram);
  }

  private static Interval between(Estimate baseline, Estimate other) {
    return ContrastTest.single(baseline, other).interval().orElseThrow();
  }

  @Test
  void slotIsThatOfTheMiddleAndLateAnswersBelongToTheLastOfTheirPhase() {
    P90Bootstrap slots = new P90Bootstrap(TWO_PHASES, 1);
    assertThat(slots.slot("1", 5_000)).hasValue(0);
    assertThat(slots.slot("1", 15_000)).hasValue(1);
    assertThat(slots.slot("1", 65_000)).hasValue(5);
    assertThat(slots.slot("2", 65_000)).hasValue(6);
    assertThat(slots.slot("warmUp", 5_000)).isEmpty();
  }

  @Test
  void percentileIsThatOfAllAnswersTogether() {
    // 1 to 100 ms in each slot: nine tenths of them take up to 90 ms.
    int[] millis = IntStream.rangeClosed(1, 100).toArray();
    List<SlotAnswers> all = new ArrayList<>();
    for (int slot = 0; slot < 12; slot++) {
      all.add(answers(slot, millis));
    }
    Estimate estimate = new P90Bootstrap(TWO_PHASES, 1).estimate(all).orElseThrow();
    assertThat(estimate.value()).isCloseTo(90, within(0.1));
    Interval interval = between(estimate, estimate);
    assertThat(interval.lowPercent()).as("all slots are alike").isZero();
    assertThat(interval.isShown()).isFalse();
  }

  @Test
  void answersOfTwoSetsInOneSlotCountTogether() {
    List<SlotAnswers> all = List.of(answers(0, 1, 2, 3, 4, 5), answers(0, 6, 7, 8, 9, 10));
    assertThat(new P90Bootstrap(TWO_PHASES, 1).estimate(all).orElseThrow().value())
        .isCloseTo(9, within(0.01));
  }

  @Test
  void noAnswersAreNoPercentileAndFewAreNotEnough() {
    P90Bootstrap slots = new P90Bootstrap(TWO_PHASES, 1);
    assertThat(slots.estimate(List.of())).isEmpty();
    Estimate few = slots.estimate(List.of(answers(3, 7))).orElseThrow();
    assertThat(ContrastTest.single(few, few).interval()).isEmpty();
    assertThat(new P90Bootstrap(List.of(), 1).estimate(List.of())).isEmpty();
  }

  @Test
  void slotsOfShortPhasesAreDrawnFromAllPhasesTogether() {
    List<Phase> phases =
        IntStream.range(0, 10)
            .mapToObj(i -> new Phase(Integer.toString(i), 6_000L * i, 6_000L * (i + 1)))
            .toList();
    List<SlotAnswers> all = new ArrayList<>();
    for (int slot = 0; slot < 10; slot++) {
      int millis = 10 + slot;
      all.add(answers(slot, IntStream.range(0, 20).map(i -> millis).toArray()));
    }
    Interval interval =
        between(
            new P90Bootstrap(phases, 1).estimate(all).orElseThrow(),
            new P90Bootstrap(phases, 2).estimate(all).orElseThrow());
    assertThat(interval.isShown()).isFalse();
    assertThat(interval.highPercent() - interval.lowPercent()).isGreaterThan(2);
  }

  @Test
  void runsOfTheSameDistributionShowNoDifferenceInAboutNineteenOfTwentyCases() {
    List<Phase> phase = List.of(new Phase("1", 0, 720_000));
    int trials = TestLength.usualOrSoak(100, 300);
    int without = 0;
    for (int trial = 0; trial < trials; trial++) {
      Interval interval = between(simulated(phase, 2L * trial), simulated(phase, 2L * trial + 1));
      without += interval.isShown() ? 0 : 1;
    }
    assertThat(100.0 * without / trials).isBetween(91.0, 98.5);
  }

  /** Slots are not alike: each has a level of its own. */
  private static Estimate simulated(List<Phase> phases, long seed) {
    Random random = new Random(seed);
    List<SlotAnswers> all = new ArrayList<>();
    for (int slot = 0; slot < 72; slot++) {
      double level = Math.exp(0.2 * random.nextGaussian());
      int[] millis = new int[100];
      for (int i = 0; i < millis.length; i++) {
        millis[i] = (int) (1 + 100 * level * Math.exp(0.6 * random.nextGaussian()));
      }
      all.add(answers(slot, millis));
    }
    return new P90Bootstrap(phases, -seed).estimate(all).orElseThrow();
  }
}
