package io.quartet.report.internal;

import io.quartet.measure.CellRow;
import io.quartet.measure.IntervalRow;
import io.quartet.model.LoadShare;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * The numbers behind the charts. Every series has one value per point of {@code seconds}; null
 * where nothing happened.
 *
 * @param bands segments of the run, in time order
 * @param seconds end of each point in seconds since the start of the run
 * @param results Trade-Results completed per second, by Group
 * @param requests Customer Emulator requests started per second, by Group
 * @param shares share of these requests in percent, by Group
 * @param targets share that Group should have, in percent, by Group
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
    Map<String, List<Double>> p90ByGroup,
    Map<String, List<Double>> p90ByTransaction) {

  /** More points than this help nobody and make the file large. */
  private static final int MOST_POINTS = 600;

  private static final long SMALLEST_BUCKET_MILLIS = 1_000;

  /** One segment, in seconds since the start of the run. */
  public record Band(String name, boolean isMeasured, double from, double to, double[] targets) {}

  /** Builds the series from the intervals; empty series if there are none. */
  static ChartData of(ReportData data) {
    return new Builder(data).build();
  }

  /** What happened in one point of time. */
  private static final class Bucket {
    final long[] results = new long[VmGroup.values().length];
    final long[] requests = new long[VmGroup.values().length];
    final Map<String, Histogram> byGroup = new TreeMap<>();
    final Map<String, Histogram> byTransaction = new TreeMap<>();

    void add(IntervalRow row) {
      int group = row.set().group().ordinal();
      if (row.type().issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR) {
        requests[group] += row.started();
      } else if (row.type() == TransactionType.TRADE_RESULT) {
        results[group] += row.committed();
      }
    }

    void add(Latencies.IntervalHistogram latency) {
      if (latency.type().issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR) {
        histogram(byGroup, latency.group().name()).add(latency.response());
      }
      histogram(byTransaction, latency.type().label()).add(latency.response());
    }

    private static Histogram histogram(Map<String, Histogram> histograms, String key) {
      return histograms.computeIfAbsent(key, k -> new PackedHistogram(2));
    }

    long allRequests() {
      long sum = 0;
      for (long count : requests) {
        sum += count;
      }
      return sum;
    }
  }

  private static final class Builder {
    private final ReportData data;
    private final long startUtcMillis;
    private final long bucketMillis;
    private final List<Band> bands;
    private final Map<Long, Bucket> buckets = new TreeMap<>();

    Builder(ReportData data) {
      this.data = data;
      this.startUtcMillis = data.startUtcMillis();
      long end =
          data.intervals().stream().mapToLong(IntervalRow::utcMillis).max().orElse(startUtcMillis);
      long interval =
          data.plan()
              .collectInterval()
              .map(d -> Math.max(d.toMillis(), SMALLEST_BUCKET_MILLIS))
              .orElse(SMALLEST_BUCKET_MILLIS);
      long factor = Math.max(1, (end - startUtcMillis) / (interval * MOST_POINTS) + 1);
      this.bucketMillis = interval * factor;
      this.bands = bands();
    }

    ChartData build() {
      for (IntervalRow row : data.intervals()) {
        bucketAt(row.utcMillis()).add(row);
      }
      data.latencies()
          .forEachInterval(latency -> bucketAt(latency.response().getEndTimeStamp()).add(latency));
      List<Double> seconds = new ArrayList<>();
      buckets.keySet().forEach(index -> seconds.add((index + 1) * bucketMillis / 1e3));
      return new ChartData(
          bands,
          seconds,
          byGroup((bucket, group) -> perSecond(bucket.results[group])),
          byGroup((bucket, group) -> perSecond(bucket.requests[group])),
          byGroup(Builder::share),
          targets(seconds),
          p90ByGroup(),
          p90ByTransaction());
    }

    /** The bucket whose interval {@code (start, end]} holds the moment an interval ended. */
    private Bucket bucketAt(long utcMillis) {
      long offset = Math.max(0, utcMillis - startUtcMillis - 1);
      return buckets.computeIfAbsent(offset / bucketMillis, index -> new Bucket());
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
                    data.plan().targets(name).map(LoadShare::percents).orElse(new double[0])));
      }
      return List.copyOf(found.values());
    }

    private Double perSecond(long count) {
      return rounded(count * 1e3 / bucketMillis);
    }

    private static Double share(Bucket bucket, int group) {
      long all = bucket.allRequests();
      return all == 0 ? null : rounded(100.0 * bucket.requests[group] / all);
    }

    private interface Figure {
      Double of(Bucket bucket, int group);
    }

    private Map<String, List<Double>> byGroup(Figure figure) {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (VmGroup group : VmGroup.values()) {
        List<Double> values = new ArrayList<>();
        buckets.values().forEach(bucket -> values.add(figure.of(bucket, group.ordinal())));
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
        if (at >= band.from() && at < band.to() && band.targets().length > 0) {
          return band.targets()[group.ordinal()];
        }
      }
      return null;
    }

    private Map<String, List<Double>> p90ByGroup() {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (VmGroup group : VmGroup.values()) {
        List<Double> values = new ArrayList<>();
        buckets.values().forEach(bucket -> values.add(p90(bucket.byGroup.get(group.name()))));
        series.put(group.name(), values);
      }
      return series;
    }

    private Map<String, List<Double>> p90ByTransaction() {
      Map<String, List<Double>> series = new LinkedHashMap<>();
      for (TransactionType type : TransactionType.values()) {
        List<Double> values = new ArrayList<>();
        buckets.values().forEach(bucket -> values.add(p90(bucket.byTransaction.get(type.label()))));
        if (type.responseTimeLimit().isPresent() && values.stream().anyMatch(v -> v != null)) {
          series.put(type.label(), values);
        }
      }
      return series;
    }

    private static Double p90(Histogram histogram) {
      return histogram == null ? null : rounded(histogram.getValueAtPercentile(90) / 1e3);
    }

    private static Double rounded(double value) {
      return Math.round(value * 100) / 100.0;
    }
  }
}
