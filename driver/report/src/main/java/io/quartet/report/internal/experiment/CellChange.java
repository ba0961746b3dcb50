package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.internal.experiment.KeyWords.Subject;
import io.quartet.report.internal.format.Format;

/**
 * A cell in a sentence, with its difference from the baseline.
 *
 * @param subject its value or values
 */
record CellChange(Subject subject, ExperimentCell cell) {

  boolean is(Conclusion conclusion) {
    return cell.difference() != null && cell.difference().verdict() == conclusion;
  }

  /** True if an interval of its difference is known. */
  boolean isJudged() {
    return is(Conclusion.HIGHER) || is(Conclusion.LOWER) || is(Conclusion.NO_DIFFERENCE_SHOWN);
  }

  double percent() {
    return cell.difference().percent();
  }

  /** Lower end of the interval of the difference; only if {@link #isJudged}. */
  double lowPercent() {
    return cell.difference().lowPercent();
  }

  /** Upper end of the interval of the difference; only if {@link #isJudged}. */
  double highPercent() {
    return cell.difference().highPercent();
  }

  /** For instance {@code 50 % gains 0.8 % (−0.9 to 2.4)}. */
  String gains() {
    return gains("");
  }

  /**
   * @param against what follows the amount, for instance {@code " over 25 %"}
   */
  String gains(String against) {
    return Text.format(
        "%s %s %.1f %%%s%s",
        subject.text(),
        percent() < 0 ? subject.verb("loses", "lose") : subject.verb("gains", "gain"),
        Math.abs(percent()),
        interval(),
        against);
  }

  /** For instance {@code 50 % (+0.8 %)}. */
  String brief() {
    return Text.format("%s (%s %%)", subject.text(), Format.signed(percent(), 1));
  }

  /** For instance {@code 0.8 % (−0.9 to 2.4)}. */
  String amount() {
    return Text.format("%.1f %%%s", Math.abs(percent()), interval());
  }

  private String interval() {
    Difference difference = cell.difference();
    return difference.lowPercent() == null
        ? ""
        : " ("
            + Text.interval(
                difference.lowPercent(), difference.highPercent(), end -> Format.figure(end, 1))
            + ")";
  }
}
