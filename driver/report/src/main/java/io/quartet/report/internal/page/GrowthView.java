package io.quartet.report.internal.page;

import io.quartet.model.VmRole;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Drawing.Point;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Scale;
import io.quartet.report.internal.plot.Sketch;
import io.quartet.report.section.Space;
import io.quartet.report.section.Space.GrowthPoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Growth of the databases over the trades of a run.
 *
 * @param drawing growth in percent, a line for tables and one for indexes of each role
 * @param oltp some of the points of the OLTP databases, the last among them
 * @param dss the same of the DSS databases
 */
public record GrowthView(Drawing drawing, List<GrowthPoint> oltp, List<GrowthPoint> dss) {

  private static final int MOST_ROWS = 12;
  private static final int HEIGHT = 260;
  private static final double LEFT = 52;
  private static final double RIGHT = Sketch.WIDTH - 92;
  private static final double TOP = 28;
  private static final double BOTTOM = HEIGHT - 42;
  private static final double LINE = 12;
  private static final int TICKS = 6;

  /** A line of the drawing: growth in percent by trades. */
  private record Curve(String name, String color, List<double[]> points) {
    double last() {
      return points.get(points.size() - 1)[1];
    }
  }

  /** Empty if nothing was sampled, or no trade completed. */
  public static Optional<GrowthView> of(Space space) {
    List<Curve> curves = new ArrayList<>();
    for (VmRole role : List.of(VmRole.OLTP, VmRole.DSS)) {
      List<GrowthPoint> points = of(role, space);
      add(curves, role.name() + " tables", points, GrowthPoint::tableGrowthPercent);
      add(curves, role.name() + " indexes", points, GrowthPoint::indexGrowthPercent);
    }
    long trades = space.growth().stream().mapToLong(GrowthPoint::tradeResults).max().orElse(0);
    return curves.isEmpty() || trades == 0
        ? Optional.empty()
        : Optional.of(
            new GrowthView(
                draw(curves, trades), some(of(VmRole.OLTP, space)), some(of(VmRole.DSS, space))));
  }

  private static List<GrowthPoint> of(VmRole role, Space space) {
    return space.growth().stream().filter(point -> point.role().equals(role.name())).toList();
  }

  private static void add(
      List<Curve> curves,
      String name,
      List<GrowthPoint> points,
      Function<GrowthPoint, Double> percent) {
    List<double[]> known =
        points.stream()
            .filter(point -> Objects.nonNull(percent.apply(point)))
            .map(point -> new double[] {point.tradeResults(), percent.apply(point)})
            .toList();
    if (!known.isEmpty()) {
      curves.add(new Curve(name, Palette.numbered(curves.size()), known));
    }
  }

  /** Evenly spread over all, with the first and the last. */
  private static List<GrowthPoint> some(List<GrowthPoint> points) {
    int last = points.size() - 1;
    int steps = Math.min(MOST_ROWS, last);
    List<GrowthPoint> some = new ArrayList<>();
    for (int step = 0; step <= steps && last > 0; step++) {
      some.add(points.get(last * step / steps));
    }
    return some;
  }

  private static Drawing draw(List<Curve> curves, long trades) {
    Sketch sketch = new Sketch();
    Scale across = Scale.rounded(0, trades, LEFT, RIGHT, TICKS);
    double low =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(p -> p[1])
            .min()
            .orElse(0);
    double high =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(p -> p[1])
            .max()
            .orElse(1);
    Scale down = Scale.rounded(Math.min(0, low), Math.max(high, low + 1e-3), BOTTOM, TOP, TICKS);
    sketch.axis("%", down, TICKS, LEFT, RIGHT, TOP, BOTTOM);
    for (double tick : across.ticks(TICKS)) {
      double x = across.position(tick);
      sketch.line(x, BOTTOM, x, BOTTOM + 4, Palette.SECOND_INK, 1);
      sketch.text(x, BOTTOM + 16, across.text(tick, TICKS), Anchor.MIDDLE, Palette.SECOND_INK);
    }
    sketch.text(
        (LEFT + RIGHT) / 2,
        BOTTOM + 34,
        "completed Trade-Results",
        Anchor.MIDDLE,
        Palette.SECOND_INK);
    for (Curve curve : curves) {
      List<Point> points =
          curve.points().stream()
              .map(point -> new Point(across.position(point[0]), down.position(point[1])))
              .toList();
      sketch.path(points, curve.color(), 1.8);
    }
    names(sketch, curves, down);
    return sketch.drawing(
        "growth-by-trades",
        HEIGHT,
        "Growth of tables and indexes in percent of their sizes at the start, by completed"
            + " Trade-Results; the table below holds some of the points");
  }

  /** Beside the last point of each line, but none over another. */
  private static void names(Sketch sketch, List<Curve> curves, Scale down) {
    double free = BOTTOM;
    for (Curve curve : curves.stream().sorted(Comparator.comparingDouble(Curve::last)).toList()) {
      double y = Math.min(down.position(curve.last()) + 3.5, free);
      sketch.bold(RIGHT + 6, y, curve.name(), Anchor.START, curve.color());
      free = y - LINE;
    }
  }
}
