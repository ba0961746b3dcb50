package io.quartet.report.internal.run;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Space.GrowthPoint;
import io.quartet.results.statistics.RelationStatistics;
import io.quartet.results.statistics.SpaceStatistics;
import io.quartet.results.statistics.Span;
import io.quartet.results.statistics.TableSpace;
import io.quartet.results.statistics.TimeSeries;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Growth of the databases of a role over the measured interval, in percent of their sizes at its
 * start.
 */
final class GrowthTable {

  /** More show no more in a chart. */
  private static final int MOST_STEPS = 60;

  /** Sizes are sampled so often. */
  private static final double SHORTEST_SECONDS = 10;

  private final ReportData data;
  private final Span interval;
  private final Set<VmSet> sampled = new HashSet<>();
  private final List<TimeSeries> tableBytes = new ArrayList<>();
  private final List<TimeSeries> indexBytes = new ArrayList<>();
  private final List<TimeSeries> deadRows = new ArrayList<>();
  private final List<TimeSeries> autovacuums = new ArrayList<>();

  /** Trade-Results until the end of each interval, by its moment. */
  private final NavigableMap<Long, Long> tradeResults = new TreeMap<>();

  private GrowthTable(ReportData data, VmRole role) {
    this.data = data;
    this.interval = data.figures().interval();
    for (SpaceStatistics.Database database : data.samples().space().databases()) {
      if (database.role() == role) {
        sampled.add(database.set());
        tableBytes.add(database.tableBytes());
        indexBytes.add(database.indexBytes());
      }
    }
    for (RelationStatistics.Database database : data.samples().relations().databases()) {
      if (database.role() == role) {
        deadRows.add(database.deadRows());
        autovacuums.add(database.autovacuums());
      }
    }
    List<String> measured = data.figures().phases();
    data.books().intervals().stream()
        .filter(row -> data.figures().headline().counts(row.kind()))
        .filter(row -> measured.contains(row.phase()) && sampled.contains(row.set()))
        .forEach(row -> tradeResults.merge(row.utcMillis(), row.committed(), Long::sum));
    long sum = 0;
    for (Map.Entry<Long, Long> moment : tradeResults.entrySet()) {
      sum += moment.getValue();
      moment.setValue(sum);
    }
  }

  /** Role by role, in order of time; none of a role without samples. */
  static List<GrowthPoint> of(ReportData data) {
    List<GrowthPoint> points = new ArrayList<>();
    for (VmRole role : List.of(VmRole.OLTP, VmRole.DSS)) {
      GrowthTable table = new GrowthTable(data, role);
      if (!table.sampled.isEmpty() && table.interval.seconds() > 0) {
        table.addPoints(role, points);
      }
    }
    return points;
  }

  private void addPoints(VmRole role, List<GrowthPoint> points) {
    long start = interval.startUtcMillis();
    long length = interval.endUtcMillis() - start;
    int steps = (int) Math.max(1, Math.min(MOST_STEPS, interval.seconds() / SHORTEST_SECONDS));
    for (int step = 0; step <= steps; step++) {
      long moment = start + length * step / steps;
      points.add(
          new GrowthPoint(
              role.name(),
              (moment - start) / 1e3,
              step == steps ? allTradeResults() : tradeResultsUntil(moment),
              growthPercent(tableBytes, start, moment),
              growthPercent(indexBytes, start, moment),
              Rounded.thousandths(sum(deadRows, moment)),
              counted(start, moment)));
    }
  }

  private long tradeResultsUntil(long moment) {
    Map.Entry<Long, Long> last = tradeResults.floorEntry(moment);
    return last == null ? 0 : last.getValue();
  }

  /** Requests that ended with the interval may be reported a moment after it. */
  private long allTradeResults() {
    return data.figures().counted(cell -> sampled.contains(cell.set()));
  }

  private Double growthPercent(List<TimeSeries> bytes, long start, long moment) {
    double before = sum(bytes, start).orElse(0);
    return before <= 0 || !isGrowthKnown(bytes)
        ? null
        : Rounded.thousandths(
            OptionalDouble.of(100 * (sum(bytes, moment).orElse(before) / before - 1)));
  }

  private Double counted(long start, long moment) {
    return isGrowthKnown(autovacuums)
        ? (Double)
            (Math.floor(sum(autovacuums, moment).orElseThrow())
                - Math.floor(sum(autovacuums, start).orElseThrow()))
        : null;
  }

  /** True if there are some, and the growth of each within the interval is known. */
  private boolean isGrowthKnown(List<TimeSeries> series) {
    return !series.isEmpty()
        && series.stream()
            .map(one -> one.growth(interval.startUtcMillis(), interval.endUtcMillis()))
            .allMatch(OptionalDouble::isPresent);
  }

  /** Empty if one of them was not sampled. */
  private static OptionalDouble sum(List<TimeSeries> values, long moment) {
    return values.stream()
        .map(value -> value.at(moment))
        .reduce(TableSpace::sum)
        .orElse(OptionalDouble.empty());
  }
}
