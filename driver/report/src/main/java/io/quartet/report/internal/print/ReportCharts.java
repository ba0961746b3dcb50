package io.quartet.report.internal.print;

import io.quartet.model.VmRole;
import io.quartet.report.internal.charts.ChartData;
import io.quartet.report.internal.page.SystemDiagram;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jfree.chart.JFreeChart;

/** The charts of a report by the id that their place has in the page. */
final class ReportCharts {

  private static final int WIDTH = SystemDiagram.WIDTH;
  private static final int HEIGHT = 195;
  private static final int SMALL_WIDTH = 222;
  private static final int SMALL_HEIGHT = 118;
  private static final int LANE_HEIGHT = 9;

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
    List<Double> seconds = data.throughput().seconds();
    List<Double> p90 = data.responses().p90Seconds();
    List<Double> machine = data.machine().seconds();
    return switch (id) {
      case "chart-results" ->
          drawn(
              seconds,
              "Trade-Results per second",
              c -> c.stacked(seconds, groups(data.throughput().results())));
      case "chart-steps" ->
          data.steps().phases().isEmpty()
              ? List.of()
              : List.of(new Drawing(WIDTH, HEIGHT, StepsChart.of(data.steps(), font)));
      case "chart-requests" ->
          drawn(
              seconds,
              "requests per second",
              c -> c.stacked(seconds, groups(data.throughput().requests())));
      case "chart-shares" ->
          drawn(
              seconds,
              "share of requests, %",
              c -> c.steps(seconds, groups(data.throughput().shares())).steps(seconds, targets()));
      case "chart-p90-group" ->
          drawn(
              p90,
              "90th percentile, ms",
              c -> c.joinedLines(p90, groups(data.responses().p90ByGroup())));
      case "chart-p90-transaction" ->
          List.of(
              drawing(
                  new TimeChart("90th percentile, ms", true, data.bands(), p90, font)
                      .joinedLines(p90, named(data.responses().p90ByTransaction()))));
      case "chart-distribution" -> distributions();
      case "chart-processors" ->
          data.machine().processors().stream()
              .flatMap(
                  one ->
                      drawn(
                          machine,
                          one.machine() + ", processor time, %",
                          c -> c.stacked(machine, parts(one)))
                          .stream())
              .toList();
      case "chart-vm-processors" -> drawn(machine, "processors busy", c -> c.lines(machine, vms()));
      case "chart-iops" ->
          drawn(
              machine,
              "operations per second",
              c ->
                  c.lines(
                      machine,
                      disks(" reads", ChartData.Disk::reads, " writes", ChartData.Disk::writes)));
      case "chart-mib" ->
          drawn(
              machine,
              "MiB per second",
              c ->
                  c.lines(
                      machine,
                      disks(
                          " read", ChartData.Disk::readMib, " written", ChartData.Disk::writeMib)));
      case "chart-await" -> drawn(machine, "milliseconds", c -> c.joinedLines(machine, awaits()));
      case "chart-checkpoints" -> checkpoints();
      case "chart-growth" ->
          drawn(
              data.growth().seconds(),
              "MiB since the start",
              c -> c.joinedLines(data.growth().seconds(), growth()));
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

  private List<Drawing> distributions() {
    return data.distribution().transactions().stream()
        .map(
            spread ->
                new Drawing(
                    SMALL_WIDTH,
                    SMALL_HEIGHT,
                    SpreadChart.of(spread, data.distribution().edgesMillis(), font)))
        .toList();
  }

  private List<Drawing> checkpoints() {
    List<ChartData.Lane> lanes = data.checkpoints().databases();
    if (data.throughput().seconds().isEmpty() || lanes.isEmpty()) {
      return List.of();
    }
    List<Double> total = new ArrayList<>();
    for (int i = 0; i < data.throughput().seconds().size(); i++) {
      double sum = 0;
      for (List<Double> results : data.throughput().results().values()) {
        sum += results.get(i) == null ? 0 : results.get(i);
      }
      total.add(sum);
    }
    double highest = total.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    TimeChart chart =
        new TimeChart(
                "Trade-Results per second", false, data.bands(), data.throughput().seconds(), font)
            .lines(
                data.throughput().seconds(), List.of(new Series("all Groups", Color.BLACK, total)))
            .lanes(lanes, highest);
    return List.of(new Drawing(WIDTH, HEIGHT + lanes.size() * LANE_HEIGHT, chart.chart()));
  }

  private static List<Series> groups(Map<String, List<Double>> values) {
    List<Series> series = new ArrayList<>();
    values.forEach(
        (group, points) ->
            series.add(new Series("Group " + group, ChartColors.group(group), points)));
    return series;
  }

  private List<Series> targets() {
    List<Series> series = new ArrayList<>();
    data.throughput()
        .targets()
        .forEach(
            (group, points) ->
                series.add(
                    new Series(
                        group + " target", ChartColors.group(group), Stroke.DASHED, points)));
    return series;
  }

  private static List<Series> named(Map<String, List<Double>> values) {
    List<Series> series = new ArrayList<>();
    values.forEach(
        (name, points) ->
            series.add(new Series(name, ChartColors.numbered(series.size()), points)));
    return series;
  }

  private static List<Series> parts(ChartData.Processors one) {
    return List.of(
        new Series("user", ChartColors.PARTS.get(0), one.user()),
        new Series("system", ChartColors.PARTS.get(1), one.system()),
        new Series("I/O wait", ChartColors.PARTS.get(2), one.iowait()),
        new Series("steal", ChartColors.PARTS.get(3), one.steal()));
  }

  /** Lines in the colour of the Group, solid for VM3, dashed for VM2, dotted for VM1. */
  private List<Series> vms() {
    List<Series> series = new ArrayList<>();
    new TreeMap<>(data.machine().vmProcessors())
        .forEach(
            (vm, values) ->
                series.add(
                    new Series(
                        vm,
                        ChartColors.group(vm.substring(0, 1).toUpperCase(Locale.ROOT)),
                        VmRole.of(vm).map(ReportCharts::stroke).orElse(Stroke.SOLID),
                        values)));
    return series;
  }

  private static Stroke stroke(VmRole role) {
    return switch (role) {
      case TIER_A -> Stroke.DOTTED;
      case DSS -> Stroke.DASHED;
      case OLTP -> Stroke.SOLID;
    };
  }

  private List<Series> disks(
      String first,
      Function<ChartData.Disk, List<Double>> firstValues,
      String second,
      Function<ChartData.Disk, List<Double>> secondValues) {
    List<Series> series = new ArrayList<>();
    for (ChartData.Disk disk : data.machine().disks()) {
      Color color = ChartColors.numbered(series.size() / 2);
      series.add(new Series(name(disk) + first, color, firstValues.apply(disk)));
      series.add(new Series(name(disk) + second, color, Stroke.DASHED, secondValues.apply(disk)));
    }
    return series;
  }

  private List<Series> awaits() {
    List<Series> series = new ArrayList<>();
    for (ChartData.Disk disk : data.machine().disks()) {
      series.add(new Series(name(disk), ChartColors.numbered(series.size()), disk.awaitMillis()));
    }
    return series;
  }

  private List<Series> growth() {
    List<Series> series = new ArrayList<>();
    for (ChartData.Space space : data.growth().groups()) {
      Color color = ChartColors.group(space.group());
      series.add(new Series("Group " + space.group() + " tables", color, space.tableMib()));
      series.add(new Series(space.group() + " indexes", color, Stroke.DASHED, space.indexMib()));
    }
    return series;
  }

  private static String name(ChartData.Disk disk) {
    return disk.machine() + " " + disk.device();
  }
}
