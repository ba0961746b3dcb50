package io.quartet.cli.lab;

import io.quartet.cli.view.Figures;
import io.quartet.cli.view.Folded;
import io.quartet.model.Text;
import io.quartet.model.size.Bytes;
import io.quartet.report.advise.Advice;
import io.quartet.report.advise.AdvicePage;
import io.quartet.report.advise.IndexAdvice;
import io.quartet.report.advise.PlanChange;
import io.quartet.report.advise.Proposal;
import io.quartet.report.advise.TransactionAdvice;
import io.quartet.report.advise.Trial;
import java.util.List;

/** Writes advice for a reader of standard output. */
final class AdviceText {

  private static final String TRIAL_ROW = "    %-15s %-6s %9s %9s %7s %-16s %s%n";
  private static final String INDEX_ROW = "  %-31s %-18s %8s %10s %8s %8s %8s%n";

  private final StringBuilder text = new StringBuilder();

  private AdviceText() {}

  /**
   * @param isAll true for every figure of a trial, false for those that are shown to differ
   */
  static String of(Advice advice, boolean isAll) {
    AdviceText writer = new AdviceText();
    Advice.Run run = advice.run();
    writer.add(
        "Run %s, index profile %s: %s in %s; %s%n",
        run.runId(),
        run.profile(),
        Text.counted(run.trades(), "trade"),
        Text.seconds(run.measuredSeconds(), 0),
        run.verdict());
    advice.trials().forEach(trial -> writer.trial(trial, isAll));
    if (!advice.trials().isEmpty()) {
      writer.add("%n%s%n", AdvicePage.VERDICTS);
    }
    new AdvicePage(advice, "").roles().forEach(role -> writer.indexes(role, advice));
    writer.proposals(advice.proposals());
    writer.transactions(advice.transactions());
    writer.changes("from before this run to after it", advice.changedWithin());
    if (advice.against() != null) {
      writer.changes(
          "from run " + advice.against().runId() + " to this one", advice.changedAgainst());
    }
    writer.add("%nBefore you rely on it%n");
    advice.notes().forEach(note -> writer.add("  - %s%n", note));
    writer.add("  - %s%n", advice.notice());
    return writer.text.toString();
  }

  private void add(String format, Object... arguments) {
    text.append(Folded.lines(Text.line(format, arguments)));
  }

  /** Adds a row of a table, or a statement to copy: neither is folded. */
  private void row(String format, Object... arguments) {
    text.append(Text.line(format, arguments));
  }

  private void trial(Trial trial, boolean isAll) {
    add("%nTried on copies of %s (%s); means of one execution%n", trial.vm(), trial.role());
    trial.changes().forEach(change -> row("  %s%n", change));
    add("%s%n", AdvicePage.summary(trial));
    List<Trial.Figure> figures = isAll ? trial.figures() : trial.changed();
    if (!figures.isEmpty()) {
      row(TRIAL_ROW, "quantity", "unit", "without", "with", "diff. %", "95 % interval", "verdict");
    }
    String above = "";
    for (Trial.Figure figure : figures) {
      add(figure.transaction().equals(above) ? "" : "  %s%n", figure.transaction());
      above = figure.transaction();
      row(
          TRIAL_ROW,
          figure.quantity(),
          figure.unit(),
          Figures.figure(figure.without(), 3),
          Figures.figure(figure.with(), 3),
          Figures.signed(figure.differencePercent()),
          Figures.interval(figure.lowPercent(), figure.highPercent()),
          figure.verdict().words());
    }
    if (!isAll) {
      add(
          "  %d of %d figures are shown to differ. --all prints every figure.%n",
          figures.size(), trial.figures().size());
    }
    changes("from without the changes to with them", trial.changedPlans());
  }

  private void indexes(String role, Advice advice) {
    add("%nIndexes of the %s databases, all Sets together; a trade is a Trade-Result%n", role);
    row(INDEX_ROW, "", "", "size", "growth MiB", "scans", "fetches", "entries");
    row(INDEX_ROW, "index", "verdict", "MiB", "/M trades", "/trade", "/trade", "/trade");
    for (IndexAdvice index : new AdvicePage(advice, "").indexes(role)) {
      row(
          INDEX_ROW,
          index.name(),
          index.verdict().words(),
          mib(index.bytes()),
          mib(index.growthBytesPerMillionTrades()),
          Figures.figure(index.scansPerTrade(), 3),
          Figures.figure(index.heapFetchesPerTrade(), 3),
          Figures.figure(index.entriesWrittenPerTrade(), 3));
      if (!index.usedBy().isEmpty()) {
        add("    used by %s%n", AdvicePage.users(index.usedBy()));
      }
    }
    advice.indexes().stream()
        .filter(index -> index.role().equals(role) && isQuestionable(index))
        .forEach(
            index ->
                add("  %s is %s. %s%n", index.name(), index.verdict().words(), index.reason()));
  }

  private static boolean isQuestionable(IndexAdvice index) {
    return switch (index.verdict()) {
      case NOTHING, RARE -> true;
      case EARNS, CONSTRAINT, UNKNOWN -> false;
    };
  }

  private void proposals(List<Proposal> proposals) {
    add("%nIndexes that would help%n");
    if (proposals.isEmpty()) {
      add("  none, as far as plans were captured%n");
    }
    for (Proposal proposal : proposals) {
      row("  %s: %s%n", proposal.role(), proposal.createIndex());
      add(
          "    %s discard %,.0f rows%n",
          AdvicePage.users(proposal.usedBy()), proposal.rowsRemoved());
    }
  }

  private void transactions(List<TransactionAdvice> transactions) {
    if (transactions.isEmpty()) {
      return;
    }
    add("%nWhere each transaction spends its work; means of one execution%n");
    for (TransactionAdvice transaction : transactions) {
      add("  %s (%s)%n", transaction.transaction(), transaction.role());
      transaction.mostBuffers().forEach(node -> node("most buffers", node));
      transaction.mostRowsRemoved().forEach(node -> node("most rows removed", node));
    }
  }

  private void node(String what, TransactionAdvice.Node node) {
    add(
        "    %-18s %-8s %,10.1f buffers %,10.1f rows removed  %s%n",
        what,
        node.statement(),
        node.buffers(),
        node.rowsRemoved(),
        node.conditions().isEmpty() ? node.node() : node.node() + "; " + node.conditions());
  }

  private void changes(String title, List<PlanChange> changes) {
    add("%nStatements that changed their plan, %s%n", title);
    if (changes.isEmpty()) {
      add("  none, as far as plans were captured%n");
    }
    for (PlanChange change : changes) {
      add(
          "  %s of %s on %s%n    before: %s%n    after:  %s%n",
          change.statement(),
          change.transaction(),
          String.join(", ", change.vms()),
          change.before(),
          change.after());
      add(
          "    planner's cost %s to %s, buffers %s to %s, ms %s to %s%n",
          Figures.figure(change.costBefore(), 1),
          Figures.figure(change.costAfter(), 1),
          Figures.figure(change.buffersBefore(), 1),
          Figures.figure(change.buffersAfter(), 1),
          Figures.figure(change.millisecondsBefore(), 2),
          Figures.figure(change.millisecondsAfter(), 2));
    }
  }

  private static String mib(Number bytes) {
    return Figures.figure(bytes == null ? null : (Double) (bytes.doubleValue() / Bytes.MIB), 2);
  }
}
