package io.quartet.report.internal.run;

import io.quartet.model.VmRole;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Point;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Scale;
import io.quartet.report.internal.plot.Sketch;
import io.quartet.report.internal.plot.Sketch.EndName;
import io.quartet.report.section.Contents;
import io.quartet.report.section.Space;
import io.quartet.report.section.Space.GrowthPoint;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
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
  private static final int TICKS = 6;

  /** A line of the drawing: growth in percent by trades. */
  private record Curve(String name, String color, List<Point> points) {}

  /** Empty if nothing was sampled, or no trade completed. */
  public static Optional<GrowthView> of(Space space, Contents contents) {
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
                draw(curves, trades, contents),
                some(of(VmRole.OLTP, space)),
                some(of(VmRole.DSS, space))));
  }

  private static List<GrowthPoint> of(VmRole role, Space space) {
    return space.growth().stream().filter(point -> point.role().equals(role.name())).toList();
  }

  private static void add(
      List<Curve> curves,
      String name,
      List<GrowthPoint> points,
      Function<GrowthPoint, Double> percent) {
    List<Point> known =
        points.stream()
            .filter(point -> Objects.nonNull(percent.apply(point)))
            .map(point -> new Point(point.tradeResults(), percent.apply(point)))
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

  private static Drawing draw(List<Curve> curves, long trades, Contents contents) {
    Sketch sketch = new Sketch();
    DoubleSummaryStatistics percent =
        curves.stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(Point::y)
            .summaryStatistics();
    double high = Math.max(percent.getMax(), percent.getMin() + 1e-3);
    Scale across = Scale.rounded(0, trades, LEFT, RIGHT, TICKS);
    Scale down = Scale.rounded(Math.min(0, percent.getMin()), high, BOTTOM, TOP, TICKS);
    sketch.axis("%", down, TICKS, LEFT, RIGHT, TOP, BOTTOM);
    sketch.foot("completed " + contents.result() + "s", across, TICKS, BOTTOM);
    List<EndName> names = new ArrayList<>();
    for (Curve curve : curves) {
      List<Point> points =
          curve.points().stream()
              .map(point -> new Point(across.position(point.x()), down.position(point.y())))
              .toList();
      sketch.path(points, curve.color(), 1.8);
      names.add(new EndName(points.get(points.size() - 1).y(), curve.name(), curve.color()));
    }
    sketch.names(names, RIGHT + 6, BOTTOM);
    return sketch.drawing(
        "growth-by-trades",
        HEIGHT,
        "Growth of tables and indexes in percent of their sizes at the start, by completed "
            + contents.result()
            + "s; the table below holds some of the points");
  }
}
