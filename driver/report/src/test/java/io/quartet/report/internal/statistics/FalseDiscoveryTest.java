package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class FalseDiscoveryTest {

  @Test
  void oneRowIsJudgedAtFivePercent() {
    assertThat(FalseDiscovery.level(new double[] {0.6})).isCloseTo(0.05, within(1e-12));
    assertThat(FalseDiscovery.level(new double[0])).isCloseTo(0.05, within(1e-12));
  }

  /** By hand: the fourth of ten in order, 0.019, is the last below its rank times 0.005. */
  @Test
  void lastRowBelowItsRankGivesTheLevel() {
    double[] pValues = {0.9, 0.001, 0.019, 0.008, 0.5, 0.012, 0.7, 0.06, 0.3, 0.2};
    assertThat(FalseDiscovery.level(pValues)).isCloseTo(0.02, within(1e-12));
  }

  @Test
  void rowsThatShowNothingAreJudgedStrictly() {
    assertThat(FalseDiscovery.level(new double[] {0.3, 0.04, 0.8, 0.5}))
        .isCloseTo(0.0125, within(1e-12));
  }
}
