package io.quartet.report.internal.charts;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.report.internal.charts.ChartData.Growth;
import io.quartet.report.internal.charts.ChartData.Space;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.Rounded;
import io.quartet.results.statistics.SpaceStatistics.Database;
import io.quartet.results.statistics.SpaceStatistics.Sample;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Growth of tables and indexes, by Group. */
final class GrowthChart {

  private static final double MIB = 1 << 20;

  private GrowthChart() {}

  static Growth of(ReportData data) {
    Map<VmGroup, List<String>> unsized = unsized(data);
    Map<VmGroup, List<Cursor>> groups = new EnumMap<>(VmGroup.class);
    for (Database database : data.samples().space().databases()) {
      if (!unsized.containsKey(database.set().group())) {
        groups
            .computeIfAbsent(database.set().group(), group -> new ArrayList<>())
            .add(new Cursor(database.samples()));
      }
    }
    List<Double> seconds = new ArrayList<>();
    Map<VmGroup, Space> spaces = new EnumMap<>(VmGroup.class);
    groups
        .keySet()
        .forEach(
            group ->
                spaces.put(group, new Space(group.name(), new ArrayList<>(), new ArrayList<>())));
    for (Span point : data.grid().points()) {
      boolean isNew = false;
      for (List<Cursor> cursors : groups.values()) {
        for (Cursor cursor : cursors) {
          isNew |= cursor.moveTo(point.endUtcMillis());
        }
      }
      if (isNew) {
        seconds.add(data.grid().seconds(point.endUtcMillis()));
        groups.forEach(
            (group, cursors) -> {
              spaces.get(group).tableMib().add(growth(cursors, Sample::tableBytes));
              spaces.get(group).indexMib().add(growth(cursors, Sample::indexBytes));
            });
      }
    }
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
    return new Growth(seconds, List.copyOf(spaces.values()), List.copyOf(notes));
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

  /** Null until all databases of the Group have a sample. */
  private static Double growth(List<Cursor> cursors, ToDoubleFunction<Sample> bytes) {
    double sum = 0;
    for (Cursor cursor : cursors) {
      if (cursor.next == 0) {
        return null;
      }
      sum += bytes.applyAsDouble(cursor.current()) - bytes.applyAsDouble(cursor.samples.get(0));
    }
    return Rounded.hundredths(sum / MIB);
  }

  /** Goes through the samples of one database. */
  private static final class Cursor {
    private final List<Sample> samples;
    private int next;

    Cursor(List<Sample> samples) {
      this.samples = samples;
    }

    /** True if there was a sample since the last move. */
    boolean moveTo(long utcMillis) {
      int before = next;
      while (next < samples.size() && samples.get(next).utcMillis() <= utcMillis) {
        next++;
      }
      return next > before;
    }

    Sample current() {
      return samples.get(next - 1);
    }
  }
}
