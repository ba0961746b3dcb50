package io.quartet.report.internal.tables;

import io.quartet.audit.Rules;
import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Integrity.Bookkeeping;
import io.quartet.report.section.Integrity.Cadence;
import io.quartet.report.section.Integrity.Conservation;
import io.quartet.report.section.Integrity.Consistency;
import io.quartet.report.section.Integrity.FailedCheck;
import io.quartet.report.section.Integrity.Interruption;
import io.quartet.report.section.Integrity.LittlesLaw;
import io.quartet.report.section.Integrity.RefusedStatement;
import io.quartet.report.section.Judged;
import io.quartet.results.Check;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.ConservationRow.Trades;
import io.quartet.results.RunFigures;
import io.quartet.results.events.Outage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Tables that show whether the run can be believed. */
public final class IntegrityTables {

  private final ReportData data;

  public IntegrityTables(ReportData data) {
    this.data = data;
  }

  public List<Bookkeeping> bookkeeping() {
    List<Bookkeeping> table = new ArrayList<>();
    for (boolean isMeasured : new boolean[] {true, false}) {
      for (TransactionType type : TransactionType.values()) {
        List<CellRow> cells =
            data.books().cells().stream()
                .filter(cell -> cell.isMeasured() == isMeasured && cell.type() == type)
                .toList();
        if (!cells.isEmpty()) {
          table.add(sum(isMeasured ? "measured" : "notMeasured", type, cells));
        }
      }
    }
    return List.copyOf(table);
  }

  private static Bookkeeping sum(String scope, TransactionType type, List<CellRow> cells) {
    Map<String, Long> failures = new LinkedHashMap<>();
    for (Outcome outcome : Outcome.values()) {
      if (outcome.isFailure()) {
        failures.put(outcome.label(), 0L);
        cells.forEach(
            cell -> failures.merge(outcome.label(), cell.outcomes().of(outcome), Long::sum));
      }
    }
    return new Bookkeeping(
        scope,
        type.label(),
        cells.stream().mapToLong(CellRow::offered).sum(),
        cells.stream().mapToLong(CellRow::started).sum(),
        cells.stream().mapToLong(CellRow::skipped).sum(),
        cells.stream().mapToLong(CellRow::committed).sum(),
        cells.stream().mapToLong(c -> c.outcomes().of(Outcome.ROLLED_BACK_ON_PURPOSE)).sum(),
        failures,
        cells.stream().mapToLong(CellRow::inFlightAtEnd).sum(),
        cells.stream().allMatch(CellRow::isBalanced));
  }

  public List<RefusedStatement> refusedStatements() {
    return data.books().sqlStates().stream()
        .map(
            count ->
                new RefusedStatement(
                    count.kind().name().toLowerCase(Locale.ROOT),
                    count.type().label(),
                    count.sqlState(),
                    count.statement(),
                    count.count()))
        .toList();
  }

  public List<Conservation> conservation() {
    List<Conservation> table = new ArrayList<>();
    for (ConservationRow row : data.integrity().conservation()) {
      table.add(
          new Conservation(
              row.set().name(),
              row.ordersAccepted(),
              row.resultsCommitted(),
              row.database().map(Trades::completed).orElse(null),
              row.database().map(Trades::submitted).orElse(null),
              row.database().map(Trades::pending).orElse(null),
              row.database().map(Trades::canceled).orElse(null),
              row.marketInFlight(),
              verdict(row)));
    }
    return List.copyOf(table);
  }

  private static Judged verdict(ConservationRow row) {
    if (row.database().isEmpty()) {
      return Judged.NOT_JUDGED;
    }
    return row.isConserved() ? Judged.PASS : Judged.FAIL;
  }

  public LittlesLaw littlesLaw() {
    RunFigures figures = data.figures();
    if (figures.users().isEmpty() || figures.measuredSeconds() <= 0) {
      return new LittlesLaw(null, null, null, null, Judged.NOT_JUDGED);
    }
    return new LittlesLaw(
        figures.users().getAsDouble(),
        figures.busyUsers(),
        100 * figures.littlesLawResidual().getAsDouble(),
        data.check(Rules.LITTLES_LAW).map(Check::limit).orElse(null),
        Judged.of(data.check(Rules.LITTLES_LAW)));
  }

  public List<Consistency> consistency() {
    Map<String, Consistency> table = new LinkedHashMap<>();
    for (CheckRow row : data.integrity().checks()) {
      int passed = row.hasPassed() ? 1 : 0;
      table.merge(
          row.moment() + " " + row.vm(),
          new Consistency(row.moment(), row.vm(), passed, 1 - passed, row.millis()),
          (a, b) ->
              new Consistency(
                  a.moment(),
                  a.vm(),
                  a.passed() + b.passed(),
                  a.failed() + b.failed(),
                  a.millis() + b.millis()));
    }
    return List.copyOf(table.values());
  }

  public List<FailedCheck> failedChecks() {
    return data.integrity().checks().stream()
        .filter(row -> !row.hasPassed())
        .map(row -> new FailedCheck(row.moment(), row.vm(), row.check(), row.rows()))
        .toList();
  }

  public List<Interruption> outages() {
    return Outage.of(data.events()).stream()
        .map(
            outage ->
                new Interruption(
                    outage.vm(),
                    outage.isLoss() ? "lost" : "silent",
                    outage.fromUtcMillis(),
                    outage.millis().isPresent() ? outage.millis().getAsLong() / 1e3 : null,
                    outage.waiting(),
                    outage.failed(),
                    outage.reason()))
        .toList();
  }

  public List<Cadence> cadence() {
    double interval =
        data.plan().map(plan -> plan.workload().dataMaintenance().toMillis() / 1e3).orElse(0.0);
    double seconds =
        (data.books().cells().stream().mapToLong(CellRow::endUtcMillis).max().orElse(0)
                - data.startUtcMillis())
            / 1e3;
    Long expected =
        interval > 0 ? (long) (VmRole.DATABASES.size() * Math.floor(seconds / interval)) : null;
    Map<String, long[]> bySet = new TreeMap<>();
    for (CellRow cell : data.books().cells()) {
      long[] counts = bySet.computeIfAbsent(cell.set().name(), name -> new long[2]);
      if (cell.type() == TransactionType.DATA_MAINTENANCE) {
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
