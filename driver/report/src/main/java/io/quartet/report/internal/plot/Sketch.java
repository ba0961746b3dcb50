package io.quartet.report.internal.plot;

import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Drawing.Box;
import io.quartet.report.internal.plot.Drawing.Dot;
import io.quartet.report.internal.plot.Drawing.Frame;
import io.quartet.report.internal.plot.Drawing.Label;
import io.quartet.report.internal.plot.Drawing.Line;
import io.quartet.report.internal.plot.Drawing.Path;
import io.quartet.report.internal.plot.Drawing.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Shapes of a drawing in the style of all charts without a script. Not thread-safe. */
public final class Sketch {

  /** Width of every drawing; the document for print has room for no more. */
  public static final int WIDTH = 680;

  /** Width of a character of the smallest text, about. */
  public static final double CHARACTER = 5.8;

  private static final double TEXT = 10;
  private static final double CAP = 3;

  /** Height of a name. */
  private static final double NAME = 12;

  /**
   * The name of a line.
   *
   * @param y where the line ends
   */
  public record EndName(double y, String text, String color) {}

  private final List<Drawing.Shape> shapes = new ArrayList<>();

  public Drawing drawing(String id, int height, String description) {
    return drawing(id, WIDTH, height, description);
  }

  /** A drawing that is less wide than the others. */
  public Drawing drawing(String id, int width, int height, String description) {
    return new Drawing(id, width, height, description, shapes);
  }

  public void line(double x1, double y1, double x2, double y2, String color, double thickness) {
    shapes.add(new Line(x1, y1, x2, y2, color, thickness));
  }

  /** Straight lines from point to point. */
  public void path(List<Point> points, String color, double thickness) {
    shapes.add(new Path(points, color, thickness, List.of()));
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

  /**
   * Text of any size.
   *
   * @param size of the font, in pixels
   */
  public void write(
      double x, double y, String text, double size, boolean isBold, Anchor anchor, String color) {
    shapes.add(new Label(x, y, text, size, isBold, anchor, color));
  }

  /** A box with round corners; its line lies inside the lengths. */
  public void frame(double x, double y, double width, double height, String color, String fill) {
    shapes.add(new Frame(x + 0.5, y + 0.5, width - 1, height - 1, color, fill));
  }

  /** A line to the right with an arrow head. */
  public void arrow(double from, double to, double y, String color) {
    line(from, y, to, y, color, 1);
    line(to - 7, y - 4, to, y, color, 1);
    line(to - 7, y + 4, to, y, color, 1);
  }

  /** The upright axis with its unit, a line at each tick, and the line at its foot. */
  public void axis(
      String unit, Scale down, int ticks, double left, double right, double top, double bottom) {
    for (double tick : down.ticks(ticks)) {
      double y = down.position(tick);
      line(left, y, right, y, Palette.GRID, 1);
      text(left - 6, y + 3.5, down.text(tick, ticks), Anchor.END, Palette.SECOND_INK);
    }
    line(left, bottom, right, bottom, Palette.SECOND_INK, 1);
    text(left, top - 16, unit, Anchor.END, Palette.SECOND_INK);
  }

  /** A tick with its text at round values of the axis across, and what they measure. */
  public void foot(String title, Scale across, int ticks, double bottom) {
    for (double tick : across.ticks(ticks)) {
      double x = across.position(tick);
      line(x, bottom, x, bottom + 4, Palette.SECOND_INK, 1);
      text(x, bottom + 16, across.text(tick, ticks), Anchor.MIDDLE, Palette.SECOND_INK);
    }
    double middle = (across.from() + across.to()) / 2;
    text(middle, bottom + 34, title, Anchor.MIDDLE, Palette.SECOND_INK);
  }

  /** Names at the ends of lines, the lowest at its line, and none over another. */
  public void names(List<EndName> names, double x, double bottom) {
    double free = bottom;
    for (EndName name :
        names.stream().sorted(Comparator.comparingDouble(EndName::y).reversed()).toList()) {
      double y = Math.min(name.y() + 3.5, free);
      bold(x, y, name.text(), Anchor.START, name.color());
      free = y - NAME;
    }
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
