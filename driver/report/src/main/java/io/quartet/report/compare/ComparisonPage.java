package io.quartet.report.compare;

import io.quartet.report.compare.Comparison.Direction;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.internal.page.Format;

/** What the template of the page is given. */
public record ComparisonPage(Comparison comparison, String style) {

  /** The interval of a difference in percent; a dash if there is none. */
  public static String interval(Figure figure) {
    return figure.lowPercent() == null
        ? Format.signed(null, 1)
        : Format.signed(figure.lowPercent(), 1) + " to " + Format.signed(figure.highPercent(), 1);
  }

  /**
   * CSS class of a verdict.
   *
   * @param isHigherBetter true for throughput, false for response times
   */
  public static String mark(Direction verdict, boolean isHigherBetter) {
    return switch (verdict) {
      case HIGHER -> isHigherBetter ? "pass" : "fail";
      case LOWER -> isHigherBetter ? "fail" : "pass";
      case NO_DIFFERENCE_SHOWN, NOT_ENOUGH_DATA -> "none";
    };
  }
}
