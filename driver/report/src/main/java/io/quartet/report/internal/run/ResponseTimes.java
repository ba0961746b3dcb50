package io.quartet.report.internal.run;

import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.report.internal.data.Problems;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.TimeGrid;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Contents;
import io.quartet.results.LatencyLog;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;

/** 90th percentiles of the response times over the time of a run, from the histogram logs. */
final class ResponseTimes {

  /** One percent, as nobody can see more in a chart; packed histograms are slow to add to. */
  private static final int DIGITS = 2;

  private final ResultsFolder folder;
  private final TimeGrid grid;
  private final List<RequestKind> kinds;
  private final Contents contents;
  private final Map<Long, Point> points = new TreeMap<>();
  private final Problems problems = new Problems();

  private ResponseTimes(ReportData data) {
    this.folder = data.folder();
    this.grid = data.grid();
    this.kinds = data.figures().kinds();
    this.contents = data.contents();
  }

  static ResponseTimes read(ReportData data) {
    ResponseTimes times = new ResponseTimes(data);
    for (LatencyLog log :
        times.problems.allow(LatencyLog.responses(times.folder)).orElse(List.of())) {
      times.problems.allow(log.read(times::add));
    }
    return times;
  }

  /** Response times of one point of time. */
  private static final class Point {
    final Map<String, AbstractHistogram> byGroup = new TreeMap<>();
    final Map<String, AbstractHistogram> byTransaction = new TreeMap<>();

    void add(LatencyLog.Interval latency) {
      if (latency.kind().isSentByUsers()) {
        histogram(byGroup, latency.group().name()).add(latency.times());
      }
      histogram(byTransaction, latency.kind().label()).add(latency.times());
    }

    private static AbstractHistogram histogram(
        Map<String, AbstractHistogram> histograms, String key) {
      return histograms.computeIfAbsent(key, k -> new IntCountsHistogram(DIGITS));
    }
  }

  /** The parts that could not be read. */
  List<String> problems() {
    return problems.sentences(folder);
  }

  /** By Group and by transaction; null where one had no answer. */
  ChartData.Responses series(List<VmGroup> groups) {
    return new ChartData.Responses(grid.ends(points.keySet()), byGroup(groups), byTransaction());
  }

  private Map<String, List<Double>> byGroup(List<VmGroup> groups) {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (VmGroup group : groups) {
      series.put(group.name(), p90(point -> point.byGroup.get(group.name())));
    }
    return series;
  }

  private Map<String, List<Double>> byTransaction() {
    Map<String, List<Double>> series = new LinkedHashMap<>();
    for (RequestKind kind : kinds) {
      List<Double> values = p90(point -> point.byTransaction.get(kind.label()));
      boolean isShown = kind.responseTimeLimit().isPresent() || !contents.isBrokerage();
      if (isShown && values.stream().anyMatch(Objects::nonNull)) {
        series.put(kind.label(), values);
      }
    }
    return series;
  }

  private List<Double> p90(Function<Point, AbstractHistogram> histogram) {
    List<Double> values = new ArrayList<>();
    points.values().forEach(point -> values.add(p90(histogram.apply(point))));
    return values;
  }

  private static Double p90(AbstractHistogram histogram) {
    return histogram == null ? null : Rounded.hundredths(histogram.getValueAtPercentile(90) / 1e3);
  }

  /** An interval of the logs, which may span several points, belongs to that of its middle. */
  private void add(LatencyLog.Interval latency) {
    long middle =
        (intervalsUntil(latency.times().getStartTimeStamp())
                + intervalsUntil(latency.times().getEndTimeStamp()))
            * grid.intervalMillis()
            / 2;
    points.computeIfAbsent(middle / grid.pointMillis(), index -> new Point()).add(latency);
  }

  /** Rounded, as the processes of a run write their logs a little before or after the moment. */
  private long intervalsUntil(long utcMillis) {
    return Math.round((utcMillis - grid.startUtcMillis()) / (double) grid.intervalMillis());
  }
}
