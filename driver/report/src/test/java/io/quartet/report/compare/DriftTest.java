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
