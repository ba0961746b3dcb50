package io.quartet.report.internal.tables;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.Rounded;
import io.quartet.report.section.Space.Relation;
import io.quartet.results.statistics.RelationStatistics.Database;
import io.quartet.results.statistics.RelationUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Size and use of tables and indexes by role: the largest tables first, each with its indexes. */
final class RelationTable {

  private static final Comparator<Collection<RelationUse>> LARGEST_FIRST =
      Comparator.comparingDouble(
          relations -> -relations.stream().mapToDouble(use -> use.bytes().orElse(0)).sum());

  private RelationTable() {}

  static List<Relation> of(ReportData data) {
    List<Relation> rows = new ArrayList<>();
    for (VmRole role : List.of(VmRole.OLTP, VmRole.DSS)) {
      rows.addAll(rows(data, role));
    }
    return rows;
  }

  private static List<Relation> rows(ReportData data, VmRole role) {
    // By table and index; the table itself has an empty name there, and so comes first.
    Map<String, Map<String, RelationUse>> tables = new TreeMap<>();
    Set<VmSet> sampled = new HashSet<>();
    for (Database database : data.samples().relations().databases()) {
      if (database.role() == role) {
        sampled.add(database.set());
        for (RelationUse use : database.relations()) {
          tables
              .computeIfAbsent(use.table(), any -> new TreeMap<>())
              .merge(use.index().orElse(""), use, RelationUse::plus);
        }
      }
    }
    long results = data.figures().measuredTradeResults(cell -> sampled.contains(cell.set()));
    return tables.values().stream()
        .map(Map::values)
        .sorted(LARGEST_FIRST)
        .flatMap(Collection::stream)
        .map(use -> row(role, use, results))
        .toList();
  }

  private static Relation row(VmRole role, RelationUse use, long results) {
    return new Relation(
        role.name(),
        use.table(),
        use.index().orElse(null),
        use.bytes().isEmpty() ? null : (Long) Math.round(use.bytes().getAsDouble()),
        Rounded.thousandths(use.growth()),
        Rounded.thousandths(use.growthPercent()),
        Rounded.thousandths(use.scans()),
        results == 0 || use.scans().isEmpty()
            ? null
            : Rounded.thousandths(OptionalDouble.of(use.scans().getAsDouble() / results)),
        Rounded.thousandths(use.entriesRead()),
        Rounded.thousandths(use.heapFetches()),
        Rounded.thousandths(use.indexOnlyPercent()),
        Rounded.thousandths(use.leafDensity().before()),
        Rounded.thousandths(use.leafDensity().after()));
  }
}
