package io.quartet.report.internal.run;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Space.Relation;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.results.statistics.RelationStatistics;
import io.quartet.results.statistics.RelationUse;
import io.quartet.results.statistics.SpaceStatistics;
import io.quartet.results.statistics.TableSpace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Tables and indexes by role, the largest tables first. */
final class SpaceTable {

  private static final Comparator<Map.Entry<String, TableSpace>> LARGEST_SPACE_FIRST =
      Comparator.comparingDouble(entry -> -entry.getValue().bytes());

  private static final Comparator<Collection<RelationUse>> LARGEST_FIRST =
      Comparator.comparingDouble(
          relations -> -relations.stream().mapToDouble(use -> use.bytes().orElse(0)).sum());

  private final ReportData data;
  private final VmRole role;

  /** Those whose databases were sampled. The trades of others do not count either. */
  private final Set<VmSet> sampled = new HashSet<>();

  private SpaceTable(ReportData data, VmRole role) {
    this.data = data;
    this.role = role;
  }

  /** Role by role, all Groups first and then each; in each its tables and at last their sum. */
  static List<TableRoom> rooms(ReportData data) {
    List<TableRoom> rows = new ArrayList<>();
    for (VmRole role : List.of(VmRole.OLTP, VmRole.DSS)) {
      new SpaceTable(data, role).addRooms(null, rows);
      for (VmGroup group : VmGroup.values()) {
        new SpaceTable(data, role).addRooms(group, rows);
      }
    }
    return rows;
  }

  private void addRooms(VmGroup group, List<TableRoom> rows) {
    Map<String, TableSpace> byName = new TreeMap<>();
    for (SpaceStatistics.Database database : data.samples().space().databases()) {
      if (database.role() == role && (group == null || database.set().group() == group)) {
        sampled.add(database.set());
        database.tables().forEach((name, space) -> byName.merge(name, space, TableSpace::plus));
      }
    }
    String ofGroup = group == null ? null : group.name();
    long results = tradeResults();
    byName.entrySet().stream()
        .sorted(LARGEST_SPACE_FIRST)
        .map(one -> new TableRoom(role.name(), ofGroup, one.getKey(), one.getValue(), results))
        .forEach(rows::add);
    byName.values().stream()
        .reduce(TableSpace::and)
        .map(sum -> new TableRoom(role.name(), ofGroup, null, sum, results))
        .ifPresent(rows::add);
  }

  private long tradeResults() {
    return data.figures().counted(cell -> sampled.contains(cell.set()));
  }

  /** Role by role, each table with its indexes. */
  static List<Relation> relations(ReportData data) {
    List<Relation> rows = new ArrayList<>();
    for (VmRole role : List.of(VmRole.OLTP, VmRole.DSS)) {
      new SpaceTable(data, role).addRelations(rows);
    }
    return rows;
  }

  private void addRelations(List<Relation> rows) {
    // By table and index; the table itself has an empty name there, and so comes first.
    Map<String, Map<String, RelationUse>> tables = new TreeMap<>();
    for (RelationStatistics.Database database : data.samples().relations().databases()) {
      if (database.role() == role) {
        sampled.add(database.set());
        for (RelationUse use : database.relations()) {
          tables
              .computeIfAbsent(use.table(), any -> new TreeMap<>())
              .merge(use.index().orElse(""), use, RelationUse::plus);
        }
      }
    }
    long results = tradeResults();
    tables.values().stream()
        .map(Map::values)
        .sorted(LARGEST_FIRST)
        .flatMap(Collection::stream)
        .forEach(use -> rows.add(new Relation(role.name(), use, results)));
  }
}
