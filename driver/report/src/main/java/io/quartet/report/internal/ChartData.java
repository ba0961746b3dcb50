package io.quartet.report.internal;

import io.quartet.measure.CellRow;
import io.quartet.measure.IntervalRow;
import io.quartet.model.LoadShare;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The numbers behind the charts. Every series has one value per point of {@code seconds}, those of
 * percentiles of {@code p90Seconds}; null where nothing happened.
 *
 * @param bands segments of the run, in time order
 * @param seconds end of each point in seconds since the start of the run
 * @param results Trade-Results completed per second, by Group
 * @param requests Customer Emulator requests started per second, by Group
 * @param shares share of these requests in percent, by Group
 * @param targets share that Group should have, in percent, by Group
 * @param p90Seconds as {@code seconds}, by the intervals of the latency logs, which are longer
 * @param p90ByGroup 90th percentile of the response time of customer requests in ms, by Group
 * @param p90ByTransaction 90th percentile of the response time in ms, by transaction
 */
public record ChartData(
    List<Band> bands,
    List<Double> seconds,
    Map<String, List<Double>> results,
    Map<String, List<Double>> requests,
    Map<String, List<Double>> shares,
    Map<String, List<Double>> targets,
    List<Double> p90Seconds,
    Map<String, List<Double>> p90ByGroup,
    Map<String, List<Double>> p90ByTransaction) {

  /** More points than this help nobody and make the file large. */
  private static final int MOST_POINTS = 600;

  private static final long SMALLEST_BUCKET_MILLIS = 1_000;

  /** One segment, in seconds since the start of the run. */
  public record Band(
      String name, boolean isMeasured, double from, double to, Map<VmGroup, Double> targets) {}

  /** Builds the series from the intervals; empty series if there are none. */
  static ChartData of(ReportData data) {
    return new Builder(data).build();
  }

  /** What happened in one point of time. */
  private static final class Bucket {
    final GroupCounts results = new GroupCounts();
    final GroupCounts requests = new GroupCounts();

    void add(IntervalRow row) {
      VmGroup group = row.set().group();
      if (row.type().issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR) {
        requests.add(group, row.started());
      } else if (row.type() == TransactionType.TRADE_RESULT) {
        results.add(group, row.committed());
      }
    }
  }

  /** Response times of one point of time. */
  private static final class ResponseTimes {
    /** One percent, as nobody can see more in a chart; packed histograms are slow to add to. */
    static final int DIGITS = 2;

    final Map<String, AbstractHistogram> byGroup = new TreeMap<>();
    final Map<String, AbstractHistogram> byTransaction = new TreeMap<>();

    void add(Latencies.IntervalHistogram latency) {
      if (latency.type().issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR) {
        histogram(byGroup, latency.group().name()).add(latency.response());
      }
      histogram(byTransaction, latency.type().label()).add(latency.response());
    }

    private static AbstractHistogram histogram(
        Map<String, AbstractHistogram> histograms, String key) {
      return histograms.computeIfAbsent(key, k -> new IntCountsHistogram(DIGITS));
    }
  }

  private static final class Builder {
    private final ReportData data;
    private final long startUtcMillis;
    private final long intervalMillis;
    private final long bucketMillis;
    private final List<Band> bands;
    private final Map<Long, Bucket> buckets = new TreeMap<>();
    private final Map<Long, ResponseTimes> responses = new TreeMap<>();

    Builder(ReportData data) {
      this.data = data;
      this.startUtcMillis = data.startUtcMillis();
      long end =
          data.intervals().stream().mapToLong(IntervalRow::utcMillis).max().orElse(startUtcMillis);
      this.intervalMillis =
          data.plan()
              .collectInterval()
              .map(d -> Math.max(d.toMillis(), SMALLEST_BUCKET_MILLIS))
              .orElse(SMALLEST_BUCKET_MILLIS);
      long factor = Math.max(1, (end - startUtcMillis) / (intervalMillis * MOST_POINTS) + 1);
      this.bucketMillis = intervalMillis * factor;
      this.bands = bands();
    }

    ChartData build() {
      for (IntervalRow row : data.intervals()) {
        bucketAt(row.utcMillis()).add(row);
      }
      data.latencies().forEachInterval(this::add);
      List<Double> seconds = ends(buckets);
      return new ChartData(
          bands,
          seconds,
          byGroup((bucket, group) -> perSecond(bucket.results.of(group))),
          byGroup((bucket, group) -> perSecond(bucket.requests.of(group))),
          byGroup(Builder::share),
          targets(seconds),
          ends(responses),
          p90ByGroup(),
          p90ByTransaction());
    }

    /**
     * The bucket of an interval that ended at this moment. The middle of the interval decides, as
     * intervals end a little before or after the full second.
     */
    private Bucket bucketAt(long utcMillis) {
      long middle = Math.max(0, utcMillis - startUtcMillis - intervalMillis / 2);
      return buckets.computeIfAbsent(middle / bucketMillis, index -> new Bucket());
    }

    /** An interval of the logs, which may span several buckets, belongs to that of its middle. */
    private void add(Latencies.IntervalHistogram latency) {
      long middle =
          (intervalsUntil(latency.response().getStartTimeStamp())
                  + intervalsUntil(latency.response().getEndTimeStamp()))
              * intervalMillis
              / 2;
      responses.computeIfAbsent(middle / bucketMillis, index -> new ResponseTimes()).add(latency);
    }

    /** Rounded, as the processes of a run write their logs a little before or after the moment. */
    private long intervalsUntil(long utcMillis) {
      return Math.round((utcMillis - startUtcMillis) / (double) intervalMillis);
    }

    private List<Double> ends(Map<Long, ?> points) {
      return points.keySet().stream().map(index -> (index + 1) * bucketMillis / 1e3).toList();
    }

    private List<Band> bands() {
      Map<String, Band> found = new LinkedHashMap<>();
      for (CellRow cell : data.cells()) {
        found.computeIfAbsent(
            cell.phase(),
            name ->
                new Band(
                    name,
                    cell.isMeasured(),
                    (cell.startUtcMillis() - startUtcMillis) / 1e3,
                    (cell.endUtcMillis() - startUtcMillis) / 1e3,
                    data.plan().targets(name).map(Builder::percents).orElse(Map.of())));
      }
      return List.copyOf(found.values());
    }

    private static Map<VmGroup, Double> percents(LoadShare shares) {
      Map<VmGroup, Double> percents = new EnumMap<>(VmGroup.class);
      for (VmGroup group : VmGroup.values()) {
        percents.put(group, PlanFacts.percent(shares, group));
      }
      return percents;
    }

    private Double perSecond(long count) {
      return rounded(count * 1e3 / bucketMillis);
    }

    private static Double share(Bucket bucket, VmGroup group) {
      long all = bucket.requests.total();
      return all == 0 ? null : rounded(100.0 * bucket.requests.of(group) / all);
    }

    private interface Figure {
      Double of(Bucket bucket, VmGroup group);
    }

    private Map<String, List<Double>> byGroup(Figure figure) {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (VmGroup group : VmGroup.values()) {
        List<Double> values = new ArrayList<>();
        buckets.values().forEach(bucket -> values.add(figure.of(bucket, group)));
        series.put(group.name(), values);
      }
      return series;
    }

    private Map<String, List<Double>> targets(List<Double> seconds) {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (VmGroup group : VmGroup.values()) {
        List<Double> values = new ArrayList<>();
        for (double at : seconds) {
          values.add(targetAt(at - bucketMillis / 2e3, group));
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

    private Map<String, List<Double>> p90ByGroup() {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (VmGroup group : VmGroup.values()) {
        List<Double> values = new ArrayList<>();
        responses.values().forEach(times -> values.add(p90(times.byGroup.get(group.name()))));
        series.put(group.name(), values);
      }
      return series;
    }

    private Map<String, List<Double>> p90ByTransaction() {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (TransactionType type : TransactionType.values()) {
        List<Double> values = new ArrayList<>();
        responses.values().forEach(times -> values.add(p90(times.byTransaction.get(type.label()))));
        if (type.responseTimeLimit().isPresent() && values.stream().anyMatch(v -> v != null)) {
          series.put(type.label(), values);
        }
      }
      return series;
    }

    private static Double p90(AbstractHistogram histogram) {
      return histogram == null ? null : rounded(histogram.getValueAtPercentile(90) / 1e3);
    }

    private static Double rounded(double value) {
      return Math.round(value * 100) / 100.0;
    }
  }
}
