package io.quartet.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TimeSeriesTest {

  private final TimeSeries series = new TimeSeries();

  private void sample() {
    series.add(1_000, 100);
    series.add(2_000, 300);
    series.add(4_000, 200);
  }

  @Test
  void valueIsLinearBetweenSamplesAndThatOfTheNearestBeyond() {
    sample();
    assertThat(series.at(0)).hasValue(100);
    assertThat(series.at(1_000)).hasValue(100);
    assertThat(series.at(1_250)).hasValue(150);
    assertThat(series.at(3_000)).hasValue(250);
    assertThat(series.at(9_000)).hasValue(200);
    assertThat(new TimeSeries().at(0)).isEmpty();
  }

  @Test
  void growthTakesTwoSamplesAndSomeOfTheirTime() {
    sample();
    assertThat(series.growth(1_500, 2_000)).hasValue(100);
    assertThat(series.growth(0, 9_000)).hasValue(100);
    assertThat(series.growth(0, 1_000)).isEmpty();
    assertThat(series.growth(4_000, 9_000)).isEmpty();
    assertThat(series.growth(2_000, 2_000)).as("no time at all").isEmpty();
    TimeSeries one = new TimeSeries();
    one.add(1_000, 5);
    assertThat(one.growth(0, 2_000)).isEmpty();
  }

  @Test
  void growthSinceTheFirstSampleBeginsWithIt() {
    sample();
    assertThat(series.growthUntil(999)).isEmpty();
    assertThat(series.growthUntil(1_000)).hasValue(0);
    assertThat(series.growthUntil(3_000)).hasValue(150);
  }

  @Test
  void laterValueOfAMomentReplacesItPartsAreSummedAndThoseOutOfOrderLeftOut() {
    series.add(1_000, 1);
    series.add(1_000, 2);
    series.add(500, 99);
    series.addPart(2_000, 4);
    series.addPart(2_000, 3);
    assertThat(series.byMoment()).containsExactly(entry(1_000L, 2.0), entry(2_000L, 7.0));
  }

  @Test
  void manySamplesAreKept() {
    for (int i = 0; i < 1_000; i++) {
      series.add(i * 1_000L, i);
    }
    assertThat(series.at(998_500)).hasValue(998.5);
  }

  @Test
  void sampleIsLookedForAfterOneMomentAndUpToAnother() {
    sample();
    assertThat(series.hasSample(1_000, 1_999)).isFalse();
    assertThat(series.hasSample(1_999, 2_000)).isTrue();
    assertThat(series.isKnownAt(3_000, 999)).isFalse();
    assertThat(series.isKnownAt(3_000, 1_000)).isTrue();
    assertThat(series.isKnownAt(5_000, 1_000)).isTrue();
  }
}
