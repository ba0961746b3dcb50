package io.quartet.report;

import io.quartet.model.Text;
import io.quartet.report.internal.run.TransactionFigures;
import io.quartet.report.section.MeasuredLoad.Transaction;
import io.quartet.report.section.ToolLoad;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Remarks to the main figure of a run, in the same words everywhere. */
public final class Headline {

  /** As many reasons stand in the open. */
  private static final int FIRST_REASONS = 3;

  /** Characters of a reason in the open, if it is not the first. */
  private static final int SHORT = 120;

  private final Report report;

  public Headline(Report report) {
    this.report = report;
  }

  /** The first reasons of a verdict; only the first of them is as long as it is. */
  public static List<String> inShort(List<String> reasons) {
    return IntStream.range(0, Math.min(FIRST_REASONS, reasons.size()))
        .mapToObj(at -> at == 0 ? reasons.get(at) : Text.cut(reasons.get(at), SHORT))
        .toList();
  }

  /** The one figure, in {@link #unit}; null if there was none. */
  public Double figure() {
    return inUnit(report.metric().etps());
  }

  /** A rate by second in {@link #unit}. */
  public Double inUnit(Double perSecond) {
    return perSecond == null
        ? null
        : (Double) (perSecond * told().map(ToolLoad.Told::perSeconds).orElse(1L));
  }

  /** Name of the figure, in full. */
  public String title() {
    return told().map(told -> Text.capitalized(told.unit())).orElse(report.contents().headline());
  }

  /** Name of a defined tool; empty for other workloads. */
  public Optional<String> toolName() {
    return told().map(ToolLoad.Told::name);
  }

  /** Name and unit of the figure. */
  public String unit() {
    return told().map(ToolLoad.Told::unit).orElse(report.contents().unit());
  }

  /** What a defined tool calls its figure; empty for other workloads. */
  private Optional<ToolLoad.Told> told() {
    return Optional.ofNullable(report.tool()).map(ToolLoad::told);
  }

  /** Reached part of the requested rate of a paced load; empty for other loads. */
  public Optional<String> requested() {
    double reached = report.metric().etps() == null ? 0 : report.metric().etps();
    return Optional.ofNullable(report.metric().requestedEtps())
        .map(
            requested ->
                Text.format(
                    "reached %s of %s requested %s, %.1f %%",
                    Text.figure(reached, 2),
                    Text.chosen(requested),
                    unit(),
                    100 * reached / requested));
  }

  /** Limit orders that were open at the end of a paced run; empty for others. */
  public Optional<String> openOrders() {
    return Optional.ofNullable(report.metric().openLimitOrders())
        .filter(open -> report.metric().requestedEtps() != null)
        .map(open -> Text.counted(open, "limit order") + " still waited for a price");
  }

  /** Best step and knee of a ramp; empty for other loads. */
  public Optional<String> ramp() {
    return Optional.ofNullable(report.workload().ramp())
        .map(
            ramp ->
                (ramp.bestPhase() == null
                        ? "no step of the ramp met its limits"
                        : "this is phase " + ramp.bestPhase() + ", the best step within its limits")
                    + (ramp.kneePhase() == null
                        ? "; there is no knee"
                        : "; the knee is phase " + ramp.kneePhase()));
  }

  /** Why there is no figure. */
  public String noFigure() {
    return report.workload().ramp() == null ? "none was measured" : "no step met its limits";
  }

  /** Transactions with a limit of their response time that finished in measured phases. */
  public List<Transaction> limited() {
    return report.workload().transactions().stream()
        .filter(row -> row.response().partOfLimit().isPresent())
        .toList();
  }

  /** Whether a transaction is within its limit, in the words of the page. */
  public String verdict(Transaction row) {
    return TransactionFigures.verdict(row, report);
  }

  /** The transaction that is nearest to its limit, or furthest above it. */
  public Optional<Transaction> slowest() {
    return limited().stream()
        .max(Comparator.comparingDouble(row -> row.response().partOfLimit().getAsDouble()));
  }

  /** The kind of transactions with the highest 90th percentile. */
  public Optional<Transaction> slowestScript() {
    return report.workload().transactions().stream()
        .filter(row -> row.response().p90() != null)
        .max(Comparator.comparingDouble(row -> row.response().p90()));
  }

  /** What the number of users stands for, in a few words. */
  public String meaningOfUsers() {
    if (report.workload().ramp() != null) {
      return "at most at once, in a ramp";
    }
    return report.run().offered().isPaced() ? "at most at once, paced load" : "closed load";
  }

  /** Part of the processor time that others got. */
  public String foreignShare() {
    Double foreign = report.metric().foreignPercent();
    return foreign == null ? "not known" : Text.format("%.1f %%", foreign);
  }
}
