package io.quartet.report.internal.run;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.size.Bytes;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.run.ChartData.Growth;
import io.quartet.report.internal.run.ChartData.Space;
import io.quartet.results.statistics.SpaceStatistics.Database;
import io.quartet.results.statistics.Span;
import io.quartet.results.statistics.TimeSeries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Growth of tables and indexes, by Group. */
final class GrowthChart {

  private GrowthChart() {}

  static Growth of(ReportData data) {
    Map<VmGroup, List<String>> unsized = unsized(data);
    Map<VmGroup, List<Database>> groups = new EnumMap<>(VmGroup.class);
    for (Database database : data.samples().space().databases()) {
      VmGroup group = database.set().group();
      if (!unsized.containsKey(group)) {
        groups.computeIfAbsent(group, any -> new ArrayList<>()).add(database);
      }
    }
    List<Span> points = sampled(data.grid().points(), groups.values());
    List<Space> spaces = new ArrayList<>();
    groups.forEach(
        (group, databases) ->
            spaces.add(
                new Space(
                    group.name(),
                    growth(databases, Database::tableBytes, points),
                    growth(databases, Database::indexBytes, points))));
    List<Double> seconds =
        points.stream().map(point -> data.grid().seconds(point.endUtcMillis())).toList();
    List<String> notes = new ArrayList<>();
    if (!data.samples().space().databases().isEmpty()) {
      unsized.forEach(
          (group, vms) ->
              notes.add(
                  "Group "
                      + group
                      + " is not drawn, because its total would be too low: the sizes of the tables of "
                      + String.join(", ", vms)
                      + " were not recorded."));
    }
    return new Growth(seconds, spaces, List.copyOf(notes));
  }

  /** Databases without samples by Group; none for Groups that are sampled as a whole. */
  private static Map<VmGroup, List<String>> unsized(ReportData data) {
    Map<VmGroup, List<String>> unsized = new EnumMap<>(VmGroup.class);
    for (VmSet set : data.sets()) {
      data.unsized(set)
          .forEach(vm -> unsized.computeIfAbsent(set.group(), g -> new ArrayList<>()).add(vm));
    }
    return unsized;
  }

  /** The points at whose end some database has a new sample. */
  private static List<Span> sampled(List<Span> all, Collection<List<Database>> databases) {
    List<Span> points = new ArrayList<>();
    long last = Long.MIN_VALUE;
    for (Span point : all) {
      long since = last;
      if (databases.stream()
          .flatMap(List::stream)
          .anyMatch(one -> one.tableBytes().hasSample(since, point.endUtcMillis()))) {
        points.add(point);
      }
      last = point.endUtcMillis();
    }
    return points;
  }

  /** By point; null until all databases of the Group have a sample. */
  private static List<Double> growth(
      List<Database> databases, Function<Database, TimeSeries> bytes, List<Span> points) {
    List<Double> growth = new ArrayList<>();
    for (Span point : points) {
      List<OptionalDouble> all =
          databases.stream()
              .map(database -> bytes.apply(database).growthUntil(point.endUtcMillis()))
              .toList();
      growth.add(
          all.stream().allMatch(OptionalDouble::isPresent)
              ? (Double)
                  Rounded.hundredths(
                      all.stream().mapToDouble(OptionalDouble::getAsDouble).sum() / Bytes.MIB)
              : null);
    }
    return growth;
  }
}
