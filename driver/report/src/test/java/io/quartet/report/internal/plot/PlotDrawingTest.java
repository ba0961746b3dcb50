package io.quartet.report.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.report.internal.plot.Drawing.Area;
import io.quartet.report.internal.plot.Drawing.Dot;
import io.quartet.report.internal.plot.Drawing.Label;
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
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PlotDrawingTest {

  private static final String RED = "#ff0000";
  private static final String BLUE = "#0000ff";
  private static final Axis Y = Axis.of("a unit", " u", 1);

  /** Known at two points, then at none, once in between, and known again. */
  private static final List<Double> BROKEN = Arrays.asList(5.0, 5.0, null, 5.0, null, 5.0);

  private static final List<Double> SECONDS = List.of(0.0, 10.0, 20.0, 30.0, 40.0, 50.0);

  private static Plot plot(
      Kind kind, Axis x, Axis y, List<Double> at, List<Series> series, List<Mark> marks) {
    return new Plot("place", "", kind, 300, x, y, at, series, List.of(), List.of(), marks);
  }

  private static Drawing over(Kind kind, Series... series) {
    return drawn(plot(kind, Axis.TIME, Y, SECONDS, List.of(series), List.of()));
  }

  private static Drawing drawn(Plot plot) {
    return PlotDrawing.of(plot, "for those who cannot see it");
  }

  private static Series red(List<Double> values) {
    return Series.line("red", RED, Dash.SOLID, values);
  }

  /** Without the sample in the legend. */
  private static List<Path> lines(Drawing drawing, String color) {
    List<Path> lines = shapes(drawing, Path.class, color);
    return lines.subList(0, lines.size() - 1);
  }

  private static <T extends Drawing.Shape> List<T> shapes(
      Drawing drawing, Class<T> kind, String color) {
    return drawing.shapes().stream()
        .filter(kind::isInstance)
        .map(kind::cast)
        .filter(shape -> color.equals(color(shape)))
        .toList();
  }

  private static String color(Drawing.Shape shape) {
    return shape instanceof Path path
        ? path.color()
        : shape instanceof Area area
            ? area.color()
            : shape instanceof Dot dot
                ? dot.color()
                : shape instanceof Label label ? label.color() : "";
  }

  private static List<String> texts(Drawing drawing) {
    return drawing.shapes().stream()
        .filter(Label.class::isInstance)
        .map(shape -> ((Label) shape).text())
        .toList();
  }

  @Test
  void lineBreaksWhereNothingIsKnownAndAValueAloneIsADot() {
    Drawing drawing = over(Kind.LINES, red(BROKEN));

    assertThat(lines(drawing, RED))
        .singleElement()
        .satisfies(line -> assertThat(line.points()).hasSize(2));
    assertThat(shapes(drawing, Dot.class, RED)).hasSize(2);
  }

  @Test
  void joinedLineGoesOn() {
    Drawing drawing = over(Kind.JOINED, red(BROKEN));

    assertThat(lines(drawing, RED))
        .singleElement()
        .satisfies(line -> assertThat(line.points()).hasSize(4));
    assertThat(shapes(drawing, Dot.class, RED)).isEmpty();
  }

  @Test
  void stepHoldsFromThePointBeforeUpToItsOwn() {
    Drawing drawing = over(Kind.STEPS, red(List.of(1.0, 1.0, 3.0, 3.0, 3.0, 3.0)));

    List<Point> points = lines(drawing, RED).get(0).points();
    Point second = points.get(3);
    Point third = points.get(4);
    assertThat(third.x()).isEqualTo(second.x());
    assertThat(third.y()).isLessThan(second.y());
  }

  @Test
  void areasStandOnThoseBeforeThem() {
    List<Double> two = List.of(2.0, 2.0, 2.0, 2.0, 2.0, 2.0);
    List<Double> one = Arrays.asList(1.0, 1.0, null, 1.0, 1.0, 1.0);
    Drawing drawing =
        over(Kind.STACKED, Series.area("low", RED, 0, two), Series.area("high", BLUE, 0, one));

    List<Area> low = shapes(drawing, Area.class, RED);
    List<Area> high = shapes(drawing, Area.class, BLUE);
    double foot = low.get(0).points().get(6).y();
    double ofTwo = foot - low.get(0).points().get(0).y();
    assertThat(foot - high.get(0).points().get(0).y()).isCloseTo(1.5 * ofTwo, within(1e-6));
    assertThat(low).hasSize(1);
    assertThat(high).as("broken where it is not known").hasSize(2);
    assertThat(drawing.shapes().indexOf(high.get(0)))
        .as("under the lower area")
        .isLessThan(drawing.shapes().indexOf(low.get(0)));
  }

  @Test
  void legendNamesEverySeriesAndBandsHaveNamesWhereTheyFit() {
    List<Band> bands =
        List.of(
            new Band("warm-up", false, Palette.NOT_MEASURED, 0, 20),
            new Band("7", true, Palette.PAPER, 20, 50),
            new Band("no room", false, Palette.NOT_MEASURED, 50, 51));
    Drawing drawing =
        drawn(
            new Plot(
                "place",
                "host",
                Kind.LINES,
                300,
                Axis.TIME,
                Y,
                SECONDS,
                List.of(red(BROKEN)),
                bands,
                List.of(),
                List.of()));

    assertThat(texts(drawing))
        .contains("warm-up", "7", "host, a unit", "red", "0:00", "0:50", "0", "5")
        .doesNotContain("no room");
    assertThat(drawing.description()).isEqualTo("for those who cannot see it");
  }

  @Test
  void lanesLieBelowTheSeries() {
    Lane spans =
        new Lane("a1-vm3", BLUE, true, List.of(new Span(10, 20, true), new Span(30, 40, false)));
    Lane moments = new Lane("d1-vm3", RED, false, List.of(new Span(20, 20, true)));
    Drawing drawing =
        drawn(
            new Plot(
                "place",
                "",
                Kind.LINES,
                300,
                Axis.TIME,
                Y,
                SECONDS,
                List.of(Series.line("all", Palette.INK, Dash.SOLID, BROKEN)),
                List.of(),
                List.of(spans, moments),
                List.of()));

    double foot = lines(drawing, Palette.INK).get(0).points().get(0).y();
    assertThat(shapes(drawing, Area.class, BLUE)).hasSize(1);
    assertThat(shapes(drawing, Area.class, Palette.PAPER)).as("hollow").hasSize(1);
    assertThat(shapes(drawing, Path.class, BLUE)).hasSize(2);
    assertThat(shapes(drawing, Area.class, RED).get(0).points())
        .hasSize(5)
        .allSatisfy(point -> assertThat(point.y()).isGreaterThan(foot));
    assertThat(texts(drawing)).contains("a1-vm3", "d1-vm3");
  }

  @Test
  void binsReachFromEdgeToEdgeOnALogarithmicAxis() {
    Axis millis = new Axis("", AxisKind.LOGARITHMIC, " ms", 0, 0.1, 1_000.0);
    Drawing drawing =
        drawn(
            plot(
                Kind.BINS,
                millis,
                Axis.of("", " %", 1),
                List.of(1.0, 10.0, 100.0),
                List.of(Series.area("Trade-Order", RED, 0, List.of(30.0, 70.0, 0.0))),
                List.of(new Mark(10, "10.0 ms", Dash.DASHED, true))));

    List<Point> points = shapes(drawing, Area.class, RED).get(0).points();
    assertThat(points).hasSize(6);
    double factorOfTen = points.get(2).x() - points.get(0).x();
    assertThat(points.get(4).x() - points.get(2).x()).isCloseTo(factorOfTen, within(1e-6));
    assertThat(points.get(5).y()).isEqualTo(points.get(0).y());
    assertThat(texts(drawing)).contains("0.1", "1", "10", "100", "1,000", "10.0 ms");
  }

  @Test
  void pointsHaveTheirNames() {
    Drawing drawing =
        drawn(
            plot(
                Kind.POINTS,
                Axis.of("mean response time, ms", " ms", 2),
                Y,
                List.of(1.0, 2.0),
                List.of(red(List.of(10.0, 20.0))),
                List.of(
                    new Mark(1, "first", Dash.SOLID, false),
                    new Mark(2, "second", Dash.SOLID, false))));

    assertThat(shapes(drawing, Dot.class, RED)).hasSize(2);
    assertThat(texts(drawing))
        .contains("first", "second", "mean response time, ms")
        .doesNotContain("red");
  }

  @Test
  void logarithmicAxisHasPowersOfTen() {
    Axis millis = new Axis("ms", AxisKind.LOGARITHMIC, " ms", 1, null, null);
    Drawing drawing =
        drawn(
            plot(
                Kind.JOINED,
                Axis.TIME,
                millis,
                List.of(0.0, 10.0),
                List.of(red(List.of(0.3, 250.0))),
                List.of()));

    assertThat(texts(drawing)).contains("0.1", "1", "10", "100", "1,000");
  }
}
