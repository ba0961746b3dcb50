package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import java.util.List;

/** Figures a reader wants beside the rules; nothing here can break a run. */
public final class Information {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .information("etps-per-load-unit", "etps per Load Unit")
              .ofBrokerage()
              .number(16)
              .reads(PhasesCsv.NAME)
              .how("2.0 is nominal: docs/spec/elasticity.md, \"Metric\"")
              .judge(Information::perLoadUnit),
          Scope.EVERY_RUN
              .information(
                  "orders-settled",
                  "Trade-Results per accepted Trade-Order in the measured interval")
              .ofBrokerage()
              .reads(PhasesCsv.NAME)
              .how("1 once limit orders settle as fast as they are placed")
              .judge(Information::ordersSettled));

  private Information() {}

  private static Judgment perLoadUnit(AuditedRun run) {
    int units = run.plan().activeLoadUnits();
    double etps = run.results().figures().rate().orElse(Double.NaN);
    return Judgment.of(
        true,
        Double.isNaN(etps) ? "no throughput" : Text.figure(etps / units, 3),
        "2 nominal",
        Text.counted(units, "active Load Unit") + " in all");
  }

  private static Judgment ordersSettled(AuditedRun run) {
    RunFigures figures = run.results().figures();
    long orders =
        figures.measured(
            row -> row.kind() == TransactionType.TRADE_ORDER, CellRow::committedInPhase);
    long settled = figures.counted();
    return Judgment.of(
        true,
        orders == 0 ? "no orders" : Text.figure((double) settled / orders, 3),
        "1 when limit orders have settled",
        Text.format("%,d of %,d", settled, orders));
  }
}
