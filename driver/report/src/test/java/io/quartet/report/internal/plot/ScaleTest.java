package io.quartet.report.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class ScaleTest {

  private static final int TICKS = 6;

  @ParameterizedTest
  @ValueSource(doubles = {-3.2, 0, 150})
  void ticksAroundASingleValueDiffer(double value) {
    Scale scale = Scale.rounded(value, value, 0, 100, TICKS);

    assertThat(scale.ticks(TICKS))
        .hasSizeGreaterThan(1)
        .extracting(tick -> scale.text(tick, TICKS))
        .doesNotHaveDuplicates();
    assertThat(scale.position(value)).isBetween(0.0, 100.0);
  }

  @Test
  void endsAreRoundNumbersAroundTheValues() {
    Scale scale = Scale.rounded(0.3, 9.7, 0, 100, TICKS);

    assertThat(scale.low()).isZero();
    assertThat(scale.high()).isEqualTo(10);
    assertThat(scale.ticks(TICKS)).containsExactly(0.0, 2.0, 4.0, 6.0, 8.0, 10.0);
  }
}
