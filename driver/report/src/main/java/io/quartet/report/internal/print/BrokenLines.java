package io.quartet.report.internal.print;

import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.data.xy.XYDataset;

/**
 * Lines that break where nothing is known. A value between two unknown ones, which has no line, is
 * a dot.
 */
final class BrokenLines extends XYLineAndShapeRenderer {
  private static final long serialVersionUID = 1;

  BrokenLines() {
    super(true, false);
  }

  @Override
  public boolean getItemShapeVisible(int series, int item) {
    XYDataset points = getPlot().getDataset(getPlot().getIndexOf(this));
    return !isKnown(points, series, item - 1) && !isKnown(points, series, item + 1);
  }

  private static boolean isKnown(XYDataset points, int series, int item) {
    return item >= 0
        && item < points.getItemCount(series)
        && !Double.isNaN(points.getYValue(series, item));
  }
}
