package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.report.compare.Drift;
import io.quartet.report.experiment.ExperimentReport.Control;
import io.quartet.report.experiment.ExperimentReport.ControlPoint;
import io.quartet.report.internal.experiment.MeasuredRuns.Measured;
import java.util.List;

/** Drift of the baseline. */
final class Controls {

  private Controls() {}

  /**
   * @param runs of the baseline that count
   * @param drift null if it is not known
   */
  static Control of(List<Measured> runs, Drift drift) {
    List<ControlPoint> points = runs.stream().map(Controls::point).toList();
    return drift == null
        ? new Control(
            points,
            null,
            null,
            null,
            "The drift is not known yet. It needs three runs of the baseline in two blocks.")
        : new Control(
            points, drift.percent(), drift.lowPercent(), drift.highPercent(), sentence(drift));
  }

  private static ControlPoint point(Measured run) {
    return new ControlPoint(
        run.attempt().block(), run.attempt().isControl(), run.attempt().runId(), run.etps());
  }

  private static String sentence(Drift drift) {
    return Text.format(
        drift.isShown()
            ? "The baseline changed by %+.1f %% (%.1f to %.1f) from the first block to the last."
                + " Differences are taken within blocks, so this drift does not change them."
            : "No drift shown: the baseline changed by %+.1f %% (%.1f to %.1f) from the first"
                + " block to the last.",
        drift.percent(),
        drift.lowPercent(),
        drift.highPercent());
  }
}
