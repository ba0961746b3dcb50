package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.report.compare.Drift;
import io.quartet.report.experiment.ExperimentReport.Control;
import io.quartet.report.experiment.ExperimentReport.Known;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ControlsTest {

  private static Control of(double percent, double low, double high) {
    return Controls.of(List.of(), new Drift(percent, low, high));
  }

  @Test
  void intervalWithoutZeroIsADrift() {
    assertThat(of(-12, -15, -9).known()).isEqualTo(Known.DRIFT);
    assertThat(of(-12, -15, -9).sentence()).startsWith("The baseline changed by −12.0 % ");
  }

  @Test
  void narrowIntervalAroundZeroShowsNoDrift() {
    assertThat(of(0.6, -4.9, 4.9).known()).isEqualTo(Known.NO_DRIFT);
    assertThat(of(0.6, -4.9, 4.9).sentence()).startsWith("No drift shown: ");
  }

  @Test
  void wideIntervalAroundZeroSaysNothing() {
    assertThat(of(44, -31, 201).known()).isEqualTo(Known.NO);
    assertThat(of(44, -31, 201).sentence())
        .isEqualTo(
            "The drift is not known: its interval is too wide. The fitted line of the baseline"
                + " changes by +44.0 % (−31.0 to 201.0) from the first block to the last.");
    assertThat(of(-2, -5.1, 1).known()).isEqualTo(Known.NO);
    assertThat(Controls.of(List.of(), null).known()).isEqualTo(Known.NO);
  }
}
