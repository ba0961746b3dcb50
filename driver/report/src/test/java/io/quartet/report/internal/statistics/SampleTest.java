package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What repeats in the runs of a side: the runs, or the boots of their machines. */
@Tag("unit")
class SampleTest {

  /** Nine runs that differ little within each of three boots, and much between them. */
  @Test
  void bootsAreTheUnitsOfRunsFromThreeOrMore() {
    List<Double> runs = List.of(90.0, 90.1, 89.9, 100.0, 100.1, 99.9, 110.0, 110.1, 109.9);
    List<String> boots = List.of("a", "a", "a", "b", "b", "b", "c", "c", "c");
    Sample plain = Sample.of(runs.stream().map(Estimate::single).toList());
    double width = width(plain);
    assertThat(width(plain.inBoots(boots))).isGreaterThan(1.5 * width);
    assertThat(plain.inBoots(boots).mean()).isCloseTo(100, within(1e-9));
    assertThat(plain.inBoots(List.of("a", "a", "a", "a", "b", "b", "b", "b", "b")))
        .as("two boots show nothing")
        .isEqualTo(plain);
    assertThat(plain.inBoots(List.of("a", "a", "a", "b", "b", "b", "c", "c", "")))
        .as("one is not known")
        .isEqualTo(plain);
  }

  private static double width(Sample sample) {
    Interval interval = sample.interval(1).orElseThrow();
    return interval.highPercent() - interval.lowPercent();
  }
}
