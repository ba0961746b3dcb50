package io.quartet.report.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class FormatTest {

  /** A reader divides by them, so a short run is not rounded to minutes. */
  @Test
  void lengthsOfTimeAreExactToTheSecondBelowTwoHours() {
    assertThat(Format.seconds(12.04)).isEqualTo("12 s");
    assertThat(Format.seconds(299.5)).isEqualTo("299.5 s");
    assertThat(Format.seconds(300)).isEqualTo("5 min");
    assertThat(Format.seconds(400)).isEqualTo("6 min 40 s");
    assertThat(Format.seconds(7_200)).isEqualTo("2 h 00 min");
    assertThat(Format.seconds(7_265)).isEqualTo("2 h 01 min");
  }
}
