package io.quartet.report.internal.print;

import io.quartet.report.internal.charts.ChartData.Band;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.List;
import java.util.Map;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;

/** The phases of a run as bands behind a chart, with their names at its top. */
final class PhaseBands {

  private static final Color NOT_MEASURED = new Color(0xe9edf0);
  private static final Color EVEN_PHASE = new Color(0xf6f8fa);
  private static final Color CLEAR = new Color(255, 255, 255, 0);

  private static final Map<String, String> SHORT_NAMES =
      Map.of("rampUp", "up", "warmUp", "warm-up", "rampDown", "down");

  private PhaseBands() {}

  static void add(XYPlot plot, List<Band> bands, Font font) {
    for (int i = 0; i < bands.size(); i++) {
      add(plot, bands.get(i), i % 2 == 1, font);
    }
  }

  private static void add(XYPlot plot, Band band, boolean isEven, Font font) {
    Color color = !band.isMeasured() ? NOT_MEASURED : isEven ? EVEN_PHASE : Color.WHITE;
    plot.addDomainMarker(marker(band, color), Layer.BACKGROUND);
    // Its name lies on top of what is drawn.
    IntervalMarker name = marker(band, CLEAR);
    name.setLabel(SHORT_NAMES.getOrDefault(band.name(), band.name()));
    name.setLabelFont(font);
    name.setLabelPaint(TimeChart.INK);
    name.setLabelBackgroundColor(CLEAR);
    name.setLabelAnchor(RectangleAnchor.TOP);
    name.setLabelTextAnchor(TextAnchor.TOP_CENTER);
    name.setLabelOffset(new RectangleInsets(1, 0, 0, 0));
    plot.addDomainMarker(name, Layer.FOREGROUND);
  }

  private static IntervalMarker marker(Band band, Color color) {
    IntervalMarker marker = new IntervalMarker(band.from(), band.to(), color);
    marker.setAlpha(1);
    marker.setOutlinePaint(TimeChart.LINE);
    marker.setOutlineStroke(new BasicStroke(0.4f));
    return marker;
  }
}
