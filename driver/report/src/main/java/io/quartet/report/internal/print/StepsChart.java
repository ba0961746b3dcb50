package io.quartet.report.internal.print;

import io.quartet.report.internal.charts.ChartData.Steps;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.text.NumberFormat;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** The steps of a ramp: throughput over response time, each point with the name of its phase. */
final class StepsChart {

  private static final Color INK = new Color(0x4a5a68);
  private static final Color GRID = new Color(0xe6eaee);
  private static final Color POINT = new Color(0x0072b2);
  private static final float FONT_SIZE = 8.5f;
  private static final double HEADROOM = 0.12;

  private StepsChart() {}

  static JFreeChart of(Steps steps, Font font) {
    Font small = font.deriveFont(FONT_SIZE);
    XYSeries series = new XYSeries("etps", false);
    for (int i = 0; i < steps.phases().size(); i++) {
      series.add(steps.meanResponseMillis().get(i), steps.etps().get(i));
    }
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
    renderer.setSeriesPaint(0, POINT);
    renderer.setSeriesShape(0, new Ellipse2D.Double(-2, -2, 4, 4));
    renderer.setDefaultItemLabelGenerator((data, row, item) -> steps.phases().get(item));
    renderer.setDefaultItemLabelsVisible(true);
    renderer.setDefaultItemLabelFont(small);
    renderer.setDefaultItemLabelPaint(INK);
    XYPlot plot =
        new XYPlot(
            new XYSeriesCollection(series),
            axis("mean response time, ms", small),
            axis("Trade-Results per second", small),
            renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinePaint(GRID);
    JFreeChart chart = new JFreeChart(null, small, plot, false);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(4, 0, 0, 4));
    return chart;
  }

  private static NumberAxis axis(String label, Font font) {
    NumberAxis axis = new NumberAxis(label);
    axis.setLabelFont(font);
    axis.setLabelPaint(INK);
    axis.setTickLabelFont(font);
    axis.setTickLabelPaint(INK);
    axis.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
    axis.setAutoRangeIncludesZero(true);
    axis.setUpperMargin(HEADROOM);
    return axis;
  }
}
