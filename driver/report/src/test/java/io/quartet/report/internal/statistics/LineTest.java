package io.quartet.report.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LineTest {

  @Test
  void slopeAndItsErrorAreThoseOfLeastSquares() {
    // Sums of squares 5 and 8.75, of products 5.5: the line leaves 2.7 over, of two degrees.
    Line line = Line.through(new double[] {1, 2, 3, 4}, new double[] {1, 3, 2, 5}).orElseThrow();
    assertThat(line.slope()).isCloseTo(1.1, within(1e-9));
    assertThat(line.standardError()).isCloseTo(0.51962, within(1e-5));
    assertThat(line.degrees()).isEqualTo(2);
    // Of two degrees it is 1 - t / sqrt(t^2 + 2).
    assertThat(line.pValue()).isCloseTo(0.16848, within(1e-5));
    // 4.3027 is Student's quantile of two degrees of freedom.
    assertThat(line.margin()).isCloseTo(4.30265 * 0.51962, within(1e-3));
  }

  @Test
  void levelOfAStratumIsNoSlope() {
    // Twice as high in the later stratum, and flat within each.
    Line line =
        Line.within(
                List.of("a", "a", "a", "b", "b", "b"),
                new double[] {1, 2, 3, 4, 5, 6},
                new double[] {1, 1.1, 1, 2, 2.1, 2})
            .orElseThrow();
    assertThat(line.slope()).isCloseTo(0, within(1e-9));
    assertThat(line.pValue()).isCloseTo(1, within(1e-9));
  }

  @Test
  void strataOfOnePointShowNoSlope() {
    double[] x = {1, 2, 3, 4};
    assertThat(Line.within(List.of("a", "b", "c", "d"), x, x)).isEmpty();
    assertThat(Line.through(new double[] {1, 1, 1}, new double[] {1, 2, 3})).isEmpty();
  }

  @Test
  void pointsOnALineLeaveNothingToChance() {
    double[] x = {1, 2, 3, 4};
    assertThat(Line.through(x, x).orElseThrow().pValue()).isZero();
    assertThat(Line.through(x, new double[] {5, 5, 5, 5}).orElseThrow().pValue()).isEqualTo(1);
  }
}
