package io.quartet.report.internal.print;

import io.quartet.report.internal.ChartData;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private final ChartData data;
  private final Font font;

  ReportCharts(ChartData data, Font font) {
    this.data = data;
    this.font = font;
  }

  /** The chart of an id; empty if there is none, or nothing to draw. */
  Optional<JFreeChart> chart(String id) {
    return switch (id) {
      case "chart-results" ->
          drawn(
              data.seconds(),
              "Trade-Results per second",
              c -> c.stacked(data.seconds(), groups(data.results())));
      case "chart-requests" ->
          drawn(
              data.seconds(),
              "requests per second",
              c -> c.stacked(data.seconds(), groups(data.requests())));
      case "chart-shares" ->
          drawn(
              data.seconds(),
              "share of requests, %",
              c ->
                  c.steps(data.seconds(), groups(data.shares()), false)
                      .steps(data.seconds(), targets(), true));
      case "chart-p90-group" ->
          drawn(
              data.p90Seconds(),
              "90th percentile, ms",
              c -> c.lines(data.p90Seconds(), groups(data.p90ByGroup())));
      case "chart-p90-transaction" ->
          logarithmic(
              data.p90Seconds(),
              "90th percentile, ms",
              c -> c.lines(data.p90Seconds(), named(data.p90ByTransaction())));
      default -> Optional.empty();
    };
  }

  private Optional<JFreeChart> drawn(
      List<Double> seconds, String unit, Function<TimeChart, TimeChart> content) {
    return chart(seconds, unit, false, content);
  }

  private Optional<JFreeChart> logarithmic(
      List<Double> seconds, String unit, Function<TimeChart, TimeChart> content) {
    return chart(seconds, unit, true, content);
  }

  private Optional<JFreeChart> chart(
      List<Double> seconds,
      String unit,
      boolean isLogarithmic,
      Function<TimeChart, TimeChart> content) {
    return seconds.isEmpty()
        ? Optional.empty()
        : Optional.of(
            content.apply(new TimeChart(unit, isLogarithmic, data.bands(), seconds, font)).chart());
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
                series.add(new TimeChart.Series(group + " target", groupColor(group), points)));
    return series;
  }

  private static List<TimeChart.Series> named(Map<String, List<Double>> values) {
    List<TimeChart.Series> series = new ArrayList<>();
    values.forEach(
        (name, points) ->
            series.add(
                new TimeChart.Series(name, PALETTE.get(series.size() % PALETTE.size()), points)));
    return series;
  }
}
