package io.quartet.report.internal.plot;

import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.Drawing.Anchor;
import java.util.List;

/**
 * Figures and their intervals: a row for each, with a dot, a line and a text. A line from top to
 * bottom marks no difference.
 *
 * @param isCut true if an interval goes on beyond the edges
 */
public record IntervalChart(Drawing drawing, boolean isCut) {

  private static final double ROW = 20;
  private static final double TOP = 6;
  private static final double BESIDE = 12;

  /** So many of the rows fit between the edges; the longest would hide the others. */
  private static final double FITTING = 0.9;

  /**
   * One row.
   *
   * @param low null without an interval
   * @param text of the figure or its verdict
   * @param color of the verdict
   */
  public record Row(String name, double point, Double low, Double high, String text, String color) {

    /** Lower end of the interval, or the figure itself. */
    public double least() {
      return low == null ? point : low;
    }

    /** Upper end of the interval, or the figure itself. */
    public double most() {
      return high == null ? point : high;
    }

    private double furthest() {
      return Math.max(Math.abs(least()), Math.abs(most()));
    }
  }

  /**
   * Axis of a chart.
   *
   * @param label below it; empty for none
   * @param isDifference true if figures have a sign and zero is marked
   */
  public record Axis(Scale scale, int ticks, String label, boolean isDifference) {

    private String text(double tick) {
      return isDifference ? Format.signed(tick, scale.decimals(ticks)) : scale.text(tick, ticks);
    }

    private double within(double value) {
      return scale.position(Math.max(scale.low(), Math.min(scale.high(), value)));
    }
  }

  /** A scale with zero in the middle, on which most of the rows fit. */
  public static Scale aroundZero(List<Row> rows, double left, double right) {
    double[] furthest = rows.stream().mapToDouble(Row::furthest).sorted().toArray();
    double fitting = furthest[(int) Math.ceil(FITTING * furthest.length) - 1];
    double limit = Math.max(0.1, 1.05 * fitting);
    return new Scale(-limit, limit, left, right, false);
  }

  /**
   * @param id of its element
   * @param rows at least one
   */
  public static IntervalChart of(String id, String description, List<Row> rows, Axis axis) {
    Scale scale = axis.scale();
    Sketch sketch = new Sketch();
    double bottom = TOP + ROW * rows.size();
    for (double tick : scale.ticks(axis.ticks())) {
      double x = scale.position(tick);
      sketch.line(x, TOP, x, bottom, Palette.GRID, 1);
      sketch.text(x, bottom + 14, axis.text(tick), Anchor.MIDDLE, Palette.SECOND_INK);
    }
    if (axis.isDifference()) {
      sketch.line(scale.position(0), TOP, scale.position(0), bottom, Palette.INK, 1.2);
    }
    for (int i = 0; i < rows.size(); i++) {
      row(sketch, rows.get(i), TOP + ROW * (i + 0.5), axis);
    }
    if (!axis.label().isEmpty()) {
      double middle = (scale.from() + scale.to()) / 2;
      sketch.text(middle, bottom + 30, axis.label(), Anchor.MIDDLE, Palette.SECOND_INK);
    }
    return new IntervalChart(
        sketch.drawing(id, (int) bottom + (axis.label().isEmpty() ? 20 : 38), description),
        rows.stream().anyMatch(row -> row.least() < scale.low() || row.most() > scale.high()));
  }

  private static void row(Sketch sketch, Row row, double y, Axis axis) {
    double left = axis.scale().from() - BESIDE;
    sketch.text(left, y + 3.5, Sketch.fitted(row.name(), left), Anchor.END, Palette.INK);
    boolean isInterval = row.low() != null;
    if (isInterval) {
      sketch.level(axis.within(row.low()), axis.within(row.high()), y, row.color());
    }
    sketch.dot(
        axis.within(row.point()), y, 3.5, row.color(), isInterval ? row.color() : Palette.PAPER);
    sketch.text(axis.scale().to() + BESIDE, y + 3.5, row.text(), Anchor.START, row.color());
  }
}
