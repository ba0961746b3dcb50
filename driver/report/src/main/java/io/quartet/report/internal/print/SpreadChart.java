package io.quartet.report.internal.print;

import io.quartet.report.internal.charts.ChartData.Spread;
import io.quartet.report.internal.page.Format;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYStepAreaRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Distribution of the response times of one transaction, on a logarithmic axis. */
final class SpreadChart {

  private static final Color INK = new Color(0x4a5a68);
  private static final Color LINE = new Color(0xc9d1d8);
  private static final Color FILL = new Color(0x9cc7e0);
  private static final float FONT_SIZE = 7.5f;

  private SpreadChart() {}

  /**
   * @param edgesMillis borders of the bins
   */
  static JFreeChart of(Spread spread, List<Double> edgesMillis, Font font) {
    Font small = font.deriveFont(FONT_SIZE);
    XYSeries bins = new XYSeries(spread.transaction());
    for (int i = 0; i < spread.percents().size(); i++) {
      bins.add(edgesMillis.get(i), spread.percents().get(i));
    }
    bins.add(edgesMillis.get(edgesMillis.size() - 1), Double.valueOf(0));
    XYStepAreaRenderer renderer = new XYStepAreaRenderer(XYStepAreaRenderer.AREA);
    renderer.setSeriesPaint(0, FILL);
    XYPlot plot =
        new XYPlot(
            new XYSeriesCollection(bins), times(edgesMillis, small), shares(small), renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinesVisible(false);
    plot.addDomainMarker(marker(spread.meanMillis(), Stroke.DASHED, TextAnchor.TOP_RIGHT, small));
    plot.addDomainMarker(marker(spread.p90Millis(), Stroke.SOLID, TextAnchor.TOP_LEFT, small));
    JFreeChart chart = new JFreeChart(null, small, plot, false);
    TextTitle title = new TextTitle(spread.transaction(), small);
    title.setHorizontalAlignment(HorizontalAlignment.LEFT);
    title.setPaint(INK);
    chart.setTitle(title);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(1, 0, 0, 4));
    return chart;
  }

  private static ValueAxis times(List<Double> edgesMillis, Font font) {
    LogAxis axis = new LogAxis();
    axis.setBase(10);
    axis.setSmallestValue(edgesMillis.get(0));
    axis.setRange(edgesMillis.get(0), edgesMillis.get(edgesMillis.size() - 1));
    axis.setTickUnit(new NumberTickUnit(1));
    axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    return styled(axis, font);
  }

  private static ValueAxis shares(Font font) {
    NumberAxis axis = new NumberAxis();
    axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    axis.setUpperMargin(0.3);
    return styled(axis, font);
  }

  private static ValueAxis styled(ValueAxis axis, Font font) {
    axis.setTickLabelFont(font);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(LINE);
    axis.setTickMarkPaint(LINE);
    return axis;
  }

  private static ValueMarker marker(double millis, Stroke stroke, TextAnchor side, Font font) {
    ValueMarker marker = new ValueMarker(millis, INK, new BasicStroke(0.8f));
    marker.setStroke(stroke.of(0.8f));
    marker.setAlpha(1);
    marker.setLabel(Format.millis(millis) + " ms");
    marker.setLabelFont(font);
    marker.setLabelPaint(INK);
    marker.setLabelAnchor(RectangleAnchor.TOP);
    marker.setLabelBackgroundColor(new Color(255, 255, 255, 0));
    marker.setLabelTextAnchor(side);
    marker.setLabelOffset(new RectangleInsets(1, 3, 0, 3));
    return marker;
  }
}
