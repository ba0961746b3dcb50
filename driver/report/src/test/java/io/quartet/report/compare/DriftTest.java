package io.quartet.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class DriftTest {

  private static Optional<Drift> drift(List<Integer> blocks, double... values) {
    return Drift.of(new Sample(Arrays.stream(values).mapToObj(Estimate::single).toList(), blocks));
  }

  @Test
  void driftIsTheChangeFromTheFirstBlockToTheLast() {
    Drift drift =
        drift(List.of(1, 1, 2, 2, 3, 3), 100.5, 99.5, 95.2, 94.8, 90.4, 89.9).orElseThrow();
    assertThat(drift.percent()).isCloseTo(-9.9, within(0.2));
    assertThat(drift.isShown()).isTrue();
    assertThat(drift.highPercent()).isBetween(-9.8, -8.0);
  }

  /**
   * By hand: slope 0.3 / 2, residual 0.14 / 3 - 0.15 * 0.3, so a standard error of 0.0288675 on one
   * degree of freedom, whose quantile is 12.7062047.
   */
  @Test
  void intervalIsThatOfLeastSquares() {
    Drift drift = drift(List.of(1, 2, 3), 1, Math.exp(0.1), Math.exp(0.3)).orElseThrow();
    double margin = 2 * 12.7062047361747 * Math.sqrt((0.14 / 3 - 0.15 * 0.3) / 2);
    assertThat(drift.percent()).isCloseTo(100 * Math.expm1(0.3), within(1e-9));
    assertThat(drift.lowPercent()).isCloseTo(100 * Math.expm1(0.3 - margin), within(1e-9));
    assertThat(drift.highPercent()).isCloseTo(100 * Math.expm1(0.3 + margin), within(1e-9));
  }

  @Test
  void runsThatScatterShowNoDrift() {
    assertThat(drift(List.of(1, 1, 2, 2, 3, 3), 98, 103, 101, 97, 104, 99).orElseThrow().isShown())
        .isFalse();
  }

  @Test
  void fewRunsOrOneBlockShowNothing() {
    assertThat(drift(List.of(1, 2), 100, 90)).isEmpty();
    assertThat(drift(List.of(1, 1, 1), 100, 90, 80)).isEmpty();
    assertThat(drift(List.of(), 100, 90, 80)).isEmpty();
    assertThat(drift(List.of(1, 2, 3), 100, 90, 0)).isEmpty();
  }
}
