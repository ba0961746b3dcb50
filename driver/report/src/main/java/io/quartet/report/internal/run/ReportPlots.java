package io.quartet.report.internal.run;

import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Plot;
import io.quartet.report.internal.plot.Plot.Axis;
import io.quartet.report.internal.plot.Plot.AxisKind;
import io.quartet.report.internal.plot.Plot.Band;
import io.quartet.report.internal.plot.Plot.Dash;
import io.quartet.report.internal.plot.Plot.Kind;
import io.quartet.report.internal.plot.Plot.Lane;
import io.quartet.report.internal.plot.Plot.Mark;
import io.quartet.report.internal.plot.Plot.Series;
import io.quartet.report.internal.plot.Plot.Span;
import io.quartet.report.internal.run.ChartData.Disk;
import io.quartet.report.internal.run.ChartData.GuestLine;
import io.quartet.report.internal.run.ChartData.Processors;
import io.quartet.report.internal.run.ChartData.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What each chart of a report shows, for page and print alike. */
public final class ReportPlots {

  /** Stands in place of a plot without points. */
  public static final String NO_SAMPLES =
      "No samples were recorded: intervals.csv or latency/*-response.hlog is missing or empty.";

  private static final String RAMP_UP = "rampUp";

  private static final Map<String, String> SEGMENTS =
      Map.of(RAMP_UP, "ramp-up", "warmUp", "warm-up", "rampDown", "down");

  /** Response times below are drawn here on a logarithmic axis, in milliseconds. */
  private static final double SMALLEST_MILLIS = 0.1;

  /** Part of white in the colour of an area; bins are lighter, because no line borders them. */
  private static final double AREA_WHITE = 0.45;

  private static final double BIN_WHITE = 0.6;

  /** Room above the highest step of a ramp, of its value, for the name. */
  private static final double HEADROOM = 1.12;

  /** Part of white in the colour of the first and the last database of a Group. */
  private static final double DARKEST = 0.3;

  private static final double LIGHTEST = 0.8;

  private static final int HIGH = 300;
  private static final int MIDDLE = 260;
  private static final int LOW = 240;
  private static final int LOWEST = 200;
  private static final int SMALL = 150;

  private final ChartData data;
  private final List<Band> bands;
  private final List<Mark> marks;

  private ReportPlots(ChartData data) {
    this.data = data;
    this.bands = bands(data.bands());
    data.events().forEach(event -> bands.add(band(event)));
    this.marks = data.events().stream().map(ReportPlots::mark).toList();
  }

  /** All of them. One of which nothing is known has no points. */
  public static List<Plot> of(ChartData data) {
    return new ReportPlots(data).plots();
  }

  private Axis results() {
    return Axis.of(data.contents().rate(), "/s", 1);
  }

  /** A brokerage is shown by Group, pgbench by database. */
  private List<Series> throughput() {
    return data.contents().isBrokerage()
        ? groups(data.throughput().results(), ReportPlots::groupArea)
        : databases(data.throughput().byDatabase());
  }

  /** In the colour of the Group; each further Set lighter. */
  private static List<Series> databases(Map<String, List<Double>> values) {
    Map<String, Long> all =
        values.keySet().stream()
            .collect(Collectors.groupingBy(ReportPlots::groupOf, Collectors.counting()));
    Map<String, Integer> before = new HashMap<>();
    List<Series> series = new ArrayList<>();
    values.forEach(
        (vm, perSecond) -> {
          String group = groupOf(vm);
          int index = before.merge(group, 1, Integer::sum) - 1;
          double white = DARKEST + (LIGHTEST - DARKEST) * index / Math.max(1, all.get(group) - 1);
          series.add(Series.area(vm, Palette.group(group), white, perSecond));
        });
    return series;
  }

  private static String groupOf(String vm) {
    return vm.substring(0, 1).toUpperCase(Locale.ROOT);
  }

  private List<Plot> plots() {
    List<Double> seconds = data.throughput().seconds();
    List<Double> machine = data.machine().seconds();
    List<Plot> plots = new ArrayList<>();
    if (!data.steps().phases().isEmpty()) {
      plots.add(steps(data.steps()));
    }
    plots.add(overTime("chart-results", Kind.STACKED, LOWEST, results(), seconds, throughput()));
    plots.add(
        overTime(
            "chart-shares",
            Kind.STEPS,
            LOWEST,
            Axis.of("share of requests, %", " %", 1),
            seconds,
            shares()));
    if (data.contents().isBrokerage()) {
      plots.add(
          overTime(
              "chart-requests",
              Kind.STACKED,
              LOW,
              Axis.of("requests per second", "/s", 1),
              seconds,
              groups(data.throughput().requests(), ReportPlots::groupArea)));
    }
    List<Spread> spreads = data.distribution().transactions();
    for (int i = 0; i < spreads.size(); i++) {
      plots.add(spread(spreads.get(i), Palette.numbered(i)));
    }
    if (data.contents().isTimed()) {
      plots.addAll(responses(data.responses()));
    }
    data.machine().processors().forEach(one -> plots.add(processors(one)));
    plots.add(
        overTime(
            "chart-vm-processors",
            Kind.STACKED,
            LOW,
            Axis.of("processors busy", "", 2),
            machine,
            vms()));
    plots.add(
        overTime(
            "chart-iops",
            Kind.LINES,
            LOW,
            Axis.of("operations per second", "/s", 1),
            machine,
            disks(" reads", Disk::reads, " writes", Disk::writes)));
    plots.add(
        overTime(
            "chart-mib",
            Kind.LINES,
            LOW,
            Axis.of("MiB per second", " MiB/s", 2),
            machine,
            disks(" read", Disk::readMib, " written", Disk::writeMib)));
    plots.add(
        overTime(
            "chart-await",
            Kind.JOINED,
            LOWEST,
            Axis.of("milliseconds", " ms", 2),
            machine,
            awaits()));
    if (!data.machine().guests().isEmpty()) {
      plots.add(
          overTime(
              "chart-guest-wait",
              Kind.LINES,
              LOW,
              Axis.of("processors waited for", "", 2),
              machine,
              guests(GuestLine::waited)));
      plots.add(
          overTime(
              "chart-guest-memory",
              Kind.JOINED,
              LOW,
              Axis.of("MiB", " MiB", 0),
              machine,
              guests(GuestLine::residentMib)));
    }
    plots.add(checkpoints(seconds));
    plots.add(
        overTime(
            "chart-growth",
            Kind.JOINED,
            MIDDLE,
            Axis.of("MiB since the start", " MiB", 2),
            data.growth().seconds(),
            growth()));
    return plots;
  }

  private Plot overTime(
      String place, Kind kind, int height, Axis y, List<Double> seconds, List<Series> series) {
    return new Plot(
        place, "", kind, height, Axis.TIME, y, seconds, series, bands, List.of(), marks);
  }

  /** Behind its time; the phases below it keep their names. */
  private static Band band(ChartData.EventBand event) {
    return new Band("", false, Palette.EVENT, event.from(), event.to());
  }

  private static Mark mark(ChartData.EventBand event) {
    return new Mark(event.from(), Integer.toString(event.number()), Dash.DOTTED, false);
  }

  private static List<Band> bands(List<ChartData.Band> segments) {
    List<Band> bands = new ArrayList<>();
    for (ChartData.Band segment : segments) {
      String color = bands.size() % 2 == 0 ? Palette.PAPER : Palette.EVEN_PHASE;
      bands.add(
          new Band(
              name(segment.name()),
              segment.isMeasured(),
              segment.isMeasured() ? color : Palette.NOT_MEASURED,
              segment.from(),
              segment.to()));
    }
    return bands;
  }

  /** The ramp of a further phase has its number in its name, which stands beside it. */
  private static String name(String segment) {
    String ofPhase = segment.startsWith(RAMP_UP) ? RAMP_UP : segment;
    return SEGMENTS.getOrDefault(ofPhase, segment);
  }

  private interface OfGroup {
    Series of(String group, List<Double> values);
  }

  private static List<Series> groups(Map<String, List<Double>> values, OfGroup series) {
    return values.entrySet().stream()
        .map(group -> series.of(group.getKey(), group.getValue()))
        .toList();
  }

  private static Series groupArea(String group, List<Double> values) {
    return Series.area("Group " + group, Palette.group(group), AREA_WHITE, values);
  }

  private static Series groupLine(String group, List<Double> values) {
    return Series.line("Group " + group, Palette.group(group), Dash.SOLID, values);
  }

  private static Series target(String group, List<Double> values) {
    return Series.line(group + " target", Palette.group(group), Dash.DASHED, values);
  }

  private List<Series> shares() {
    List<Series> series = new ArrayList<>();
    series.addAll(groups(data.throughput().shares(), ReportPlots::groupLine));
    if (data.contents().isBrokerage()) {
      series.addAll(groups(data.throughput().targets(), ReportPlots::target));
    }
    return series;
  }

  private static Plot steps(ChartData.Steps steps) {
    List<Mark> names = new ArrayList<>();
    for (int i = 0; i < steps.phases().size(); i++) {
      names.add(
          new Mark(steps.meanResponseMillis().get(i), steps.phases().get(i), Dash.SOLID, false));
    }
    return new Plot(
        "chart-steps",
        "",
        Kind.POINTS,
        MIDDLE,
        withRoom("mean response time, ms", " ms", 2, steps.meanResponseMillis()),
        withRoom("Trade-Results per second", "/s", 1, steps.etps()),
        steps.meanResponseMillis(),
        List.of(Series.line("etps", Palette.numbered(0), Dash.SOLID, steps.etps())),
        List.of(),
        List.of(),
        names);
  }

  private static Axis withRoom(String title, String unit, int decimals, List<Double> values) {
    double highest = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    return new Axis(title, AxisKind.LINEAR, unit, decimals, 0.0, highest * HEADROOM);
  }

  private Plot spread(Spread spread, String color) {
    List<Double> edges = data.distribution().edgesMillis();
    List<Double> percents = new ArrayList<>(spread.percents());
    percents.add(0.0); // Closes the last bin.
    return new Plot(
        "chart-distribution",
        spread.transaction(),
        Kind.BINS,
        SMALL,
        new Axis("", AxisKind.LOGARITHMIC, " ms", 0, edges.get(0), edges.get(edges.size() - 1)),
        Axis.of("", " %", 1),
        edges,
        List.of(Series.area(spread.transaction(), color, BIN_WHITE, percents)),
        List.of(),
        List.of(),
        List.of(
            new Mark(spread.meanMillis(), millis(spread.meanMillis()), Dash.DASHED, true),
            new Mark(spread.p90Millis(), millis(spread.p90Millis()), Dash.SOLID, false)));
  }

  /** In few digits: there is little room beside a mark. */
  private static String millis(double millis) {
    return millis >= 1_000
        ? Text.format("%.1f s", millis / 1e3)
        : Text.format(millis < 10 ? "%.1f ms" : "%.0f ms", millis);
  }

  private List<Plot> responses(ChartData.Responses responses) {
    List<Series> transactions = new ArrayList<>();
    responses
        .p90ByTransaction()
        .forEach(
            (name, values) ->
                transactions.add(
                    Series.line(
                        name,
                        Palette.numbered(transactions.size()),
                        Dash.SOLID,
                        values.stream().map(ReportPlots::atLeastSmallest).toList())));
    return List.of(
        overTime(
            "chart-p90-group",
            Kind.JOINED,
            LOW,
            Axis.of("90th percentile, ms", " ms", 1),
            responses.p90Seconds(),
            groups(responses.p90ByGroup(), ReportPlots::groupLine)),
        overTime(
            "chart-p90-transaction",
            Kind.JOINED,
            HIGH,
            new Axis("90th percentile, ms", AxisKind.LOGARITHMIC, " ms", 1, null, null),
            responses.p90Seconds(),
            transactions));
  }

  private static Double atLeastSmallest(Double millis) {
    return millis == null ? null : Double.valueOf(Math.max(SMALLEST_MILLIS, millis));
  }

  private Plot processors(Processors one) {
    boolean isOnly = data.machine().processors().size() == 1;
    return new Plot(
        "chart-processors",
        isOnly ? "" : one.machine(),
        Kind.STACKED,
        LOW,
        Axis.TIME,
        new Axis("processor time, %", AxisKind.LINEAR, " %", 1, 0.0, 100.0),
        data.machine().seconds(),
        List.of(
            Series.area("user", Palette.processor(0), AREA_WHITE, one.user()),
            Series.area("system", Palette.processor(1), AREA_WHITE, one.system()),
            Series.area("I/O wait", Palette.processor(2), AREA_WHITE, one.iowait()),
            Series.area("steal", Palette.processor(3), AREA_WHITE, one.steal())),
        bands,
        List.of(),
        List.of());
  }

  /** In the colour of the Group: the database of VM3 darkest, Tier A lightest. */
  private List<Series> vms() {
    return new TreeMap<>(data.machine().vmProcessors())
        .entrySet().stream()
            .map(
                vm ->
                    Series.area(
                        vm.getKey(),
                        Palette.group(vm.getKey().substring(0, 1).toUpperCase(Locale.ROOT)),
                        VmRole.of(vm.getKey()).map(ReportPlots::white).orElse(AREA_WHITE),
                        vm.getValue()))
            .toList();
  }

  /** As VMs where they are VMs of the plan; dotted and without the colour of a Group otherwise. */
  private List<Series> guests(Function<GuestLine, List<Double>> values) {
    List<Series> series = new ArrayList<>();
    for (GuestLine guest : data.machine().guests()) {
      Optional<VmRole> role = VmRole.of(guest.is().split(",", 2)[0]);
      series.add(
          Series.line(
              role.isPresent() ? guest.is() : guest.guest(),
              role.isPresent()
                  ? Palette.group(guest.is().substring(0, 1).toUpperCase(Locale.ROOT))
                  : Palette.SECOND_INK,
              role.map(ReportPlots::dash).orElse(Dash.DOTTED),
              values.apply(guest)));
    }
    return series;
  }

  private static Dash dash(VmRole role) {
    return switch (role) {
      case TIER_A -> Dash.DOTTED;
      case DSS -> Dash.DASHED;
      case OLTP -> Dash.SOLID;
    };
  }

  private static double white(VmRole role) {
    return switch (role) {
      case TIER_A -> 0.85;
      case DSS -> 0.6;
      case OLTP -> 0.3;
    };
  }

  private List<Series> disks(
      String first,
      Function<Disk, List<Double>> firstValues,
      String second,
      Function<Disk, List<Double>> secondValues) {
    List<Series> series = new ArrayList<>();
    for (Disk disk : data.machine().disks()) {
      String color = Palette.numbered(series.size() / 2);
      series.add(Series.line(disk.name() + first, color, Dash.SOLID, firstValues.apply(disk)));
      series.add(Series.line(disk.name() + second, color, Dash.DASHED, secondValues.apply(disk)));
    }
    return series;
  }

  private List<Series> awaits() {
    List<Series> series = new ArrayList<>();
    for (Disk disk : data.machine().disks()) {
      series.add(
          Series.line(
              disk.name(), Palette.numbered(series.size()), Dash.SOLID, disk.awaitMillis()));
    }
    return series;
  }

  private List<Series> growth() {
    List<Series> series = new ArrayList<>();
    for (ChartData.Space space : data.growth().groups()) {
      String color = Palette.group(space.group());
      series.add(
          Series.line("Group " + space.group() + " tables", color, Dash.SOLID, space.tableMib()));
      series.add(Series.line(space.group() + " indexes", color, Dash.DASHED, space.indexMib()));
    }
    return series;
  }

  /** The throughput of all Groups, and below it a lane for each database. */
  private Plot checkpoints(List<Double> seconds) {
    List<Double> total = new ArrayList<>();
    for (int i = 0; i < seconds.size(); i++) {
      double sum = 0;
      for (List<Double> results : data.throughput().results().values()) {
        sum += results.get(i) == null ? 0 : results.get(i);
      }
      total.add(sum);
    }
    return new Plot(
        "chart-checkpoints",
        "",
        Kind.LINES,
        MIDDLE,
        Axis.TIME,
        results(),
        seconds,
        List.of(Series.line("all Groups", Palette.INK, Dash.SOLID, total)),
        bands,
        data.checkpoints().databases().stream().map(ReportPlots::lane).toList(),
        marks);
  }

  private static Lane lane(ChartData.Lane lane) {
    return new Lane(
        lane.vm(),
        Palette.group(lane.group()),
        lane.isFromLog(),
        lane.checkpoints().stream()
            .map(one -> new Span(one.from(), one.to(), one.kind().equals("timed")))
            .toList());
  }
}
