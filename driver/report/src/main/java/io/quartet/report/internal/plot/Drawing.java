package io.quartet.report.internal.plot;

import java.util.List;

/**
 * A chart without a script: shapes in the order in which they are drawn. The page shows it as SVG,
 * the document for print as vectors. Lengths are in pixels of the screen, colours {@code #rrggbb}.
 * Immutable.
 *
 * @param id of the element, without spaces
 * @param description for readers who cannot see it
 */
public record Drawing(String id, int width, int height, String description, List<Shape> shapes) {

  public Drawing {
    shapes = List.copyOf(shapes);
  }

  /** One shape. */
  public sealed interface Shape {}

  /** A straight line. */
  public record Line(double x1, double y1, double x2, double y2, String color, double thickness)
      implements Shape {}

  /** A point of a path or an area. */
  public record Point(double x, double y) {}

  /**
   * Straight lines from point to point.
   *
   * @param dash lengths of a line and of the gap after it; empty for a solid line
   */
  public record Path(List<Point> points, String color, double thickness, List<Double> dash)
      implements Shape {

    public Path {
      points = List.copyOf(points);
      dash = List.copyOf(dash);
    }
  }

  /** A filled polygon. */
  public record Area(List<Point> points, String color) implements Shape {

    public Area {
      points = List.copyOf(points);
    }
  }

  /** A box with round corners. */
  public record Frame(double x, double y, double width, double height, String color, String fill)
      implements Shape {}

  /** A filled box with a border of the same colour. */
  public record Box(double x, double y, double width, double height, String color)
      implements Shape {}

  /**
   * A disc.
   *
   * @param fill colour inside; white for a ring
   */
  public record Dot(double x, double y, double radius, String color, String fill)
      implements Shape {}

  /**
   * Text on a base line.
   *
   * @param anchor what of the text is at x
   */
  public record Label(
      double x, double y, String text, double size, boolean isBold, Anchor anchor, String color)
      implements Shape {}

  /** Part of a text that is at its x. */
  public enum Anchor {
    START,
    MIDDLE,
    END
  }
}
