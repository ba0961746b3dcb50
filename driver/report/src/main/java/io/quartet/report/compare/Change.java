package io.quartet.report.compare;

import io.quartet.report.internal.statistics.Contrast;
import io.quartet.report.internal.statistics.Interval;
import io.quartet.report.internal.statistics.Sample;
import java.util.Optional;

/**
 * Difference of one figure of a side from the baseline.
 *
 * @param baseline null if no run of the baseline has the figure
 * @param other null if no run of the other side has it
 * @param differencePercent of the means, in percent of the baseline's; in an experiment those of
 *     the blocks that both have; null unless both have one
 * @param lowPercent lower end of the 95 % interval of the difference; null if there is not enough
 *     data or the sides are not comparable
 * @param highPercent its upper end
 * @param pValue probability of a difference at least as large where there is none, 0 to 1; null
 *     with fewer than three runs on a side
 */
public record Change(
    Spread baseline,
    Spread other,
    Double differencePercent,
    Double lowPercent,
    Double highPercent,
    Double pValue,
    Conclusion verdict) {

  /**
   * Compares two sides; the conclusion of repeated runs comes with the level of their rows.
   *
   * @param all runs of the other side, those in blocks that the baseline lacks included
   * @param isComparable false if no interval may be shown: it would be read as a conclusion
   */
  static Change of(Sample baseline, Sample all, boolean isComparable) {
    Sample other = all.beside(baseline);
    Optional<Contrast> contrast = Contrast.of(baseline, other, Method.SEED);
    Optional<Interval> interval = contrast.filter(one -> isComparable).flatMap(Contrast::interval);
    boolean isRepeated = contrast.filter(Contrast::isRepeated).isPresent();
    return new Change(
        Spread.of(baseline),
        Spread.of(other),
        contrast.map(Contrast::percent).orElse(null),
        interval.map(Interval::lowPercent).orElse(null),
        interval.map(Interval::highPercent).orElse(null),
        interval.filter(one -> isRepeated).map(Interval::pValue).orElse(null),
        !isComparable
            ? Conclusion.NOT_COMPARABLE
            : interval
                .map(
                    one ->
                        !isRepeated && one.isShown()
                            ? Conclusion.DIFFERS
                            : Conclusion.NO_DIFFERENCE_SHOWN)
                .orElse(Conclusion.NOT_ENOUGH_DATA));
  }

  /** True if a side has the figure. */
  boolean isKnown() {
    return baseline != null || other != null;
  }

  /** Half the length of the interval in percentage points; null without an interval. */
  public Double halfWidthPercent() {
    return lowPercent == null ? null : (Double) ((highPercent - lowPercent) / 2);
  }

  /** The same with the conclusion of repeated runs at this level. */
  Change judged(double level) {
    return pValue == null || pValue > level || differencePercent == 0
        ? this
        : new Change(
            baseline,
            other,
            differencePercent,
            lowPercent,
            highPercent,
            pValue,
            differencePercent > 0 ? Conclusion.HIGHER : Conclusion.LOWER);
  }
}
