package io.quartet.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.FigureVerdict;
import io.quartet.report.compare.Quantity.Measure;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class EstimateTest {

  private static final Quantity LOOKUP =
      new Quantity(Measure.P90, null, VmGroup.C, TransactionType.TRADE_LOOKUP);

  /** The same in every resampled run. */
  private static Estimate certain(double value) {
    double[] resampled = new double[BlockBootstrap.RESAMPLES];
    Arrays.fill(resampled, value);
    return new Estimate(value, resampled, true);
  }

  /** Evenly between two values. */
  private static Estimate between(double from, double to) {
    double[] resampled = new double[BlockBootstrap.RESAMPLES];
    Arrays.setAll(resampled, i -> from + (to - from) * i / (resampled.length - 1));
    return new Estimate((from + to) / 2, resampled, true);
  }

  @Test
  void differenceIsInPercentOfTheBaseline() {
    Figure figure = Estimate.compare(LOOKUP, certain(8), certain(10));
    assertThat(figure)
        .isEqualTo(
            new Figure(
                null, "C", "Trade-Lookup", 8.0, 10.0, 25.0, 25.0, 25.0, FigureVerdict.DIFFERS));
    assertThat(Estimate.compare(LOOKUP, certain(10), certain(8)).verdict())
        .isEqualTo(FigureVerdict.DIFFERS);
  }

  @Test
  void intervalLeavesOutTwoAndAHalfPercentAtEachEnd() {
    // 90 to 110 against 100: differences evenly from -10 to +10 %.
    Figure figure = Estimate.compare(LOOKUP, certain(100), between(90, 110));
    assertThat(figure.verdict()).isEqualTo(FigureVerdict.NO_DIFFERENCE_SHOWN);
    assertThat(figure.differencePercent()).isCloseTo(0, within(1e-9));
    assertThat(figure.lowPercent()).isCloseTo(-9.5, within(0.02));
    assertThat(figure.highPercent()).isCloseTo(9.5, within(0.02));
  }

  @Test
  void intervalThatTouchesZeroShowsNoDifference() {
    assertThat(Estimate.compare(LOOKUP, certain(5), certain(5)).verdict())
        .isEqualTo(FigureVerdict.NO_DIFFERENCE_SHOWN);
  }

  @Test
  void whatOneRunLacksIsNotCompared() {
    Figure figure = Estimate.compare(LOOKUP, null, certain(5));
    assertThat(figure)
        .isEqualTo(
            new Figure(
                null,
                "C",
                "Trade-Lookup",
                null,
                5.0,
                null,
                null,
                null,
                FigureVerdict.NOT_ENOUGH_DATA));
  }

  @Test
  void tooLittleDataHasADifferenceButNoInterval() {
    Estimate little = new Estimate(6, new double[BlockBootstrap.RESAMPLES], false);
    Figure figure = Estimate.compare(LOOKUP, certain(5), little);
    assertThat(figure.verdict()).isEqualTo(FigureVerdict.NOT_ENOUGH_DATA);
    assertThat(figure.differencePercent()).isCloseTo(20, within(1e-9));
    assertThat(figure.lowPercent()).isNull();
  }

  @Test
  void resamplesThatReachZeroAreNotEnough() {
    assertThat(Estimate.compare(LOOKUP, between(0, 10), certain(5)).verdict())
        .isEqualTo(FigureVerdict.NOT_ENOUGH_DATA);
  }
}
