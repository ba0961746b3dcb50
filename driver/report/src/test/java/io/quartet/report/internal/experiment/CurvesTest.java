package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentCell.WorstServed;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CurvesTest {

  private static ExperimentReport sweep() {
    return SampleExperiment.varying("load.users", "10", "20", "50", "100", "200")
        .baseline(1, 10)
        .cell(2, 98, 95, 101)
        .cell(3, 310, 300, 320)
        .cell(4, 320, 310, 330)
        .cell(5, 250, 240, 260)
        .report();
  }

  @Test
  void curveHasPeakKneeAndLinearRegion() {
    ExperimentCurve curve = sweep().curves().get(0);
    assertThat(curve.points())
        .extracting(ExperimentCurve.Point::amount)
        .containsExactly(10.0, 20.0, 50.0, 100.0, 200.0);
    assertThat(curve.peakCell()).isEqualTo(4);
    assertThat(curve.kneeCell()).as("100 users gain less than 5 % over 50").isEqualTo(3);
    assertThat(curve.linear().toCell()).isEqualTo(2);
    // (10 * 10 + 20 * 19.8) / (10 * 10 + 20 * 20)
    assertThat(curve.linear().slope()).isCloseTo(0.992, within(1e-9));
  }

  @Test
  void cellsAreInPercentOfTheBestOfTheirCurve() {
    assertThat(sweep().cell(4).percentOfBest()).isEqualTo(100);
    assertThat(sweep().cell(1).percentOfBest()).isCloseTo(100 / 4.2, within(1e-9));
  }

  @Test
  void cellsAreInPercentOfANamedSeries() {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    keys.put("engine.access", List.of("libpq", "odbc"));
    keys.put("load.users", List.of("8", "16"));
    ExperimentReport report =
        SampleExperiment.varying(keys)
            .baseline(1, 50)
            .cell(2, 10, 9, 11)
            .cell(3, -10, -11, -9)
            .cell(4, -1, -2, 0.1)
            .percentOf("engine.access", "libpq")
            .report();
    assertThat(report.cell(2).percentOfSeries()).isCloseTo(100, within(1e-9));
    assertThat(report.cell(3).percentOfSeries()).isCloseTo(90, within(1e-9));
    assertThat(report.cell(4).percentOfSeries()).isCloseTo(90, within(1e-9));
  }

  @Test
  void cellsAreInPercentOfTheSumOfTheirSets() {
    ExperimentReport report =
        SampleExperiment.varying("sets", "2", "8")
            .baseline(1, 50)
            .cell(2, 100, 95, 105)
            .percentOf("sets", "2")
            .rates(1, Map.of("a1", 24.0, "b1", 26.0))
            .rates(2, Map.of("a1", 30.0, "a2", 40.0, "b1", 9.0, "b2", 21.0))
            .report();
    assertThat(report.cell(1).percentOfSum()).isCloseTo(100, within(1e-9));
    assertThat(report.cell(2).worstServed()).isEqualTo(new WorstServed("b1", 36));
    assertThat(report.cell(2).percentOfSeries()).isCloseTo(200, within(1e-9));
    assertThat(report.cell(2).percentOfSum()).isCloseTo(100, within(1e-9));
  }

  @Test
  void cellIsInPercentOfTheSumOfNamedCellsAndOfEachDatabaseAlone() {
    ExperimentReport report =
        SampleExperiment.varying("load.clients", "1", "2", "3")
            .baseline(1, 60)
            .cell(2, 100, 95, 105)
            .cell(3, 50, 40, 60)
            .percentOfCells("1 client", "2 clients")
            .rates(1, Map.of("a1", 60.0))
            .rates(2, Map.of("b1", 120.0))
            .rates(3, Map.of("a1", 50.0, "b1", 40.0))
            .report();
    assertThat(report.cell(1).percentOfSum()).isNull();
    assertThat(report.cell(1).worstServed()).isNull();
    assertThat(report.cell(3).percentOfSeries()).isNull();
    assertThat(report.cell(3).percentOfSum()).isCloseTo(50, within(1e-9));
    assertThat(report.cell(3).worstServed().set()).isEqualTo("b1");
    assertThat(report.cell(3).worstServed().percent()).isCloseTo(100 / 3.0, within(1e-9));
  }

  @Test
  void cellThatIsNotComparableBendsNoCurve() {
    ExperimentReport report =
        SampleExperiment.varying("load.users", "10", "20", "50", "100")
            .baseline(1, 10)
            .cell(2, 98, 95, 101)
            .cell(3, new Difference(400.0, null, null, Conclusion.NOT_COMPARABLE, List.of("x")))
            .cell(4, 320, 310, 330)
            .report();
    assertThat(report.curves().get(0).peakCell()).isEqualTo(4);
    assertThat(report.curves().get(0).points()).hasSize(4);
    assertThat(report.cell(3).percentOfBest()).isNull();
    assertThat(report.cell(4).percentOfBest()).isEqualTo(100);
  }

  /** Either all other cells were disturbed, or the baseline was. */
  @Test
  void baselineWithoutAComparableCellIsNoPeak() {
    Difference disturbed =
        new Difference(400.0, null, null, Conclusion.NOT_COMPARABLE, List.of("x"));
    ExperimentReport report =
        SampleExperiment.varying("load.users", "10", "20", "50")
            .baseline(1, 10)
            .cell(2, disturbed)
            .cell(3, disturbed)
            .report();
    assertThat(report.curves().get(0).points()).hasSize(3);
    assertThat(report.curves().get(0).peakCell()).isNull();
    assertThat(report.cells()).extracting(ExperimentCell::percentOfBest).containsOnlyNulls();
    assertThat(report.answer().headline())
        .isEqualTo("No answer: no cell is comparable with the baseline.");
    assertThat(report.answer().more()).noneMatch(sentence -> sentence.contains("highest mean"));
  }

  @Test
  void sizesAreOrderedByTheirAmount() {
    ExperimentReport report =
        SampleExperiment.varying("provider.settings.max_wal_size", "1GB", "512MB", "2GB")
            .baseline(1, 10)
            .cell(2, -3, -4, -2)
            .cell(3, 3, 2, 4)
            .report();
    assertThat(report.curves().get(0).points())
        .extracting(ExperimentCurve.Point::value)
        .containsExactly("512MB", "1GB", "2GB");
  }

  @Test
  void namesGiveNoCurve() {
    assertThat(SampleExperiment.varying("engine.access", "libpq", "odbc").report().curves())
        .isEmpty();
    assertThat(SampleExperiment.varying("some.key", "10", "20%").report().curves()).isEmpty();
  }

  @Test
  void twoKeysGiveACurveForEachValueAndAHeatMap() {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    keys.put("engine.access", List.of("libpq", "odbc"));
    keys.put("load.users", List.of("8", "16", "32"));
    ExperimentReport report = SampleExperiment.varying(keys).report();
    assertThat(report.curves())
        .extracting(ExperimentCurve::series)
        .containsExactly("libpq", "odbc");
    assertThat(report.heatMap().rowKey()).isEqualTo("load.users");
    assertThat(report.heatMap().cells())
        .containsExactly(List.of(1, 4), List.of(2, 5), List.of(3, 6));
  }
}
