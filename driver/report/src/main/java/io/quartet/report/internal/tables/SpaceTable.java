package io.quartet.report.internal.tables;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.Rounded;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.results.statistics.SpaceStatistics.Database;
import io.quartet.results.statistics.TableSpace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Room of tables and indexes by role and Group, the largest tables first. */
final class SpaceTable {

  private static final Comparator<Map.Entry<String, TableSpace>> LARGEST_FIRST =
      Comparator.comparingDouble(entry -> -entry.getValue().bytes());

  private final ReportData data;

  private SpaceTable(ReportData data) {
    this.data = data;
  }

  /** Role by role, all Groups first and then each; in each its tables and at last their sum. */
  static List<TableRoom> of(ReportData data) {
    SpaceTable table = new SpaceTable(data);
    List<TableRoom> rows = new ArrayList<>();
    for (VmRole role : List.of(VmRole.OLTP, VmRole.DSS)) {
      rows.addAll(table.rows(role, null));
      for (VmGroup group : VmGroup.values()) {
        rows.addAll(table.rows(role, group));
      }
    }
    return rows;
  }

  private List<TableRoom> rows(VmRole role, VmGroup group) {
    Map<String, TableSpace> byName = new TreeMap<>();
    // Of a Set whose database was not sampled the trades do not count either.
    Set<VmSet> sampled = new HashSet<>();
    for (Database database : data.samples().space().databases()) {
      if (database.role() == role && (group == null || database.set().group() == group)) {
        sampled.add(database.set());
        database.tables().forEach((name, space) -> byName.merge(name, space, TableSpace::plus));
      }
    }
    long results = data.figures().measuredTradeResults(cell -> sampled.contains(cell.set()));
    List<TableRoom> rows = new ArrayList<>();
    byName.entrySet().stream()
        .sorted(LARGEST_FIRST)
        .forEach(entry -> rows.add(row(role, group, entry.getKey(), entry.getValue(), results)));
    byName.values().stream()
        .reduce(TableSpace::and)
        .ifPresent(sum -> rows.add(row(role, group, null, sum, results)));
    return rows;
  }

  private static TableRoom row(
      VmRole role, VmGroup group, String table, TableSpace space, long results) {
    return new TableRoom(
        role.name(),
        group == null ? null : group.name(),
        table,
        Math.round(space.tableBytes()),
        Math.round(space.indexBytes()),
        space.tableBytes() == 0
            ? null
            : Rounded.thousandths(OptionalDouble.of(space.indexBytes() / space.tableBytes())),
        space.indexes(),
        Rounded.thousandths(space.tableGrowth()),
        Rounded.thousandths(space.indexGrowth()),
        perTradeResult(space.tableGrowth(), results),
        perTradeResult(space.indexGrowth(), results));
  }

  private static Double perTradeResult(OptionalDouble growth, long results) {
    return growth.isEmpty() || results == 0
        ? null
        : Rounded.thousandths(OptionalDouble.of(growth.getAsDouble() / results));
  }
}
