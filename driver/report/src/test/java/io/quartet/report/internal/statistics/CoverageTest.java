package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.TestLength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often the interval of a difference holds the truth, on simulated runs that do not differ. */
@Tag("unit")
class CoverageTest {

  private static final int SECONDS = 60;
  private static final int TRIALS = TestLength.usualOrSoak(400, 4_000);

  /**
   * Seconds of a run that hang together, resampled in blocks; their mean has about 1 % of error.
   */
  private static Estimate run(Random random, double level) {
    long[] points = new long[SECONDS];
    double off = 0;
    for (int second = 0; second < SECONDS; second++) {
      off = 0.3 * off + 55 * random.nextGaussian();
      points[second] = Math.max(0, Math.round(level * (1_000 + off)));
    }
    double[] sums = new BlockBootstrap(List.of(SECONDS), random.nextLong()).sums(0, points);
    return new Estimate(Arrays.stream(points).sum(), sums, true);
  }

  private static Sample side(Random random, int runs, double variation) {
    return Sample.of(
        IntStream.range(0, runs)
            .mapToObj(run -> run(random, Math.exp(variation * random.nextGaussian())))
            .toList());
  }

  /**
   * @param variation standard deviation of the logarithm from run to run; that within a run comes
   *     on top
   */
  @ParameterizedTest
  @CsvSource({
    "3, 3, 0.03, 93, 98",
    "6, 3, 0.03, 93, 98",
    "6, 6, 0.03, 93, 97.5",
    "3, 3, 0.01, 93, 99",
    "3, 3, 0, 95, 100",
    "6, 3, 0, 95, 100"
  })
  void intervalOfRunsThatDoNotDifferHoldsZero(
      int runs, int others, double variation, double least, double most) {
    Random random = new Random(20_131_026);
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Sample baseline = side(random, runs, variation);
      Sample other = side(random, others, variation);
      Contrast contrast = Contrast.of(baseline, other, trial).orElseThrow();
      held += contrast.interval().orElseThrow().isShown() ? 0 : 1;
    }
    assertThat(100.0 * held / TRIALS).isBetween(least, most);
  }

  /** Both sides of a block share the state of the machine. */
  @ParameterizedTest
  @CsvSource({"3", "6"})
  void intervalOfPairedRunsHoldsZero(int blocks) {
    Random random = new Random(7);
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      List<Estimate> baseline = new ArrayList<>();
      List<Estimate> other = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      for (int block = 0; block < blocks; block++) {
        double machine = 0.1 * random.nextGaussian();
        baseline.add(run(random, Math.exp(machine + 0.03 * random.nextGaussian())));
        other.add(run(random, Math.exp(machine + 0.03 * random.nextGaussian())));
        numbers.add(block);
      }
      Contrast contrast =
          Contrast.of(new Sample(baseline, numbers), new Sample(other, numbers), trial)
              .orElseThrow();
      held += contrast.interval().orElseThrow().isShown() ? 0 : 1;
    }
    assertThat(100.0 * held / TRIALS).isBetween(92.5, 98.5);
  }

  /**
   * Blocks are added from three to ten until half the interval is at most 2 %, where that takes
   * about six. Stopping picks intervals that came out narrow: the page says how many hold the
   * truth.
   */
  @Test
  void stoppingAtAFavourableMomentCostsCoverage() {
    Random random = new Random(13);
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      List<Estimate> baseline = new ArrayList<>();
      List<Estimate> other = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      Interval interval = null;
      for (int block = 1; block <= 10; block++) {
        baseline.add(Estimate.single(Math.exp(0.014 * random.nextGaussian())));
        other.add(Estimate.single(Math.exp(0.014 * random.nextGaussian())));
        numbers.add(block);
        if (block >= 3) {
          Sample before = new Sample(baseline, numbers);
          Sample after = new Sample(other, numbers);
          interval = Contrast.of(before, after, trial).orElseThrow().interval().orElseThrow();
          if (interval.highPercent() - interval.lowPercent() <= 4) {
            break;
          }
        }
      }
      held += interval.isShown() ? 0 : 1;
    }
    assertThat(100.0 * held / TRIALS).isBetween(88.0, 94.0);
  }

  /** Seconds alone are no measure of what two runs differ by: why single runs get no verdict. */
  @Test
  void withinRunsAloneIsFarTooNarrow() {
    Random random = new Random(11);
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Contrast contrast =
          ContrastTest.single(
              side(random, 1, 0.03).runs().get(0), side(random, 1, 0.03).runs().get(0));
      held += contrast.interval().orElseThrow().isShown() ? 0 : 1;
    }
    assertThat(100.0 * held / TRIALS).isLessThan(70);
  }

  /** Half of 20 rows differ. At most about one in twenty reported differences is false. */
  @Test
  void falseDiscoveriesStayBelowTheirShare() {
    Random random = new Random(5);
    double falseShare = 0;
    int found = 0;
    int experiments = TRIALS / 4;
    for (int experiment = 0; experiment < experiments; experiment++) {
      double[] pValues = new double[20];
      for (int row = 0; row < pValues.length; row++) {
        Sample baseline = side(random, 4, 0.02);
        double level = row < 10 ? 1.2 : 1;
        Sample other =
            Sample.of(
                IntStream.range(0, 4)
                    .mapToObj(i -> run(random, level * Math.exp(0.02 * random.nextGaussian())))
                    .toList());
        pValues[row] =
            Contrast.of(baseline, other, row).orElseThrow().interval().orElseThrow().pValue();
      }
      double rowLevel = FalseDiscovery.level(pValues);
      long right = IntStream.range(0, 10).filter(row -> pValues[row] <= rowLevel).count();
      long wrong = IntStream.range(10, 20).filter(row -> pValues[row] <= rowLevel).count();
      falseShare += right + wrong == 0 ? 0 : (double) wrong / (right + wrong);
      found += (int) right;
    }
    assertThat(falseShare / experiments).isLessThan(0.06);
    assertThat(found).isGreaterThan(9 * experiments);
  }
}
