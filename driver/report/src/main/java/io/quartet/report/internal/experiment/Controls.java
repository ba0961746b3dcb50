package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.report.compare.Drift;
import io.quartet.report.experiment.ExperimentReport.Control;
import io.quartet.report.experiment.ExperimentReport.ControlPoint;
import io.quartet.report.experiment.ExperimentReport.Known;
import io.quartet.report.internal.experiment.MeasuredRuns.Measured;
import io.quartet.report.internal.format.Format;
import java.util.List;

/** Drift of the baseline. */
final class Controls {

  /** No drift is shown only if the interval excludes a larger one, in either direction. */
  private static final double MOST_UNSEEN_PERCENT = 5;

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
            "The drift is not known yet. It needs three runs of the baseline in two blocks.",
            Known.NO)
        : new Control(
            points,
            drift.percent(),
            drift.lowPercent(),
            drift.highPercent(),
            sentence(drift),
            known(drift));
  }

  private static ControlPoint point(Measured run) {
    return new ControlPoint(
        run.attempt().block(), run.attempt().isControl(), run.attempt().runId(), run.etps());
  }

  /** A wide interval around zero does not say that there is no drift. */
  private static Known known(Drift drift) {
    if (drift.isShown()) {
      return Known.DRIFT;
    }
    return Math.max(-drift.lowPercent(), drift.highPercent()) <= MOST_UNSEEN_PERCENT
        ? Known.NO_DRIFT
        : Known.NO;
  }

  private static String sentence(Drift drift) {
    return Text.format(
        switch (known(drift)) {
          case DRIFT ->
              "The baseline changed by %s %% (%s) from the first block to the last."
                  + " Differences are taken within blocks, so this drift does not change them.";
          case NO_DRIFT ->
              "No drift shown: the baseline changed by %s %% (%s) from the first"
                  + " block to the last.";
          case NO ->
              "The drift is not known: its interval is too wide. The fitted line of the baseline"
                  + " changes by %s %% (%s) from the first block to the last.";
        },
        Format.signed(drift.percent(), 1),
        Text.interval(drift.lowPercent(), drift.highPercent(), end -> Format.figure(end, 1)));
  }
}
