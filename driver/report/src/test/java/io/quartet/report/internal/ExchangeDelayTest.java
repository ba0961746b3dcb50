package io.quartet.report.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExchangeDelayTest {

  @Test
  void everyResultOfAnOrderFallsSomewhereWithinFiveSeconds() {
    assertThat(ExchangeDelay.overlap(10, 16, 10, 21)).isCloseTo(6, within(1e-9));
    assertThat(ExchangeDelay.overlap(10, 16, 21, 100)).isCloseTo(0, within(1e-9));
    assertThat(ExchangeDelay.overlap(10, 16, 0, 10)).isZero();
  }

  @Test
  void resultsOfAShortBurstFollowTheExponentialDistribution() {
    double share = ExchangeDelay.overlap(0, 1e-6, 0, 1) / 1e-6;
    assertThat(share).isCloseTo(1 - Math.exp(-1), within(1e-5));
  }

  @Test
  void theLongestDelayTakesWhatIsLeft() {
    double beforeCap = ExchangeDelay.overlap(0, 1e-6, 0, 4.999) / 1e-6;
    double atCap = ExchangeDelay.overlap(0, 1e-6, 4.999, 5.001) / 1e-6;
    assertThat(beforeCap).isCloseTo(1 - Math.exp(-4.999), within(1e-4));
    assertThat(atCap).isCloseTo(Math.exp(-4.999), within(1e-4));
  }
}
