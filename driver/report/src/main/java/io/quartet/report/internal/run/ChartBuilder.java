package io.quartet.report.internal.run;

import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Headline;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadShare;
import io.quartet.report.Report;
import io.quartet.report.internal.data.GroupCounts;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.TimeGrid;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.run.ChartData.Band;
import io.quartet.report.internal.run.ChartData.EventBand;
import io.quartet.report.internal.run.ChartData.Throughput;
import io.quartet.report.section.EventEffect;
import io.quartet.report.section.MeasuredLoad;
import io.quartet.results.LoadStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds the series of the charts; empty ones where the folder gives nothing. */
public final class ChartBuilder {

  /** The events of one point in time. */
  private static final class Bucket {
    final GroupCounts results = new GroupCounts();
    final GroupCounts requests = new GroupCounts();
    final Map<VmSet, Long> bySet = new HashMap<>();

    void add(IntervalRow row, Headline headline) {
      VmGroup group = row.set().group();
      if (row.kind().isSentByUsers()) {
        requests.add(group, row.started());
      }
      if (headline.counts(row.kind())) {
        results.add(group, row.committed());
        bySet.merge(row.set(), row.committed(), Long::sum);
      }
    }
  }

  private final ReportData data;
  private final TimeGrid grid;
  private final List<Band> bands;
  private final Map<Long, Bucket> buckets = new TreeMap<>();
  private final ResponseTimes responses;

  private ChartBuilder(ReportData data) {
    this.data = data;
    this.grid = data.grid();
    this.bands = bands();
    this.responses = ResponseTimes.read(data);
  }

  /** Reads the samples: the verdict has to know of logs that cannot be read. */
  public static ChartBuilder read(ReportData data) {
    ChartBuilder builder = new ChartBuilder(data);
    for (IntervalRow row : data.books().intervals()) {
      builder.bucketAt(row.utcMillis()).add(row, data.figures().headline());
    }
    return builder;
  }

  /** The parts that could not be read. */
  public List<String> problems() {
    return responses.problems();
  }

  /**
   * All series.
   *
   * @param report its tables of transactions and steps
   */
  public ChartData build(Report report) {
    ChartData.Distribution distribution =
        DistributionChart.of(data, report.workload().transactions());
    ChartData.Machine machine = MachineChart.of(data);
    ChartData.Checkpoints checkpoints = CheckpointChart.of(data);
    ChartData.Growth growth = GrowthChart.of(data);
    return new ChartData(
        data.contents(),
        bands,
        events(report.workload().events()),
        throughput(),
        responses.series(data.groups()),
        distribution,
        machine,
        checkpoints,
        growth,
        steps(Optional.ofNullable(report.workload().ramp())),
        new MissingSamples(data).charts(distribution, machine, checkpoints, growth));
  }

  /** An event that was not taken back lasts to the end. */
  private List<EventBand> events(List<EventEffect> events) {
    double end = grid.seconds(grid.endUtcMillis());
    return events.stream()
        .filter(event -> event.fromSeconds() != null)
        .map(
            event ->
                new EventBand(
                    event.number(),
                    event.planned().name(),
                    event.fromSeconds(),
                    event.toSeconds() == null ? end : event.toSeconds()))
        .toList();
  }

  private Throughput throughput() {
    List<Double> seconds = grid.ends(buckets.keySet());
    return new Throughput(
        seconds,
        byGroup((bucket, group) -> perSecond(bucket.results.of(group))),
        byGroup((bucket, group) -> perSecond(bucket.requests.of(group))),
        byGroup(ChartBuilder::share),
        targets(seconds),
        data.contents().isBrokerage() ? Map.of() : byDatabase());
  }

  private Map<String, List<Double>> byDatabase() {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (VmSet set : data.sets()) {
      series.put(
          set.vmName(VmRole.OLTP),
          buckets.values().stream()
              .map(bucket -> perSecond(bucket.bySet.getOrDefault(set, 0L)))
              .toList());
    }
    return series;
  }

  /** The bucket of an interval that ended at this moment. */
  private Bucket bucketAt(long utcMillis) {
    return buckets.computeIfAbsent(grid.pointOf(utcMillis), index -> new Bucket());
  }

  private List<Band> bands() {
    Map<String, Band> found = new LinkedHashMap<>();
    for (CellRow cell : data.books().cells()) {
      found.computeIfAbsent(
          cell.phase(),
          name ->
              new Band(
                  name,
                  cell.isMeasured(),
                  grid.seconds(cell.startUtcMillis()),
                  grid.seconds(cell.endUtcMillis()),
                  data.figures().targets(name).map(this::percents).orElse(Map.of())));
    }
    return List.copyOf(found.values());
  }

  private Map<VmGroup, Double> percents(LoadShare shares) {
    Map<VmGroup, Double> percents = new EnumMap<>(VmGroup.class);
    for (VmGroup group : data.groups()) {
      percents.put(group, shares.percent(group));
    }
    return percents;
  }

  private Double perSecond(long count) {
    return Rounded.hundredths(count * 1e3 / grid.pointMillis());
  }

  private static Double share(Bucket bucket, VmGroup group) {
    long all = bucket.requests.total();
    return all == 0 ? null : Rounded.hundredths(100.0 * bucket.requests.of(group) / all);
  }

  private interface Figure {
    Double of(Bucket bucket, VmGroup group);
  }

  private Map<String, List<Double>> byGroup(Figure figure) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (VmGroup group : data.groups()) {
      List<Double> values = new ArrayList<>();
      buckets.values().forEach(bucket -> values.add(figure.of(bucket, group)));
      series.put(group.name(), values);
    }
    return series;
  }

  private Map<String, List<Double>> targets(List<Double> seconds) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (VmGroup group : data.groups()) {
      List<Double> values = new ArrayList<>();
      for (double at : seconds) {
        values.add(targetAt(at - grid.pointMillis() / 2e3, group));
      }
      series.put(group.name(), values);
    }
    return series;
  }

  private Double targetAt(double at, VmGroup group) {
    for (Band band : bands) {
      if (at >= band.from() && at < band.to()) {
        return band.targets().get(group);
      }
    }
    return null;
  }

  private static ChartData.Steps steps(Optional<MeasuredLoad.Ramp> ramp) {
    List<LoadStep> steps =
        ramp.map(MeasuredLoad.Ramp::steps).orElse(List.of()).stream()
            .sorted(Comparator.comparingDouble(LoadStep::meanResponseMillis))
            .toList();
    return new ChartData.Steps(
        steps.stream().map(LoadStep::phase).toList(),
        steps.stream().map(step -> Rounded.hundredths(step.meanResponseMillis())).toList(),
        steps.stream().map(step -> Rounded.hundredths(step.etps())).toList());
  }
}
