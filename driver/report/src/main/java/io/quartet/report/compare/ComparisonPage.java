package io.quartet.report.compare;

import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.FigureVerdict;
import io.quartet.report.internal.page.Format;

/** What the template of the page is given. */
public record ComparisonPage(Comparison comparison, String style) {

  /** The interval of a difference in percent; a dash if there is none. */
  public static String interval(Figure figure) {
    return figure.lowPercent() == null
        ? Format.signed(null, 1)
        : Format.signed(figure.lowPercent(), 1) + " to " + Format.signed(figure.highPercent(), 1);
  }

  /** A figure of resources, to about four digits. */
  public static String amount(Double figure) {
    if (figure == null) {
      return "not collected";
    }
    return Format.fixed(figure, figure < 10 ? 2 : figure < 1_000 ? 1 : 0);
  }

  /** CSS class of a verdict. */
  public static String mark(FigureVerdict verdict) {
    return verdict == FigureVerdict.DIFFERS ? "warn" : "none";
  }
}
