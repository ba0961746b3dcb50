package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment;
import io.quartet.report.compare.Method;
import java.util.ArrayList;
import java.util.List;

/** Notes for readers of the figures of an experiment. */
final class Notes {

  private Notes() {}

  static List<String> of(Experiment experiment, Method method) {
    List<String> notes = new ArrayList<>();
    notes.add(
        Text.format(
            "Order: blocks in which every cell runs once, shuffled with seed %d. The baseline runs"
                + " twice in each block; its second run is the control. Both runs count for the"
                + " baseline.",
            experiment.seed()));
    notes.add(
        Text.format(
            "Intervals: %.0f %%, by a hierarchical bootstrap with %,d resamples. Runs are drawn,"
                + " then blocks of time within each run. Differences are taken within a block of the"
                + " experiment, so drift of the machine does not affect them. The mean of a cell is"
                + " the mean of the baseline changed by this difference. If no run is missing, it is"
                + " the mean of the cell's own runs.",
            method.confidencePercent(), method.resamples()));
    notes.add(
        Text.format(
            "Verdicts: higher and lower need three runs on each side. The false discovery rate is"
                + " limited: at most %.0f %% of the cells called higher or lower are expected to be"
                + " wrong. With %s to judge, this needs a p-value of at most %s. Intervals do not"
                + " allow for this, so an interval may exclude zero without a verdict.",
            method.falseDiscoveryPercent(),
            Text.counted(method.primary().rows(), "cell"),
            method.primaryLevel()));
    notes.add(
        Text.format(
            "Enough: a value above which no gain is shown, if the interval of every larger value"
                + " ends at %.0f %% or below.",
            SliceAnswer.MOST_LOST_PERCENT));
    notes.add(
        "Foreign share: processor time that neither the kit nor its databases got. If it is too"
            + " large, a run is left out or a cell is not comparable. The limits are those of quartet"
            + " compare.");
    notes.add(
        "Cost: every figure is a median of runs. The median of a sum over roles is the sum of their"
            + " medians.");
    experiment
        .precision()
        .ifPresent(
            precision ->
                notes.add(
                    Text.format(
                        "Sequential stopping: cells are repeated until half the interval of their difference is"
                            + " at most %.1f %%, up to %d times. This makes intervals too narrow. In simulations with"
                            + " at least three repeats, about 90 of 100 contain the true value.",
                        precision.etpsPercent(), precision.atMost())));
    return notes;
  }
}
