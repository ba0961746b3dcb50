package io.quartet.report.internal.run;

import io.quartet.audit.Rules;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Integrity;
import io.quartet.report.section.Integrity.Cadence;
import io.quartet.report.section.Integrity.Consistency;
import io.quartet.report.section.Integrity.LittlesLaw;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.TransactionCounts;
import io.quartet.results.Check;
import io.quartet.results.CheckRow;
import io.quartet.results.RunFigures;
import io.quartet.results.events.Outage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Tables that show whether the run can be believed. */
public final class IntegrityTables {

  private final ReportData data;

  private IntegrityTables(ReportData data) {
    this.data = data;
  }

  /** All of them. */
  public static Integrity of(ReportData data) {
    IntegrityTables tables = new IntegrityTables(data);
    return new Integrity(
        tables.bookkeeping(),
        data.books().sqlStates(),
        data.integrity().conservation(),
        tables.littlesLaw(),
        tables.consistency(),
        data.integrity().checks().stream().filter(row -> !row.hasPassed()).toList(),
        tables.cadence(),
        Outage.of(data.events()),
        data.integrity().durability().orElse(null));
  }

  private List<TransactionCounts> bookkeeping() {
    List<TransactionCounts> table = new ArrayList<>();
    for (boolean isMeasured : new boolean[] {true, false}) {
      for (RequestKind kind : data.figures().kinds()) {
        List<CellRow> cells =
            data.books().cells().stream()
                .filter(cell -> cell.isMeasured() == isMeasured && cell.kind().equals(kind))
                .toList();
        if (!cells.isEmpty()) {
          table.add(new TransactionCounts(kind, cells));
        }
      }
    }
    return List.copyOf(table);
  }

  private LittlesLaw littlesLaw() {
    RunFigures figures = data.figures();
    if (figures.littlesLawResidual().isEmpty() || figures.measuredSeconds() <= 0) {
      return new LittlesLaw(null, null, null, null, Judgment.NOT_JUDGED);
    }
    return new LittlesLaw(
        figures.users().getAsDouble(),
        figures.busyUsers(),
        100 * figures.littlesLawResidual().getAsDouble(),
        data.check(Rules.LITTLES_LAW).map(Check::limit).orElse(null),
        Judgment.of(data.check(Rules.LITTLES_LAW)));
  }

  private List<Consistency> consistency() {
    Map<List<String>, List<CheckRow>> byDatabase =
        data.integrity().checks().stream()
            .collect(
                Collectors.groupingBy(
                    row -> List.of(row.moment(), row.vm()),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return byDatabase.values().stream()
        .map(rows -> new Consistency(rows.get(0).moment(), rows.get(0).vm(), rows))
        .toList();
  }

  private List<Cadence> cadence() {
    if (!data.figures().kinds().contains(TransactionType.DATA_MAINTENANCE)) {
      return List.of();
    }
    double interval =
        data.plan().map(plan -> plan.brokerage().dataMaintenance().toMillis() / 1e3).orElse(0.0);
    double seconds =
        (data.books().cells().stream().mapToLong(CellRow::endUtcMillis).max().orElse(0)
                - data.startUtcMillis())
            / 1e3;
    Long expected =
        interval > 0 ? (long) (VmRole.DATABASES.size() * Math.floor(seconds / interval)) : null;
    Map<String, long[]> bySet = new TreeMap<>();
    for (CellRow cell : data.books().cells()) {
      long[] counts = bySet.computeIfAbsent(cell.set().name(), name -> new long[2]);
      if (cell.kind() == TransactionType.DATA_MAINTENANCE) {
        counts[0] += cell.started();
        counts[1] += cell.committed();
      }
    }
    List<Cadence> table = new ArrayList<>();
    bySet.forEach(
        (set, counts) -> table.add(new Cadence(set, interval, expected, counts[0], counts[1])));
    return List.copyOf(table);
  }
}
