package io.quartet.report.internal.plot;

import io.quartet.model.Text;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Drawing.Area;
import io.quartet.report.internal.plot.Drawing.Box;
import io.quartet.report.internal.plot.Drawing.Dot;
import io.quartet.report.internal.plot.Drawing.Label;
import io.quartet.report.internal.plot.Drawing.Line;
import io.quartet.report.internal.plot.Drawing.Path;
import io.quartet.report.internal.plot.Drawing.Point;
import io.quartet.report.internal.plot.Plot.Axis;
import io.quartet.report.internal.plot.Plot.AxisKind;
import io.quartet.report.internal.plot.Plot.Band;
import io.quartet.report.internal.plot.Plot.Dash;
import io.quartet.report.internal.plot.Plot.Kind;
import io.quartet.report.internal.plot.Plot.Lane;
import io.quartet.report.internal.plot.Plot.Mark;
import io.quartet.report.internal.plot.Plot.Series;
import io.quartet.report.internal.plot.Plot.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws a {@link Plot} on paper. Lengths are in pixels. Not thread-safe. */
public final class PlotDrawing {

  private static final int HEIGHT = 195;
  private static final int SMALL_WIDTH = 222;
  private static final int SMALL_HEIGHT = 118;
  private static final double LEFT = 46;
  private static final double SMALL_LEFT = 22;
  private static final double RIGHT_MARGIN = 8;
  private static final double TOP = 26;
  private static final double LEGEND_ROW = 11;
  private static final double LANE = 9;
  private static final double TICK_LABELS = 14;

  private static final double TEXT = 8.5;
  private static final double SMALL_TEXT = 7;

  /** Width of a character, of its height, about. */
  private static final double CHARACTER = 0.58;

  private static final double THICKNESS = 1;

  /** Room above the highest value, of that value. */
  private static final double HEADROOM = 0.08;

  private static final int TICKS = 6;
  private static final int SMALL_TICKS = 3;

  /** Room that a tick of the axis of time needs. */
  private static final double TIME_TICK = 44;

  private static final List<Integer> TIME_STEPS =
      List.of(5, 10, 30, 60, 120, 300, 600, 1_200, 3_600, 7_200, 36_000);

  private final Plot plot;
  private final boolean isSmall;
  private final List<Drawing.Shape> shapes = new ArrayList<>();
  private final double textSize;
  private final double left;
  private final double right;

  /** Foot of the series; lanes, ticks and the legend follow below it. */
  private final double bottom;

  private final double lanesBottom;
  private final int width;
  private final int height;
  private final Scale across;
  private final Scale down;

  private PlotDrawing(Plot plot) {
    this.plot = plot;
    this.isSmall = plot.kind() == Kind.BINS;
    this.textSize = isSmall ? SMALL_TEXT : TEXT;
    this.width = isSmall ? SMALL_WIDTH : Sketch.WIDTH;
    this.left = isSmall ? SMALL_LEFT : LEFT;
    this.right = width - RIGHT_MARGIN;
    double lanes = plot.lanes().isEmpty() ? 0 : plot.lanes().size() * LANE + 4;
    this.height = (int) Math.ceil((isSmall ? SMALL_HEIGHT : HEIGHT) + lanes);
    this.lanesBottom = height - TICK_LABELS - (isSmall ? 0 : legendRows().size() * LEGEND_ROW + 12);
    this.bottom = lanesBottom - lanes;
    this.across = across();
    this.down = down();
  }

  /**
   * The drawing of a plot that has points.
   *
   * @param description for readers who cannot see it
   */
  public static Drawing of(Plot plot, String description) {
    return new PlotDrawing(plot).drawing(description);
  }

  private Drawing drawing(String description) {
    plot.bands().forEach(this::band);
    axes();
    if (plot.kind() == Kind.STACKED) {
      stacked();
    } else {
      plot.series().forEach(this::series);
    }
    for (int i = 0; i < plot.lanes().size(); i++) {
      lane(plot.lanes().get(i), bottom + 4 + (i + 0.5) * LANE);
    }
    if (plot.kind() == Kind.POINTS) {
      names();
    } else {
      plot.marks().forEach(this::mark);
    }
    if (!isSmall) {
      legend();
    }
    return new Drawing(plot.place(), width, height, description, shapes);
  }

  private Scale across() {
    Axis x = plot.x();
    List<Double> at = plot.at();
    double from = x.from() == null ? at.get(0) : x.from();
    double to = x.to() == null ? at.get(at.size() - 1) : x.to();
    if (!plot.bands().isEmpty()) {
      from = Math.min(from, plot.bands().get(0).from());
      to = Math.max(to, plot.bands().stream().mapToDouble(Band::to).max().orElse(to));
    }
    return new Scale(
        from, Math.max(to, from + 1e-9), left, right, x.kind() == AxisKind.LOGARITHMIC);
  }

  private Scale down() {
    double low = values().mapToDouble(Double::doubleValue).min().orElse(0);
    double high =
        plot.kind() == Kind.STACKED
            ? IntStream.range(0, plot.at().size()).mapToDouble(this::sumAt).max().orElse(0)
            : values().mapToDouble(Double::doubleValue).max().orElse(0);
    Axis y = plot.y();
    if (y.kind() == AxisKind.LOGARITHMIC) {
      double first = Math.pow(10, Math.floor(Math.log10(low > 0 ? low : 1)));
      double last = Math.pow(10, Math.ceil(Math.log10(high > 0 ? high : 1)));
      return new Scale(first, first == last ? 10 * first : last, bottom, TOP, true);
    }
    double from = y.from() == null ? Math.min(0, low) : y.from();
    double to = y.to() == null ? (high > 0 ? high : 1) * (1 + HEADROOM) : y.to();
    return new Scale(from, to, bottom, TOP, false);
  }

  private Stream<Double> values() {
    return plot.series().stream().flatMap(one -> one.values().stream()).filter(Objects::nonNull);
  }

  private double sumAt(int point) {
    return plot.series().stream()
        .map(one -> one.values().get(point))
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  private double x(int point) {
    return across.position(plot.at().get(point));
  }

  private void text(double x, double y, String text, Anchor anchor, String color) {
    shapes.add(new Label(x, y, text, textSize, false, anchor, color));
  }

  private double widthOf(String text) {
    return text.length() * textSize * CHARACTER;
  }

  private void band(Band band) {
    double from = across.position(band.from());
    double wide = across.position(band.to()) - from;
    shapes.add(new Box(from, TOP, wide, lanesBottom - TOP, band.color()));
    shapes.add(new Line(from, TOP - 9, from, lanesBottom, Palette.TICK, 0.4));
    if (widthOf(band.label()) < wide - 2) {
      text(from + wide / 2, TOP - 2, band.label(), Anchor.MIDDLE, Palette.SECOND_INK);
    }
  }

  private void axes() {
    int most = isSmall ? SMALL_TICKS : TICKS;
    List<Double> ticks = down.isLogarithmic() ? powers(down) : down.ticks(most);
    for (double tick : ticks) {
      double y = down.position(tick);
      if (!isSmall) {
        shapes.add(new Line(left, y, right, y, Palette.GRID, 0.5));
      }
      text(left - 4, y + textSize / 3, label(tick, down, most), Anchor.END, Palette.SECOND_INK);
    }
    shapes.add(new Line(left, TOP, left, lanesBottom, Palette.TICK, 0.6));
    shapes.add(new Line(left, lanesBottom, right, lanesBottom, Palette.TICK, 0.6));
    for (double tick : ticksAcross()) {
      double x = across.position(tick);
      shapes.add(new Line(x, lanesBottom, x, lanesBottom + 2.5, Palette.TICK, 0.6));
      text(
          x,
          lanesBottom + 3 + textSize,
          plot.x().kind() == AxisKind.TIME ? clock(tick) : label(tick, across, TICKS),
          Anchor.MIDDLE,
          Palette.SECOND_INK);
    }
    String title =
        Stream.of(plot.title(), plot.y().title())
            .filter(word -> !word.isEmpty())
            .reduce((first, second) -> first + ", " + second)
            .orElse("");
    text(isSmall ? 2 : 0, textSize, title, Anchor.START, Palette.SECOND_INK);
    if (!plot.x().title().isEmpty()) {
      text(right, height - 2.0, plot.x().title(), Anchor.END, Palette.SECOND_INK);
    }
  }

  private List<Double> ticksAcross() {
    if (plot.x().kind() != AxisKind.TIME) {
      return across.isLogarithmic() ? powers(across) : across.ticks(TICKS);
    }
    double seconds = across.high() - across.low();
    int step =
        TIME_STEPS.stream()
            .filter(one -> (right - left) * one / seconds >= TIME_TICK)
            .findFirst()
            .orElse(TIME_STEPS.get(TIME_STEPS.size() - 1));
    List<Double> ticks = new ArrayList<>();
    for (double at = Math.ceil(across.low() / step) * step; at <= across.high(); at += step) {
      ticks.add(at);
    }
    return ticks;
  }

  /** The powers of ten of a logarithmic axis. */
  private static List<Double> powers(Scale scale) {
    List<Double> powers = new ArrayList<>();
    double end = scale.high() * (1 + 1e-9);
    for (int power = (int) Math.ceil(Math.log10(scale.low()) - 1e-9);
        Math.pow(10, power) <= end;
        power++) {
      powers.add(Math.pow(10, power));
    }
    return powers;
  }

  private static String label(double tick, Scale scale, int most) {
    return scale.isLogarithmic() && tick < 1
        ? Text.format("%.1f", tick)
        : scale.isLogarithmic() ? Text.format("%,.0f", tick) : scale.text(tick, most);
  }

  private static String clock(double seconds) {
    return Text.format("%d:%02d", (long) seconds / 60, (long) seconds % 60);
  }

  private void series(Series series) {
    switch (plot.kind()) {
      case JOINED -> line(series, known(series));
      case STEPS -> runs(series).forEach(run -> steps(series, run));
      case BINS -> bins(series);
      case POINTS ->
          known(series)
              .forEach(
                  point ->
                      shapes.add(
                          new Dot(x(point), y(series, point), 2, series.color(), series.color())));
      default -> runs(series).forEach(run -> line(series, run));
    }
  }

  private double y(Series series, int point) {
    return down.position(series.values().get(point));
  }

  private static List<Integer> known(Series series) {
    return IntStream.range(0, series.values().size())
        .filter(point -> series.values().get(point) != null)
        .boxed()
        .toList();
  }

  /** Points of a series that follow on each other and are known. */
  private static List<List<Integer>> runs(Series series) {
    List<List<Integer>> runs = new ArrayList<>();
    int next = -1;
    for (int point : known(series)) {
      if (point != next) {
        runs.add(new ArrayList<>());
      }
      runs.get(runs.size() - 1).add(point);
      next = point + 1;
    }
    return runs;
  }

  private void line(Series series, List<Integer> points) {
    if (points.size() == 1) {
      shapes.add(
          new Dot(x(points.get(0)), y(series, points.get(0)), 0.8, series.color(), series.color()));
      return;
    }
    path(series, points.stream().map(point -> new Point(x(point), y(series, point))).toList());
  }

  private void path(Series series, List<Point> points) {
    if (points.size() > 1) {
      shapes.add(new Path(points, series.color(), THICKNESS, lengths(series.dash())));
    }
  }

  private static List<Double> lengths(Dash dash) {
    return switch (dash) {
      case SOLID -> List.of();
      case DASHED -> List.of(3.0, 2.5);
      case DOTTED -> List.of(1.0, 2.0);
    };
  }

  private void steps(Series series, List<Integer> run) {
    List<Point> points = new ArrayList<>();
    for (int point : run) {
      points.add(new Point(x(Math.max(0, point - 1)), y(series, point)));
      points.add(new Point(x(point), y(series, point)));
    }
    path(series, points);
  }

  private void bins(Series series) {
    List<Point> points = new ArrayList<>();
    double before = bottom;
    for (int point : known(series)) {
      points.add(new Point(x(point), before));
      before = y(series, point);
      points.add(new Point(x(point), before));
    }
    shapes.add(new Area(points, series.fill()));
    shapes.add(new Path(points, series.color(), THICKNESS / 2, List.of()));
  }

  /** The last area first, so that each covers the ones above it down to the axis. */
  private void stacked() {
    for (int last = plot.series().size() - 1; last >= 0; last--) {
      Series series = plot.series().get(last);
      for (List<Integer> run : runs(series)) {
        List<Point> edge = new ArrayList<>();
        for (int point : run) {
          double sum = 0;
          for (Series below : plot.series().subList(0, last + 1)) {
            Double value = below.values().get(point);
            sum += value == null ? 0 : value;
          }
          edge.add(new Point(x(point), down.position(sum)));
        }
        List<Point> area = new ArrayList<>(edge);
        area.add(new Point(edge.get(edge.size() - 1).x(), bottom));
        area.add(new Point(edge.get(0).x(), bottom));
        shapes.add(new Area(area, series.fill()));
        shapes.add(new Path(edge, series.color(), THICKNESS / 2, List.of()));
      }
    }
  }

  private void lane(Lane lane, double middle) {
    double half = LANE * 0.32;
    shapes.add(
        new Label(
            left - 4,
            middle + SMALL_TEXT / 3,
            lane.label(),
            SMALL_TEXT,
            false,
            Anchor.END,
            lane.color()));
    shapes.add(new Line(left, middle, right, middle, Palette.tint(lane.color(), 0.75), 0.5));
    for (Span span : lane.spans()) {
      double from = across.position(span.from());
      String fill = span.isFilled() ? lane.color() : Palette.PAPER;
      List<Point> outline =
          lane.isSpans()
              ? box(from, Math.max(across.position(span.to()), from + 2), middle, half)
              : List.of(
                  new Point(from - half, middle),
                  new Point(from, middle + half),
                  new Point(from + half, middle),
                  new Point(from, middle - half),
                  new Point(from - half, middle));
      shapes.add(new Area(outline, fill));
      shapes.add(new Path(outline, lane.color(), 0.7, List.of()));
    }
  }

  private static List<Point> box(double from, double to, double middle, double half) {
    return List.of(
        new Point(from, middle - half),
        new Point(to, middle - half),
        new Point(to, middle + half),
        new Point(from, middle + half),
        new Point(from, middle - half));
  }

  private void mark(Mark mark) {
    double x = across.position(mark.at());
    shapes.add(
        new Path(
            List.of(new Point(x, TOP - 4), new Point(x, bottom)),
            Palette.INK,
            0.8,
            lengths(mark.dash())));
    text(
        mark.isLabelBefore() ? x - 3 : x + 3,
        plot.bands().isEmpty() ? TOP - 5 : TOP + textSize, // Their names stand above.
        mark.label(),
        mark.isLabelBefore() ? Anchor.END : Anchor.START,
        Palette.INK);
  }

  private void names() {
    Series series = plot.series().get(0);
    for (int i = 0; i < plot.marks().size(); i++) {
      text(x(i), y(series, i) - 5, plot.marks().get(i).label(), Anchor.MIDDLE, Palette.INK);
    }
  }

  private double legendWidth(Series series) {
    return widthOf(series.label()) + 30;
  }

  private List<List<Series>> legendRows() {
    List<List<Series>> rows = new ArrayList<>();
    double used = width;
    for (Series series : plot.kind() == Kind.POINTS ? List.<Series>of() : plot.series()) {
      if (used + legendWidth(series) > width) {
        rows.add(new ArrayList<>());
        used = 0;
      }
      rows.get(rows.size() - 1).add(series);
      used += legendWidth(series);
    }
    return rows.isEmpty() ? Collections.singletonList(List.of()) : rows;
  }

  private void legend() {
    double y = lanesBottom + TICK_LABELS + 10;
    for (List<Series> row : legendRows()) {
      double x = (width - row.stream().mapToDouble(this::legendWidth).sum()) / 2;
      for (Series series : row) {
        if (series.fill() == null) {
          List<Point> sample = List.of(new Point(x, y - 3), new Point(x + 14, y - 3));
          shapes.add(new Path(sample, series.color(), 1.5, lengths(series.dash())));
        } else {
          shapes.add(new Box(x + 4, y - 6.5, 8, 7, series.fill()));
        }
        text(x + 18, y, series.label(), Anchor.START, Palette.SECOND_INK);
        x += legendWidth(series);
      }
      y += LEGEND_ROW;
    }
  }
}
