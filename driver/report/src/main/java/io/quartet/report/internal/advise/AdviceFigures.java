package io.quartet.report.internal.advise;

import static io.quartet.report.internal.figure.Column.change;
import static io.quartet.report.internal.figure.Column.count;
import static io.quartet.report.internal.figure.Column.countOrNull;
import static io.quartet.report.internal.figure.Column.joined;
import static io.quartet.report.internal.figure.Column.label;
import static io.quartet.report.internal.figure.Column.oneOf;
import static io.quartet.report.internal.figure.Column.part;
import static io.quartet.report.internal.figure.Column.rounded;
import static io.quartet.report.internal.figure.Column.rows;
import static io.quartet.report.internal.figure.Column.seconds;
import static io.quartet.report.internal.figure.Column.word;
import static io.quartet.report.internal.figure.Column.wordOrNull;
import static io.quartet.report.internal.figure.Column.words;

import io.quartet.report.advise.Advice;
import io.quartet.report.advise.IndexAdvice;
import io.quartet.report.advise.IndexAdvice.Use;
import io.quartet.report.advise.IndexVerdict;
import io.quartet.report.advise.PlanChange;
import io.quartet.report.advise.Proposal;
import io.quartet.report.advise.TransactionAdvice;
import io.quartet.report.advise.TransactionAdvice.Node;
import io.quartet.report.advise.Trial;
import io.quartet.report.compare.ComparisonPage;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Advice about indexes, as {@code advise.json} and the tables of the page have it. */
public final class AdviceFigures {

  private static final String COST = "Planner's cost";
  private static final String BUFFERS = "Buffers";
  private static final String TIME = "Time, ms";

  private static final Table<Advice.Run> RUN =
      Table.of(
          word("runId", Advice.Run::runId),
          word("name", Advice.Run::name).meaning("Of the benchmark."),
          word("profile", Advice.Run::profile).meaning("Index profile of its databases."),
          count("trades", Advice.Run::trades),
          seconds("measuredSeconds", Advice.Run::measuredSeconds),
          word("verdict", Advice.Run::verdict).meaning("Of the last audit."));

  private static final Table<Use> USE =
      Table.of(
          word("transaction", Use::transaction),
          words("statements", Use::statements).limited("minItems", 1));

  private static final Table<IndexAdvice> INDEX =
      Table.of(
          role(IndexAdvice::role),
          word("table", IndexAdvice::table),
          word("name", IndexAdvice::name),
          wordOrNull("definition", IndexAdvice::definition)
              .meaning("Method, columns and what follows them."),
          oneOf("constraint", IndexAdvice::constraint, "primary key", "unique", null),
          countOrNull("bytes", IndexAdvice::bytes)
              .meaning("At the end of the measured interval, all databases of the role."),
          change("growthBytesPerMillionTrades", IndexAdvice::growthBytesPerMillionTrades),
          rounded("scans", IndexAdvice::scans),
          rounded("scansPerTrade", IndexAdvice::scansPerTrade),
          rounded("entriesRead", IndexAdvice::entriesRead),
          rounded("heapFetchesPerTrade", IndexAdvice::heapFetchesPerTrade)
              .meaning("Rows that its scans looked up in the table."),
          rounded("indexOnlyPercent", IndexAdvice::indexOnlyPercent)
              .meaning("Entries whose row was not looked up in the table, of all."),
          rounded("entriesWrittenPerTrade", IndexAdvice::entriesWrittenPerTrade)
              .meaning(
                  "Estimated: rows inserted into the table, and updates that are not HOT. Of an"
                      + " index on a part of the rows it is an upper limit."),
          rounded("walBytesPerTrade", IndexAdvice::walBytesPerTrade)
              .meaning("Write-ahead log of its entries; null: not recorded."),
          rows("usedBy", USE, IndexAdvice::usedBy)
              .meaning("Statements whose captured plans have the index."),
          Column.<IndexAdvice, IndexVerdict>oneOf(
                  "verdict",
                  IndexAdvice::verdict,
                  IndexVerdict::words,
                  EnumSet.allOf(IndexVerdict.class))
              .meaning(
                  "rarely used: less than one scan in a hundred trades. A key is never called"
                      + " useless."),
          word("reason", IndexAdvice::reason));

  private static final Table<Node> NODE =
      new Table<>(
          "A node of a plan. Figures are means of one execution, without the nodes below.",
          List.of(
              word("statement", Node::statement).titled("Statement"),
              word("node", Node::node).titled("Node").wrapped(),
              word("conditions", Node::conditions).titled("Conditions").apart().wrapped(),
              count("executions", Node::executions).limited("minimum", 1),
              seconds("buffers", Node::buffers).shown("Buffers", 1).apart(),
              seconds("rowsRemoved", Node::rowsRemoved).shown("Rows discarded", 1),
              wordOrNull("createIndex", Node::createIndex)));

  private static final View<Ranked> NODES =
      new View<>(
          joined(
              List.of(label("Most", Ranked::most)),
              Column.of(
                  NODE.chosen("statement", "node", "buffers", "rowsRemoved", "conditions"),
                  Ranked::node)));

  /**
   * A node among the most expensive ones.
   *
   * @param most what it has most of
   */
  private record Ranked(String most, Node node) {}

  private static final Table<TransactionAdvice> TRANSACTION =
      Table.of(
          role(TransactionAdvice::role),
          word("transaction", TransactionAdvice::transaction),
          rows("mostBuffers", NODE, TransactionAdvice::mostBuffers).limited("maxItems", 3),
          rows("mostRowsRemoved", NODE, TransactionAdvice::mostRowsRemoved).limited("maxItems", 3));

  private static final Table<Proposal> PROPOSAL =
      Table.of(
          role(Proposal::role),
          word("createIndex", Proposal::createIndex).meaning("The statement that --try takes."),
          rows("usedBy", USE, Proposal::usedBy).meaning("Statements that it would serve."),
          seconds("rowsRemoved", Proposal::rowsRemoved)
              .meaning("Sum of the rows that one execution of each of them discards."));

  private static final Table<PlanChange> CHANGE =
      new Table<>(
          "Costs are the planner's; buffers and milliseconds are means of one execution, null where"
              + " none was captured.",
          List.of(
              role(PlanChange::role),
              word("transaction", PlanChange::transaction).titled("Transaction"),
              word("statement", PlanChange::statement).titled("Statement"),
              words("vms", PlanChange::vms)
                  .limited("minItems", 1)
                  .meaning("Databases on which it differs so.")
                  .shown("Databases", change -> String.join(", ", change.vms()))
                  .wrapped(),
              word("before", PlanChange::before)
                  .meaning("How each table was read.")
                  .titled("Plan before")
                  .apart()
                  .wrapped(),
              word("after", PlanChange::after).titled("Plan after").wrapped(),
              rounded("costBefore", PlanChange::costBefore).under(COST).shown("before", 1),
              rounded("costAfter", PlanChange::costAfter).under(COST).shown("after", 1),
              rounded("buffersBefore", PlanChange::buffersBefore).under(BUFFERS).shown("before", 1),
              rounded("buffersAfter", PlanChange::buffersAfter).under(BUFFERS).shown("after", 1),
              rounded("millisecondsBefore", PlanChange::millisecondsBefore)
                  .under(TIME)
                  .shownBy("before", Format::millis),
              rounded("millisecondsAfter", PlanChange::millisecondsAfter)
                  .under(TIME)
                  .shownBy("after", Format::millis)));

  private static final View<PlanChange> CHANGES =
      new View<>(
          CHANGE.chosen(
              "statement",
              "transaction",
              "vms",
              "before",
              "after",
              "costBefore",
              "costAfter",
              "buffersBefore",
              "buffersAfter",
              "millisecondsBefore",
              "millisecondsAfter"));

  private static final Table<Trial.Figure> FIGURE =
      new Table<>(
          "A mean of one execution. The interval is that of the difference, 95 %, from pairs of"
              + " slices.",
          List.of(
              word("transaction", Trial.Figure::transaction).titled("Transaction"),
              oneOf(
                      "quantity",
                      Trial.Figure::quantity,
                      "time",
                      "processor time",
                      "buffers",
                      "write-ahead log")
                  .titled("Quantity"),
              oneOf("unit", Trial.Figure::unit, "ms", "blocks", "bytes").titled("Unit").dim(),
              seconds("without", Trial.Figure::without).shown("Without", 3).apart(),
              seconds("with", Trial.Figure::with).shown("With", 3),
              change("differencePercent", Trial.Figure::differencePercent)
                  .shownSigned("Difference, %", 1)
                  .apart(),
              change("lowPercent", Trial.Figure::lowPercent)
                  .shown(
                      "95 % interval, %",
                      figure -> ComparisonPage.interval(figure.lowPercent(), figure.highPercent())),
              change("highPercent", Trial.Figure::highPercent),
              rounded("pValue", Trial.Figure::pValue)
                  .limited("maximum", 1)
                  .meaning("Probability of a difference at least as large where there is none."),
              oneOf(
                      "verdict",
                      Trial.Figure::verdict,
                      Conclusion::words,
                      EnumSet.complementOf(
                          EnumSet.of(Conclusion.DIFFERS, Conclusion.NOT_COMPARABLE)))
                  .meaning("Corrected for the number of figures of all trials.")
                  .titled("Verdict")
                  .apart()));

  private static final View<Trial.Figure> FIGURES =
      new View<>(
          FIGURE.chosen(
              "transaction",
              "quantity",
              "without",
              "with",
              "unit",
              "differencePercent",
              "lowPercent",
              "verdict"));

  private static final Table<Trial> TRIAL =
      new Table<>(
          "Transactions on two copies of a database in turn, slice by slice. One copy has all the"
              + " changes.",
          List.of(
              role(Trial::role),
              word("vm", Trial::vm).meaning("Database that was copied."),
              words("changes", Trial::changes)
                  .limited("minItems", 1)
                  .meaning("Statements that made one copy different."),
              rows("changedPlans", CHANGE, Trial::changedPlans)
                  .meaning(
                      "Statements that PostgreSQL plans otherwise with the changes; not executed."),
              rows("figures", FIGURE, Trial::figures)));

  /** All of it. */
  public static final Table<Advice> TABLE =
      new Table<>(
          "What the records of one run say of its indexes. A trade is a completed Trade-Result of"
              + " the measured phases. A figure that was not recorded is null.",
          List.of(
              Column.constant("schemaVersion", Advice.SCHEMA_VERSION),
              word("notice", Advice::notice).meaning("What the figures may not be compared with."),
              part("run", RUN, Advice::run),
              part("against", RUN, Advice::against)
                  .orNull()
                  .meaning("The run whose plans are those from before; null without --against."),
              rows("indexes", INDEX, Advice::indexes)
                  .meaning(
                      "Role by role: those used by nothing, those rarely used, then the others;"
                          + " within each the largest first."),
              rows("transactions", TRANSACTION, Advice::transactions)
                  .meaning("Out of the plans that were executed after the run."),
              rows("proposals", PROPOSAL, Advice::proposals)
                  .meaning(
                      "Indexes that would serve plan nodes which discard rows; role by role, the"
                          + " one that saves the most rows first."),
              rows("changedWithin", CHANGE, Advice::changedWithin)
                  .meaning("Statements whose plan differs before and after the run."),
              rows("changedAgainst", CHANGE, Advice::changedAgainst)
                  .meaning(
                      "Statements whose plan after the run differs from that after the other run."),
              rows("trials", TRIAL, Advice::trials)
                  .meaning("What --try and --drop measured, role by role; empty without them."),
              words("notes", Advice::notes).meaning("What to know before reading the figures.")));

  private AdviceFigures() {}

  private static <R> Column<R> role(Function<R, String> role) {
    return oneOf("role", role, "OLTP", "DSS");
  }

  /** Statements whose plan differs. */
  public static View.Shown changes(List<PlanChange> changes) {
    return CHANGES.of(changes);
  }

  /** Figures of a trial. */
  public static View.Shown figures(List<Trial.Figure> figures) {
    return FIGURES.of(figures);
  }

  /** The most expensive plan nodes of a transaction. */
  public static View.Shown nodes(TransactionAdvice transaction) {
    return NODES.of(
        Stream.concat(
                transaction.mostBuffers().stream().map(node -> new Ranked("buffers", node)),
                transaction.mostRowsRemoved().stream()
                    .map(node -> new Ranked("rows discarded", node)))
            .toList());
  }
}
