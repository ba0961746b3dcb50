package io.quartet.report.internal.print;

import io.quartet.report.internal.charts.ChartData;
import io.quartet.report.internal.charts.ChartData.Band;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Ellipse2D;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.TickUnits;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.IntervalMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StackedXYAreaRenderer2;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultTableXYDataset;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * One chart over the time of a run, with its phases as bands. Add what is to be drawn, then ask for
 * the {@link #chart}. Not thread-safe.
 */
final class TimeChart {

  /** Replaces unknown values. */
  private static final Color UNKNOWN = new Color(0xE9EDF0);

  static final Color INK = new Color(0x4a5a68);
  static final Color LINE = new Color(0xc9d1d8);
  private static final Color GRID = new Color(0xe6eaee);
  private static final float FONT_SIZE = 8.5f;
  private static final float LINE_WIDTH = 1;
  private static final float SMALL_FONT_SIZE = 6.5f;

  /** Room above the highest value, of that value. */
  static final double HEADROOM = 0.15;

  private static final Ellipse2D DOT = new Ellipse2D.Double(-0.8, -0.8, 1.6, 1.6);

  /** Values below are drawn here on a logarithmic axis, in the unit of the chart. */
  private static final double SMALLEST = 0.1;

  private final XYPlot plot = new XYPlot();
  private final Font font;
  private final boolean isLogarithmic;
  private int layers;

  /**
   * @param unit what the values are, for the axis
   * @param bands segments of the run
   * @param seconds points of time, which the axis spans with the bands
   */
  TimeChart(String unit, boolean isLogarithmic, List<Band> bands, List<Double> seconds, Font font) {
    this.font = font.deriveFont(FONT_SIZE);
    this.isLogarithmic = isLogarithmic;
    plot.setDomainAxis(timeAxis(bands, seconds));
    plot.setRangeAxis(valueAxis(unit));
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeGridlineStroke(new BasicStroke(0.5f));
    plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
    PhaseBands.add(plot, bands, this.font);
  }

  /** Lines that break where nothing is known. */
  TimeChart lines(List<Double> seconds, List<Series> series) {
    return lines(points(seconds, series, false), series);
  }

  /** Lines through all points that are known: between them nothing happened. */
  TimeChart joinedLines(List<Double> seconds, List<Series> series) {
    return lines(points(seconds, series, true), series);
  }

  private TimeChart lines(XYDataset points, List<Series> series) {
    XYLineAndShapeRenderer renderer = new BrokenLines();
    renderer.setDefaultShape(DOT);
    renderer.setAutoPopulateSeriesShape(false);
    add(points, renderer, series, LINE_WIDTH);
    return this;
  }

  /** Lines with a constant value up to each point, for instance shares of requests. */
  TimeChart steps(List<Double> seconds, List<Series> series) {
    XYStepRenderer renderer = new XYStepRenderer();
    renderer.setStepPoint(0);
    renderer.setDefaultShapesVisible(false);
    add(points(seconds, series, false), renderer, series, LINE_WIDTH);
    return this;
  }

  /** Areas on top of each other, the first one at the bottom. */
  TimeChart stacked(List<Double> seconds, List<Series> series) {
    DefaultTableXYDataset data = new DefaultTableXYDataset();
    for (Series one : series) {
      XYSeries added = new XYSeries(one.name(), false, false);
      for (int i = 0; i < seconds.size(); i++) {
        Double value = one.values().get(i);
        added.add(seconds.get(i), value == null ? Double.valueOf(0) : value);
      }
      data.addSeries(added);
    }
    markUnknown(seconds, series);
    StackedXYAreaRenderer2 renderer = new StackedXYAreaRenderer2();
    add(data, renderer, series, LINE_WIDTH / 2);
    for (int i = 0; i < series.size(); i++) {
      renderer.setSeriesPaint(i, light(series.get(i).color()));
    }
    return this;
  }

  /** Covers times without samples: areas cannot end and begin again. */
  private void markUnknown(List<Double> seconds, List<Series> series) {
    for (int i = 0; i < seconds.size(); i++) {
      int point = i;
      if (series.stream().allMatch(one -> one.values().get(point) == null)) {
        plot.addDomainMarker(
            new IntervalMarker(seconds.get(Math.max(0, i - 1)), seconds.get(i), UNKNOWN),
            Layer.FOREGROUND);
      }
    }
  }

  /**
   * Lanes of checkpoints below 0.
   *
   * @param highest of the values above the lanes
   */
  TimeChart lanes(List<ChartData.Lane> lanes, double highest) {
    CheckpointLanes.add(plot, lanes, highest, font.deriveFont(SMALL_FONT_SIZE));
    return this;
  }

  /** The whole chart. */
  JFreeChart chart() {
    JFreeChart chart = new JFreeChart(null, font, plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(2, 0, 0, 4));
    chart.getLegend().setFrame(BlockBorder.NONE);
    chart.getLegend().setItemFont(font);
    chart.getLegend().setItemPaint(INK);
    chart.getLegend().setBackgroundPaint(Color.WHITE);
    return chart;
  }

  private void add(XYDataset data, XYItemRenderer renderer, List<Series> series, float width) {
    for (int i = 0; i < series.size(); i++) {
      renderer.setSeriesPaint(i, series.get(i).color());
      renderer.setSeriesStroke(i, series.get(i).stroke().of(width));
    }
    plot.setDataset(layers, data);
    plot.setRenderer(layers, renderer);
    layers++;
  }

  private XYDataset points(List<Double> seconds, List<Series> series, boolean isJoined) {
    XYSeriesCollection data = new XYSeriesCollection();
    for (Series one : series) {
      XYSeries points = new XYSeries(one.name(), false, true);
      for (int i = 0; i < seconds.size(); i++) {
        Double value = one.values().get(i);
        if (value != null) {
          points.add(
              seconds.get(i), Double.valueOf(isLogarithmic ? Math.max(SMALLEST, value) : value));
        } else if (!isJoined) {
          points.add(seconds.get(i), null);
        }
      }
      data.addSeries(points);
    }
    return data;
  }

  private NumberAxis timeAxis(List<Band> bands, List<Double> seconds) {
    double from = seconds.isEmpty() ? 0 : seconds.get(0);
    double to = seconds.isEmpty() ? 1 : seconds.get(seconds.size() - 1);
    if (!bands.isEmpty()) {
      from = Math.min(from, bands.get(0).from());
      to = Math.max(to, bands.get(bands.size() - 1).to());
    }
    NumberAxis axis = new NumberAxis();
    TickUnits units = new TickUnits();
    for (int step : new int[] {5, 10, 30, 60, 120, 300, 600, 1_200, 3_600, 7_200, 36_000}) {
      units.add(new NumberTickUnit(step, new AxisFormat.Clock()));
    }
    axis.setStandardTickUnits(units);
    axis.setAutoRangeIncludesZero(false);
    axis.setRange(from, Math.max(to, from + 1));
    return styled(axis);
  }

  private ValueAxis valueAxis(String unit) {
    ValueAxis axis;
    if (isLogarithmic) {
      LogAxis logarithmic = new LogAxis(unit);
      logarithmic.setBase(10);
      logarithmic.setSmallestValue(SMALLEST);
      logarithmic.setTickUnit(new NumberTickUnit(1));
      logarithmic.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
      axis = logarithmic;
    } else {
      NumberAxis linear = new NumberAxis(unit);
      linear.setNumberFormatOverride(NumberFormat.getInstance(Locale.ROOT));
      linear.setUpperMargin(HEADROOM);
      axis = linear;
    }
    return styled(axis);
  }

  private <A extends ValueAxis> A styled(A axis) {
    axis.setLabelFont(font);
    axis.setTickLabelFont(font);
    axis.setLabelPaint(INK);
    axis.setTickLabelPaint(INK);
    axis.setAxisLinePaint(LINE);
    axis.setTickMarkPaint(LINE);
    return axis;
  }

  /** Opaque, so that bands do not shine through. */
  private static Color light(Color color) {
    return new Color(
        (color.getRed() + 255) / 2, (color.getGreen() + 255) / 2, (color.getBlue() + 255) / 2);
  }
}
