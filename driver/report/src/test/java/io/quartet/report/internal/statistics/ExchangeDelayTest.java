package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ExchangeDelayTest {

  private static final double MOMENT = 1e-3;

  /** Share of the results of orders sent at 0 that fall into [from, to). */
  private static double share(double from, double to) {
    return ExchangeDelay.overlap(0, MOMENT, from, to) / MOMENT;
  }

  @Test
  void everyResultFallsSomewhereWithinAPeriodOfTheCurve() {
    assertThat(ExchangeDelay.overlap(10, 16, 10, 1_000)).isCloseTo(6, within(1e-9));
    assertThat(ExchangeDelay.overlap(10, 16, 1_000, 2_000)).isCloseTo(0, within(1e-9));
    assertThat(ExchangeDelay.overlap(10, 16, 0, 10)).isZero();
  }

  @Test
  void releasedOrdersFollowTheExponentialDistributionWithItsCap() {
    assertThat(share(0, 1)).isCloseTo(0.8 * (1 - Math.exp(-1)), within(1e-3));
    double atCap = share(4.99, 5.01);
    assertThat(atCap).isCloseTo(0.8 * Math.exp(-5), within(1e-3));
  }

  /** Against draws from the curve itself: two prices and a direction. */
  @Test
  void waitForAPriceIsThatOfTheCurve() {
    Random random = new Random(1);
    int draws = 200_000;
    int waiting = 0;
    int[] reached = new int[3];
    double[] limits = {100, 300, 600};
    while (waiting < draws) {
      double price = 10 * random.nextDouble();
      double limit = 10 * random.nextDouble();
      if (price > limit) {
        waiting++;
        boolean isFalling = random.nextBoolean();
        double seconds = 45 * (isFalling ? price - limit : 20 - price - limit);
        for (int i = 0; i < limits.length; i++) {
          reached[i] += seconds < limits[i] ? 1 : 0;
        }
      }
    }
    for (int i = 0; i < limits.length; i++) {
      double expected = 0.8 + 0.2 * reached[i] / draws;
      assertThat(share(0, limits[i] + 1)).isCloseTo(expected, within(1e-3));
    }
  }
}
