package io.quartet.report.internal.page;

import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Sketch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Differences and their intervals: a row for each, with a dot, a line and its verdict in words. A
 * line from top to bottom marks no difference.
 *
 * @param isCut true if an interval goes on beyond the edges
 */
public record IntervalChart(String title, Drawing drawing, boolean isCut) {

  private static final double LEFT = 226;
  private static final double RIGHT = 556;
  private static final int ROW_HEIGHT = 17;
  private static final int FOOT = 24;

  /** So many of the rows fit between the edges; the longest would hide the others. */
  private static final double FITTING = 0.9;

  private static final int MOST_TICKS = 8;
  private static final double NAME = 9.5;
  private static final double TICK = 8.5;

  /**
   * One row.
   *
   * @param color of the verdict
   */
  public record Item(
      String name,
      double percent,
      double lowPercent,
      double highPercent,
      String color,
      String verdict) {

    private double furthest() {
      return Math.max(Math.abs(lowPercent), Math.abs(highPercent));
    }
  }

  /**
   * The chart of these rows; empty without any.
   *
   * @param id of its element
   */
  public static Optional<IntervalChart> of(String id, String title, List<Item> items) {
    return items.isEmpty() ? Optional.empty() : Optional.of(draw(id, title, items));
  }

  private static IntervalChart draw(String id, String title, List<Item> items) {
    double limit = limit(items);
    int foot = ROW_HEIGHT * items.size() + 4;
    Sketch sketch = new Sketch();
    double zero = place(0, limit);
    sketch.line(zero, 0, zero, foot, Palette.THIRD_INK, 1);
    ticks(sketch, limit, foot);
    for (int i = 0; i < items.size(); i++) {
      row(sketch, items.get(i), ROW_HEIGHT * (i + 0.5), limit);
    }
    return new IntervalChart(
        title,
        sketch.drawing(id, foot + FOOT - 4, title + ": the figures are in the tables below"),
        items.stream().anyMatch(item -> item.furthest() > limit));
  }

  private static void row(Sketch sketch, Item item, double y, double limit) {
    sketch.write(LEFT - 8, y + 3.5, item.name(), NAME, false, Anchor.END, Palette.INK);
    sketch.line(
        place(item.lowPercent, limit), y, place(item.highPercent, limit), y, item.color(), 2);
    sketch.dot(place(item.percent, limit), y, 3, item.color(), item.color());
    sketch.write(RIGHT + 8, y + 3.5, item.verdict(), NAME, false, Anchor.START, item.color());
  }

  private static double limit(List<Item> items) {
    double[] furthest = items.stream().mapToDouble(Item::furthest).sorted().toArray();
    double fitting = furthest[(int) Math.ceil(FITTING * furthest.length) - 1];
    return Math.max(0.1, 1.05 * fitting);
  }

  private static double place(double percent, double limit) {
    double within = Math.max(-limit, Math.min(limit, percent));
    return LEFT + (RIGHT - LEFT) * (within + limit) / (2 * limit);
  }

  private static void ticks(Sketch sketch, double limit, double foot) {
    double power = Math.pow(10, Math.floor(Math.log10(limit)) - 1);
    double step =
        Stream.of(1, 2, 5, 10, 20, 50)
            .map(factor -> factor * power)
            .filter(one -> 2 * limit / one <= MOST_TICKS)
            .findFirst()
            .orElse(limit);
    for (double at = -Math.floor(limit / step) * step; at <= limit; at += step) {
      double x = place(at, limit);
      sketch.line(x, foot, x, foot + 4, Palette.THIRD_INK, 1);
      String text = Format.signed(at, step < 1 ? 1 : 0);
      sketch.write(x, foot + 14, text, TICK, false, Anchor.MIDDLE, Palette.SECOND_INK);
    }
  }
}
