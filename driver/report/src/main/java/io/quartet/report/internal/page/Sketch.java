package io.quartet.report.internal.page;

import io.quartet.report.internal.page.Drawing.Anchor;
import io.quartet.report.internal.page.Drawing.Box;
import io.quartet.report.internal.page.Drawing.Dot;
import io.quartet.report.internal.page.Drawing.Label;
import io.quartet.report.internal.page.Drawing.Line;
import java.util.ArrayList;
import java.util.List;

/** Shapes of a drawing in the style of all charts without a script. Not thread-safe. */
public final class Sketch {

  /** Width of every drawing; the document for print has room for no more. */
  public static final int WIDTH = 680;

  public static final String INK = "#14202b";
  public static final String SECOND_INK = "#4a5a68";
  public static final String THIRD_INK = "#6b7a87";
  public static final String GRID = "#e6eaee";
  public static final String GOOD = "#17683c";
  public static final String BAD = "#a3182c";
  public static final String PAPER = "#ffffff";

  /** Width of a character of the smallest text, about. */
  public static final double CHARACTER = 5.8;

  private static final double TEXT = 10;
  private static final double CAP = 3;
  private static final List<String> PALETTE =
      List.of(
          "#0072b2", "#c8500a", "#00805f", "#8a3a86", "#5b6770", "#b38600", "#4aa3df", "#7a1f1f",
          "#5e8c2a", "#c2618f");

  private final List<Drawing.Shape> shapes = new ArrayList<>();

  /** Colours that differ for the first ten numbers. */
  public static String color(int number) {
    return PALETTE.get(number % PALETTE.size());
  }

  public Drawing drawing(String id, int height, String description) {
    return new Drawing(id, WIDTH, height, description, shapes);
  }

  public void line(double x1, double y1, double x2, double y2, String color, double thickness) {
    shapes.add(new Line(x1, y1, x2, y2, color, thickness));
  }

  public void box(double x, double y, double width, double height, String color) {
    shapes.add(new Box(x, y, width, height, color));
  }

  public void dot(double x, double y, double radius, String color, String fill) {
    shapes.add(new Dot(x, y, radius, color, fill));
  }

  public void text(double x, double y, String text, Anchor anchor, String color) {
    shapes.add(new Label(x, y, text, TEXT, false, anchor, color));
  }

  public void bold(double x, double y, String text, Anchor anchor, String color) {
    shapes.add(new Label(x, y, text, TEXT, true, anchor, color));
  }

  /** The upright axis with its unit, a line at each tick, and the line at its foot. */
  public void axis(
      String unit, Scale down, int ticks, double left, double right, double top, double bottom) {
    for (double tick : down.ticks(ticks)) {
      double y = down.position(tick);
      line(left, y, right, y, GRID, 1);
      text(left - 6, y + 3.5, Format.fixed(tick, down.decimals(ticks)), Anchor.END, SECOND_INK);
    }
    line(left, bottom, right, bottom, SECOND_INK, 1);
    text(left, top - 16, unit, Anchor.END, SECOND_INK);
  }

  /** A vertical interval with caps. */
  public void upright(double x, double top, double bottom, String color) {
    line(x, top, x, bottom, color, 1.2);
    line(x - CAP, top, x + CAP, top, color, 1.2);
    line(x - CAP, bottom, x + CAP, bottom, color, 1.2);
  }

  /** A horizontal interval with caps. */
  public void level(double left, double right, double y, String color) {
    line(left, y, right, y, color, 1.6);
    line(left, y - CAP, left, y + CAP, color, 1.6);
    line(right, y - CAP, right, y + CAP, color, 1.6);
  }

  /** As much of a text as fits, with an ellipsis in place of the rest. */
  public static String fitted(String text, double width) {
    int most = (int) (width / CHARACTER);
    return text.length() <= most ? text : text.substring(0, Math.max(1, most - 1)) + "…";
  }
}
