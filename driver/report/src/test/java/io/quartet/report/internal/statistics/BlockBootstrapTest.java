package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class BlockBootstrapTest {

  private static final int OFFICIAL_PHASE = 720;

  @Test
  void blocksAreTwentySecondsOrATenthOfAShortPhase() {
    assertThat(List.of(2, 6, 60, 99, 720, 7_200))
        .extracting(BlockBootstrap::blockLength)
        .containsExactly(1, 1, 6, 9, 20, 20);
  }

  @Test
  void seriesThatRepeatsWithinABlockDoesNotVary() {
    // Each twenty seconds in a row, wherever they begin, sum to 2 x (0 + 1 + ... + 9) = 90.
    long[] points = LongStream.range(0, 720).map(second -> second % 10).toArray();
    double[] sums = new BlockBootstrap(List.of(720), 1).sums(0, points);
    assertThat(sums).hasSize(2_000).containsOnly(90.0 * 36);
  }

  @Test
  void sumsVaryAroundTheSumAsMuchAsIndependentSecondsWould() {
    // Half of the seconds 0, half 2: variance 1 each, so that of the sum is 720.
    Random random = new Random(4);
    long[] points = LongStream.generate(() -> random.nextInt(2) * 2L).limit(720).toArray();
    double[] sums = new BlockBootstrap(List.of(720), 1).sums(0, points);
    double mean = Arrays.stream(sums).average().orElseThrow();
    double variance =
        Arrays.stream(sums).map(sum -> (sum - mean) * (sum - mean)).average().orElseThrow();
    assertThat(mean).isCloseTo(LongStream.of(points).sum(), within(2.0));
    assertThat(Math.sqrt(variance)).isCloseTo(Math.sqrt(720), within(6.0));
  }

  @Test
  void fewBlocksAreNotEnough() {
    BlockBootstrap bootstrap = new BlockBootstrap(List.of(6, 5), 1);
    assertThat(bootstrap.isEnough(List.of(0))).isTrue();
    assertThat(bootstrap.isEnough(List.of(1))).isFalse();
    assertThat(bootstrap.isEnough(List.of(0, 1))).isTrue();
  }

  @Test
  void sameSeedDrawsTheSameOtherSeedsDoNot() {
    long[] points = new Random(3).longs(60, 0, 50).toArray();
    double[] sums = new BlockBootstrap(List.of(60), 7).sums(0, points);
    assertThat(new BlockBootstrap(List.of(60), 7).sums(0, points)).isEqualTo(sums);
    assertThat(new BlockBootstrap(List.of(60), 8).sums(0, points)).isNotEqualTo(sums);
  }

  @Test
  void runsOfTheSameMeanShowNoDifferenceInAboutNineteenOfTwentyCases() {
    int trials = 600;
    int without = 0;
    for (int trial = 0; trial < trials; trial++) {
      Contrast contrast =
          ContrastTest.single(
              estimate(OFFICIAL_PHASE, 1, 40, 2L * trial),
              estimate(OFFICIAL_PHASE, 1, 40, 2L * trial + 1));
      without += contrast.interval().orElseThrow().isShown() ? 0 : 1;
    }
    assertThat(100.0 * without / trials).isBetween(92.0, 97.5);
  }

  @Test
  void tenPercentMoreIsFoundInALongRun() {
    for (int trial = 0; trial < 20; trial++) {
      Contrast contrast =
          ContrastTest.single(
              estimate(OFFICIAL_PHASE, 10, 40, 1_000 + trial),
              estimate(OFFICIAL_PHASE, 10, 44, 2_000 + trial));
      Interval interval = contrast.interval().orElseThrow();
      assertThat(interval.isShown()).isTrue();
      assertThat(contrast.percent()).isBetween(interval.lowPercent(), interval.highPercent());
      assertThat(interval.lowPercent()).isBetween(7.0, 10.5);
    }
  }

  /** A run whose seconds hang together: each takes over half of what the one before was off. */
  private static Estimate estimate(int seconds, int phases, double mean, long seed) {
    Random random = new Random(seed);
    BlockBootstrap bootstrap = new BlockBootstrap(Collections.nCopies(phases, seconds), -seed);
    double[] resampled = new double[BlockBootstrap.RESAMPLES];
    double total = 0;
    double off = 0;
    for (int phase = 0; phase < phases; phase++) {
      long[] points = new long[seconds];
      for (int second = 0; second < seconds; second++) {
        off = 0.5 * off + 6 * random.nextGaussian();
        points[second] = Math.max(0, Math.round(mean + off));
        total += points[second];
      }
      double[] sums = bootstrap.sums(phase, points);
      Arrays.setAll(resampled, i -> resampled[i] + sums[i]);
    }
    return new Estimate(total, resampled, true);
  }
}
