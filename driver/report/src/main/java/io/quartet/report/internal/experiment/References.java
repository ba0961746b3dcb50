package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentReport.Reference;
import java.util.Comparator;
import java.util.List;

/** Sets figures of a study beside those of today. */
final class References {

  private References() {}

  static List<Reference> of(Experiment experiment, List<ExperimentCell> cells) {
    String now =
        cells.stream()
            .filter(cell -> cell.etps() != null)
            .max(Comparator.comparingDouble(cell -> cell.etps().mean()))
            .map(
                cell ->
                    Text.format(
                        "highest mean: %.1f etps, with %s", cell.etps().mean(), cell.label()))
            .orElse(null);
    return experiment.revisits().stream()
        .map(
            one ->
                new Reference(one.what(), one.then(), one.source(), now, one.note().orElse(null)))
        .toList();
  }
}
