package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ContrastTest {

  /** One run against one run. */
  static Contrast single(Estimate baseline, Estimate other) {
    return Contrast.of(Sample.of(List.of(baseline)), Sample.of(List.of(other)), 1).orElseThrow();
  }

  /** The same in every resampled run. */
  private static Estimate certain(double value) {
    double[] resampled = new double[BlockBootstrap.RESAMPLES];
    Arrays.fill(resampled, value);
    return new Estimate(value, resampled, true);
  }

  /** Evenly between two values. */
  private static Estimate between(double from, double to) {
    double[] resampled = new double[BlockBootstrap.RESAMPLES];
    Arrays.setAll(resampled, i -> from + (to - from) * i / (resampled.length - 1));
    return new Estimate((from + to) / 2, resampled, true);
  }

  private static Sample runs(double... values) {
    return Sample.of(Arrays.stream(values).mapToObj(Estimate::single).toList());
  }

  private static Contrast contrast(Sample baseline, Sample other) {
    return Contrast.of(baseline, other, 1).orElseThrow();
  }

  @Test
  void differenceIsInPercentOfTheBaseline() {
    Contrast contrast = single(certain(8), certain(10));
    assertThat(contrast.percent()).isCloseTo(25, within(1e-9));
    assertThat(contrast.interval().orElseThrow().lowPercent()).isCloseTo(25, within(1e-9));
    assertThat(contrast.interval().orElseThrow().highPercent()).isCloseTo(25, within(1e-9));
    assertThat(contrast.interval().orElseThrow().isShown()).isTrue();
    assertThat(single(certain(10), certain(8)).interval().orElseThrow().isShown()).isTrue();
  }

  @Test
  void intervalLeavesOutTwoAndAHalfPercentAtEachEnd() {
    // 90 to 110 against 100: differences evenly from -10 to +10 %.
    Contrast contrast = single(certain(100), between(90, 110));
    assertThat(contrast.percent()).isCloseTo(0, within(1e-9));
    Interval interval = contrast.interval().orElseThrow();
    assertThat(interval.isShown()).isFalse();
    assertThat(interval.lowPercent()).isCloseTo(-9.5, within(0.02));
    assertThat(interval.highPercent()).isCloseTo(9.5, within(0.02));
  }

  @Test
  void intervalThatTouchesZeroShowsNoDifference() {
    Interval interval = single(certain(5), certain(5)).interval().orElseThrow();
    assertThat(interval.isShown()).isFalse();
    assertThat(interval.pValue()).isEqualTo(1);
  }

  @Test
  void whatOneSideLacksIsNotCompared() {
    assertThat(Contrast.of(runs(), runs(5), 1)).isEmpty();
    assertThat(Contrast.of(runs(5), runs(), 1)).isEmpty();
    assertThat(Contrast.of(runs(0, 0, 0), runs(5, 5, 5), 1)).isEmpty();
  }

  @Test
  void tooLittleDataHasADifferenceButNoInterval() {
    Estimate little = new Estimate(6, new double[BlockBootstrap.RESAMPLES], false);
    Contrast contrast = single(certain(5), little);
    assertThat(contrast.interval()).isEmpty();
    assertThat(contrast.percent()).isCloseTo(20, within(1e-9));
  }

  @Test
  void resamplesThatReachZeroAreNotEnough() {
    assertThat(single(between(0, 10), certain(5)).interval()).isEmpty();
  }

  /** By hand: t of Welch with 4 degrees is 2.776, standard error sqrt(2 / 3) % of the mean. */
  @Test
  void threeRunsAgainstThreeHaveTheIntervalOfWelch() {
    Contrast contrast = contrast(runs(99, 100, 101), runs(109, 110, 111));
    assertThat(contrast.isRepeated()).isTrue();
    assertThat(contrast.percent()).isCloseTo(10, within(1e-9));
    Interval interval = contrast.interval().orElseThrow();
    double margin = 110 * 2.776 * Math.sqrt((1 / 100. / 100 + 1 / 110. / 110) / 3);
    assertThat(interval.lowPercent()).isCloseTo(10 - margin, within(0.12 * margin));
    assertThat(interval.highPercent()).isCloseTo(10 + margin, within(0.12 * margin));
    assertThat(interval.pValue()).isBetween(0.0001, 0.001);
  }

  @Test
  void pValueAndIntervalAgree() {
    for (double mean = 100; mean < 106; mean += 0.25) {
      Interval interval =
          contrast(runs(99, 100, 101), runs(mean - 1, mean, mean + 1)).interval().orElseThrow();
      assertThat(interval.pValue() < 0.05).isEqualTo(interval.isShown());
    }
  }

  @Test
  void twoRunsAgainstThreeCoverOnlyWhatVariesWithinThem() {
    Estimate run = between(90, 110);
    Contrast contrast =
        contrast(Sample.of(List.of(run, run)), Sample.of(Collections.nCopies(3, run)));
    assertThat(contrast.isRepeated()).isFalse();
    assertThat(contrast.interval()).isPresent();
    assertThat(contrast(runs(1, 2), runs(1, 2)).interval()).as("nothing varies").isEmpty();
  }

  @Test
  void runsThatAreAllAlikeStillVaryWithinThemselves() {
    Estimate run = between(90, 110);
    Sample side = Sample.of(Collections.nCopies(3, run));
    Interval interval = contrast(side, side).interval().orElseThrow();
    // Standard deviation of the run by the root of 3 and 2, and t with 4 degrees.
    double margin = 2.776 * 20 / Math.sqrt(12) / Math.sqrt(3) * Math.sqrt(2);
    assertThat(interval.highPercent()).isCloseTo(margin, within(0.15 * margin));
    assertThat(interval.lowPercent()).isCloseTo(-margin, within(0.15 * margin));
  }

  /** The machine gets slower from block to block: as much on both sides. */
  @Test
  void blocksTakeTheDriftOutOfADifference() {
    List<Integer> blocks = List.of(1, 2, 3, 4);
    Sample baseline = new Sample(runs(120, 110, 100, 90).runs(), blocks);
    Sample other = new Sample(runs(126.5, 115.2, 105.1, 94.4).runs(), blocks);
    Interval paired = contrast(baseline, other).interval().orElseThrow();
    assertThat(paired.isShown()).isTrue();
    assertThat(paired.highPercent() - paired.lowPercent()).isLessThan(2);
    Interval unpaired =
        contrast(Sample.of(baseline.runs()), Sample.of(other.runs())).interval().orElseThrow();
    assertThat(unpaired.isShown()).isFalse();
    assertThat(unpaired.highPercent() - unpaired.lowPercent()).isGreaterThan(20);
  }

  @Test
  void fewCommonBlocksHaveADifferenceButNoInterval() {
    Sample baseline =
        new Sample(runs(270, 262, 250, 249, 200, 217).runs(), List.of(1, 1, 2, 2, 3, 3));
    Sample other = new Sample(runs(210, 193).runs(), List.of(2, 3));
    Contrast contrast = contrast(baseline, other);
    assertThat(contrast.percent()).isCloseTo(100 * (201.5 / 229 - 1), within(1e-9));
    assertThat(contrast.interval()).isEmpty();
    Sample elsewhere = new Sample(runs(210, 193, 200).runs(), List.of(4, 5, 6));
    assertThat(contrast(baseline, elsewhere).interval()).isEmpty();
  }

  @Test
  void runsOfOneBlockAreOneRepeat() {
    List<Integer> blocks = List.of(1, 1, 2, 2, 3, 3);
    Sample inBlocks = new Sample(runs(110, 110, 100, 100, 90, 90).runs(), blocks);
    Interval blockwise = inBlocks.interval(1).orElseThrow();
    Interval runwise = Sample.of(inBlocks.runs()).interval(1).orElseThrow();
    assertThat(blockwise.highPercent()).isGreaterThan(2 * runwise.highPercent());
    assertThat(new Sample(runs(110, 110, 100, 100).runs(), List.of(1, 1, 2, 2)).interval(1))
        .isEmpty();
  }

  @Test
  void blockOfOneSideOnlyIsLeftOut() {
    Sample baseline =
        new Sample(runs(100, 102, 99, 101, 100, 98).runs(), List.of(1, 1, 2, 2, 3, 3));
    Sample other = new Sample(runs(100.5, 101, 99.2, 500).runs(), List.of(1, 2, 3, 4));
    assertThat(contrast(baseline, other).percent()).isBetween(-1.0, 1.0);
  }

  @Test
  void figuresThatNeverVaryAreCertain() {
    Interval interval = contrast(runs(10, 10, 10), runs(11, 11, 11)).interval().orElseThrow();
    assertThat(interval.isShown()).isTrue();
    assertThat(interval.pValue()).isLessThan(1e-9);
    Interval same = contrast(runs(10, 10, 10), runs(10, 10, 10)).interval().orElseThrow();
    assertThat(same.pValue()).isEqualTo(1);
    assertThat(Optional.of(same).filter(Interval::isShown)).isEmpty();
  }

  /** Otherwise the interval of a cell would be that of other blocks than its difference. */
  @Test
  void runsBesideTheBaselineAreThoseOfItsBlocks() {
    Sample baseline = new Sample(runs(100, 100, 101).runs(), List.of(1, 2, 3));
    Sample other = new Sample(runs(50, 51, 52, 200, 200, 201).runs(), List.of(1, 2, 3, 4, 5, 6));

    assertThat(other.beside(baseline).values()).containsExactly(50, 51, 52);
    assertThat(other.beside(baseline).blocks()).containsExactly(1, 2, 3);
    assertThat(Contrast.of(baseline, other.beside(baseline), 1))
        .isEqualTo(Contrast.of(baseline, other, 1));
    Sample elsewhere = new Sample(runs(7, 8).runs(), List.of(4, 5));
    assertThat(elsewhere.beside(baseline)).isEqualTo(elsewhere);
  }
}
