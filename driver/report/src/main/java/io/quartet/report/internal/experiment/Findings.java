package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.compare.Method;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentCurve.Point;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.experiment.ExperimentReport.Control;
import io.quartet.report.experiment.ExperimentReport.Failure;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.report.experiment.ExperimentReport.Progress;
import io.quartet.report.experiment.ExperimentReport.Reference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Measured figures, before curves and sentences are made from them.
 *
 * @param percentOf values of the cells that others are shown in percent of; empty if there are none
 * @param cells without their percentages of others
 */
public record Findings(
    Plan plan,
    Progress progress,
    List<VariedKey> varied,
    Map<String, String> percentOf,
    List<ExperimentCell> cells,
    Control control,
    List<Failure> failures,
    List<String> leftOut,
    Method method,
    List<String> notes,
    List<Reference> references) {

  /** The whole report. */
  public ExperimentReport report() {
    List<ExperimentCurve> curves = Curves.of(varied, cells);
    Map<Integer, Double> best = new HashMap<>();
    List<ExperimentCell> comparable = ExperimentCell.comparable(cells);
    for (ExperimentCurve curve : curves) {
      for (Point point : curve.points()) {
        ExperimentCell cell = cells.get(point.cell() - 1);
        if (comparable.contains(cell)) {
          double peak = cells.get(curve.peakCell() - 1).etps().mean();
          best.put(point.cell(), 100 * point.etps() / peak);
        }
      }
    }
    return new ExperimentReport(
        plan,
        Answers.of(plan, progress, varied, cells, curves),
        progress,
        varied,
        cells.stream()
            .map(cell -> cell.withPercents(best.get(cell.number()), percentOfSeries(cell)))
            .toList(),
        curves,
        HeatMaps.of(varied, cells),
        control,
        failures,
        leftOut,
        method,
        notes,
        references);
  }

  private Double percentOfSeries(ExperimentCell cell) {
    Map<String, String> values = new HashMap<>(cell.values());
    values.putAll(percentOf);
    return cell.etps() == null || percentOf.isEmpty()
        ? null
        : cells.stream()
            .filter(one -> one.etps() != null && one.values().equals(values))
            .findFirst()
            .map(one -> 100 * cell.etps().mean() / one.etps().mean())
            .orElse(null);
  }
}
