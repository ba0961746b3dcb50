package io.quartet.report.internal.print;

import io.quartet.report.internal.ChartData;
import io.quartet.report.internal.SystemDiagram;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jfree.chart.JFreeChart;

/** The charts of a report by the id that their place has in the page. */
final class ReportCharts {

  private static final Map<String, Color> GROUPS =
      Map.of(
          "A", new Color(0x0072b2),
          "B", new Color(0xc8500a),
          "C", new Color(0x00805f),
          "D", new Color(0x8a3a86));

  private static final List<Color> PALETTE =
      List.of(
          new Color(0x0072b2),
          new Color(0xc8500a),
          new Color(0x00805f),
          new Color(0x8a3a86),
          new Color(0x5b6770),
          new Color(0xb38600),
          new Color(0x4aa3df),
          new Color(0x7a1f1f),
          new Color(0x5e8c2a),
          new Color(0xc2618f));

  private static final int WIDTH = SystemDiagram.WIDTH;
  private static final int HEIGHT = 195;

  private final ChartData data;
  private final Font font;

  ReportCharts(ChartData data, Font font) {
    this.data = data;
    this.font = font;
  }

  /** A chart and its size in pixels of the page. */
  record Drawing(int width, int height, JFreeChart chart) {}

  /** The charts of a place; none if there is no such place, or nothing to draw. */
  List<Drawing> drawings(String id) {
    List<Double> seconds = data.seconds();
    List<Double> p90 = data.p90Seconds();
    return switch (id) {
      case "chart-results" ->
          drawn(
              seconds, "Trade-Results per second", c -> c.stacked(seconds, groups(data.results())));
      case "chart-requests" ->
          drawn(seconds, "requests per second", c -> c.stacked(seconds, groups(data.requests())));
      case "chart-shares" ->
          drawn(
              seconds,
              "share of requests, %",
              c -> c.steps(seconds, groups(data.shares())).steps(seconds, targets()));
      case "chart-p90-group" ->
          drawn(p90, "90th percentile, ms", c -> c.lines(p90, groups(data.p90ByGroup())));
      case "chart-p90-transaction" ->
          List.of(
              drawing(
                  new TimeChart("90th percentile, ms", true, data.bands(), p90, font)
                      .lines(p90, named(data.p90ByTransaction()))));
      default -> List.of();
    };
  }

  private List<Drawing> drawn(
      List<Double> seconds, String unit, Function<TimeChart, TimeChart> content) {
    return seconds.isEmpty()
        ? List.of()
        : List.of(drawing(content.apply(new TimeChart(unit, false, data.bands(), seconds, font))));
  }

  private static Drawing drawing(TimeChart chart) {
    return new Drawing(WIDTH, HEIGHT, chart.chart());
  }

  /** Colour of a Group, in charts as in the page. */
  static Color groupColor(String group) {
    return GROUPS.getOrDefault(group, Color.GRAY);
  }

  private static List<TimeChart.Series> groups(Map<String, List<Double>> values) {
    List<TimeChart.Series> series = new ArrayList<>();
    values.forEach(
        (group, points) ->
            series.add(new TimeChart.Series("Group " + group, groupColor(group), points)));
    return series;
  }

  private List<TimeChart.Series> targets() {
    List<TimeChart.Series> series = new ArrayList<>();
    data.targets()
        .forEach(
            (group, points) ->
                series.add(
                    new TimeChart.Series(
                        group + " target", groupColor(group), TimeChart.Stroke.DASHED, points)));
    return series;
  }

  private static List<TimeChart.Series> named(Map<String, List<Double>> values) {
    List<TimeChart.Series> series = new ArrayList<>();
    values.forEach(
        (name, points) ->
            series.add(new TimeChart.Series(name, paletteColor(series.size()), points)));
    return series;
  }

  private static Color paletteColor(int number) {
    return PALETTE.get(number % PALETTE.size());
  }
}
