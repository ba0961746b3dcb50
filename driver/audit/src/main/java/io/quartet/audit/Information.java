package io.quartet.audit;

import io.quartet.books.CellRow;
import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.util.List;

/** Figures a reader wants beside the rules; nothing here can break a run. */
final class Information {

  private Information() {}

  static List<Check> of(RunResults results) {
    return List.of(perLoadUnit(results), ordersSettled(results));
  }

  private static Check perLoadUnit(RunResults results) {
    RunPlan plan = results.info().plan();
    int units = plan.activeLoadUnits();
    double etps = results.figures().etps().orElse(Double.NaN);
    return information(
        "etps-per-load-unit",
        "etps per Load Unit",
        Double.isNaN(etps) ? "no throughput" : Text.format("%.3f", etps / units),
        "2.0 nominal",
        units + " active Load Units in all");
  }

  private static Check ordersSettled(RunResults results) {
    RunFigures figures = results.figures();
    long orders =
        figures.measured(
            row -> row.type() == TransactionType.TRADE_ORDER, CellRow::committedInPhase);
    long settled = figures.measuredTradeResults();
    return information(
        "orders-settled",
        "Trade-Results per accepted Trade-Order in the measured interval",
        orders == 0 ? "no orders" : Text.format("%.3f", (double) settled / orders),
        "1.0 when limit orders have settled",
        settled + " of " + orders);
  }

  private static Check information(
      String id, String title, String actual, String limit, String detail) {
    return Check.of(id, title, Severity.INFORMATION, true, actual, limit, detail);
  }
}
