package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CounterSeriesTest {

  private final CounterSeries series = new CounterSeries();

  @Test
  void borderBetweenSamplesIsInterpolated() {
    series.add(1_000, "", 500);
    series.add(2_000, "", 600);
    series.add(3_000, "", 900);
    // A quarter of the first 100, and half of the 300.
    assertThat(series.between(1_750, 2_500)).hasValue(25 + 150);
    assertThat(series.isKnown(1_750, 2_500, 500)).isTrue();
    assertThat(series.isKnown(1_750, 2_500, 499)).isFalse();
  }

  @Test
  void nothingIsCountedOutsideTheSamples() {
    series.add(1_000, "", 500);
    series.add(2_000, "", 600);
    assertThat(series.between(0, 5_000)).hasValue(100);
    assertThat(series.isKnown(0, 2_000, 900)).isFalse();
    assertThat(series.isKnown(1_000, 2_000, 1)).isTrue();
    assertThat(series.between(0, 1_000)).isEmpty();
    assertThat(series.between(2_000, 3_000)).isEmpty();
    assertThat(new CounterSeries().between(0, 1)).isEmpty();
  }

  @Test
  void counterThatBeginsAnewGoesOnFromWhereItWas() {
    series.add(1_000, "", 1_000);
    series.add(2_000, "", 1_400);
    series.add(3_000, "", 30);
    series.add(4_000, "", 50);
    assertThat(series.between(1_000, 4_000)).hasValue(400 + 30 + 20);
    assertThat(series.isReset(1_000, 2_999)).isFalse();
    assertThat(series.isReset(2_000, 3_000)).isTrue();
  }

  @Test
  void valueReadTooEarlyIsNoNewBeginning() {
    series.add(1_000, "", 1_000);
    series.add(2_000, "", 990);
    series.add(3_000, "", 1_010);
    assertThat(series.between(1_000, 3_000)).hasValue(10);
    assertThat(series.isReset(0, 3_000)).isFalse();
  }

  @Test
  void countersAddUpAndThoseThatComeLaterBeganAtZero() {
    series.add(1_000, "a", 5);
    series.add(1_000, "b", 7);
    series.add(2_000, "a", 6);
    series.add(2_000, "b", 17);
    series.add(2_000, "c", 3);
    series.add(1_500, "late", 99);
    assertThat(series.between(1_000, 2_000)).hasValue(1 + 10 + 3);
  }

  @Test
  void eventsAreWholeAndSumToTheWhole() {
    series.add(1_000, "", 4);
    series.add(2_000, "", 5);
    assertThat(series.eventsBetween(1_000, 1_500)).hasValue(0);
    assertThat(series.eventsBetween(1_500, 2_000)).hasValue(1);
  }
}
