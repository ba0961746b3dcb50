package io.quartet.report.internal.run;

import io.quartet.audit.Rule;
import io.quartet.audit.Rules;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.report.Report;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.MeasuredLoad.Response;
import io.quartet.report.section.MeasuredLoad.Transaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Counts, mix and response times of the transactions. */
public final class TransactionFigures {

  private static final Table<Response> RESPONSE =
      Table.of(
          millis("min", "Min", Response::min),
          millis("mean", "Mean", Response::mean),
          millis("p50", "p50", Response::p50),
          millis("p90", "p90", Response::p90).inked(row -> "strong"),
          millis("p99", "p99", Response::p99),
          millis("max", "Max", Response::max),
          Column.rounded("limit", Response::limit)
              .ofBrokerage()
              .meaning("Of the 90th percentile; null if there is none.")
              .shown(
                  "Limit of p90", row -> row.limit() == null ? "none" : Format.count(row.limit()))
              .apart()
              .dim(),
          Column.judgment("verdict", Response::verdict).ofBrokerage());

  /** In JSON. */
  static final Table<Transaction> TABLE =
      Table.of(
          Column.word("transaction", Transaction::transaction).titled("Transaction"),
          text("issuer", "Sent by", TransactionFigures::issuer).ofBrokerage(),
          text("database", "Database", TransactionFigures::database).ofBrokerage(),
          sum("started", "Started", CellRow::started),
          sum("committed", "Committed", CellRow::committed),
          sum("failed", "Failed", CellRow::failed),
          sum("warnings", "Warnings", CellRow::warnings),
          sum("retries", "Retries", CellRow::retries).apart(),
          ratio("retriedPercent", 100, CellRow::retries, CellRow::started)
              .shown("Retries per 100", 2),
          ratio("roundTripsPerTransaction", 1, CellRow::roundTrips, CellRow::finished)
              .ofBrokerage()
              .shown("Round trips", 1),
          Column.rounded("mixPercent", Transaction::mixPercent)
              .meaning("Of the requests that the Customer Emulator offered.")
              .shown("Mix", 2)
              .apart(),
          Column.rounded("mixTargetPercent", Transaction::mixTargetPercent)
              .shown("Target", 2)
              .dim(),
          Column.change("mixDifferencePoints", Transaction::mixDifferencePoints)
              .shownSigned("Diff.", 2),
          Column.judgment("mixVerdict", Transaction::mixVerdict).ofBrokerage(),
          Column.rounded("serviceMeanMillis", Transaction::serviceMeanMillis)
              .shownBy("Service mean", Format::millis)
              .apart(),
          Column.part("response", RESPONSE, Transaction::response)
              .meaning("Milliseconds from the intended start."),
          Column.words("note", Transaction::note)
              .ofBrokerage()
              .meaning("Why something is not judged."));

  private TransactionFigures() {}

  private static Column<Response> millis(
      String key, String title, Function<Response, Double> value) {
    return Column.rounded(key, value).shownBy(title, Format::millis);
  }

  private static Column<Transaction> text(
      String key, String title, Function<RequestKind, String> text) {
    return Column.<Transaction>word(key, row -> text.apply(row.counts().kind()))
        .titled(title)
        .dim();
  }

  private static Column<Transaction> sum(String key, String title, ToLongFunction<CellRow> count) {
    return Column.<Transaction>count(key, row -> row.counts().sum(count)).shownWhole(title);
  }

  private static Column<Transaction> ratio(
      String key, double times, ToLongFunction<CellRow> part, ToLongFunction<CellRow> whole) {
    return Column.rounded(key, row -> row.counts().ratio(times, part, whole));
  }

  /** Response times of each transaction, and whether they are within their limits. */
  public static View.Shown responses(Report report) {
    Column<Transaction> verdict =
        Column.<Transaction>label("Verdict", row -> verdict(row, report))
            .marked(row -> Format.css(row.response().verdict()));
    return new View<>(
            Column.joined(
                TABLE.chosen("transaction", "database", "started"),
                Column.of(
                    RESPONSE.chosen("min", "mean", "p50", "p90", "p99", "max", "limit"),
                    Transaction::response),
                List.of(verdict.ofBrokerage()),
                TABLE.chosen("serviceMeanMillis", "roundTripsPerTransaction")))
        .in(report.contents())
        .condensed(report.workload().transactions(), "transaction");
  }

  /** Response times of each script of pgbench, the percentiles alone. */
  public static View.Shown inShort(Report report) {
    Column<Transaction> script = Column.label("Script", Transaction::transaction);
    return new View<>(List.of(script))
        .and(Column.of(RESPONSE.chosen("mean", "p50", "p90", "p99"), Transaction::response))
        .of(report.workload().transactions());
  }

  /** Why two counts of Trade-Results differ; nothing if they are equal or one is not known. */
  public static Optional<String> startsAndEnds(Report report) {
    long completed = report.metric().tradeResults();
    return report.workload().transactions().stream()
        .filter(row -> row.counts().kind() == TransactionType.TRADE_RESULT)
        .map(row -> row.counts().sum(CellRow::started))
        .filter(started -> started != completed)
        .findFirst()
        .map(
            started ->
                Text.format(
                    "A request counts here if its start was due in the measured phases: %,d"
                        + " Trade-Results. Throughput counts those that were completed in them: %,d.",
                    started, completed));
  }

  /** Why something is not judged, with the transactions if that is not so of all. */
  public static List<String> notJudged(Report report) {
    if (!report.contents().isBrokerage()) {
      return List.of();
    }
    List<Transaction> all = report.workload().transactions();
    Map<String, List<String>> byNote = new LinkedHashMap<>();
    all.forEach(
        row ->
            row.note()
                .forEach(
                    note ->
                        byNote
                            .computeIfAbsent(note, any -> new ArrayList<>())
                            .add(row.transaction())));
    return byNote.entrySet().stream()
        .map(
            each ->
                each.getValue().size() == all.size()
                    ? each.getKey()
                    : String.join(", ", each.getValue()) + ": " + each.getKey())
        .toList();
  }

  /** Whether the response times of a transaction are within their limit, in words. */
  public static String verdict(Transaction row, Report report) {
    boolean hasLimit = row.response().limit() != null;
    // A profile has the rules of all limits or of none.
    Rule rule = Rules.responseTime(hasLimit ? row.counts().kind() : TransactionType.TRADE_RESULT);
    return !hasLimit && RuleJudgment.isOfProfile(report, rule)
        ? "no limit"
        : RuleJudgment.words(row.response().verdict(), report, rule);
  }

  /** Counts of each transaction, and its part of the mix. */
  public static View.Shown mix(Report report) {
    Column<Transaction> verdict =
        Column.<Transaction>label("Verdict", row -> mixVerdict(row, report))
            .marked(row -> Format.css(row.mixVerdict()));
    return new View<>(
            Column.joined(
                TABLE.chosen("transaction", "issuer", "started", "committed", "warnings", "failed"),
                TABLE.chosen("mixPercent", "mixTargetPercent", "mixDifferencePoints"),
                List.of(verdict.ofBrokerage()),
                TABLE.chosen("retries", "retriedPercent")))
        .in(report.contents())
        .condensed(report.workload().transactions(), "transaction");
  }

  private static String mixVerdict(Transaction row, Report report) {
    return row.mixTargetPercent() == null && RuleJudgment.isOfProfile(report, Rules.MIX)
        ? "not in the mix"
        : RuleJudgment.words(row.mixVerdict(), report, Rules.MIX);
  }

  private static String issuer(RequestKind kind) {
    return kind instanceof TransactionType transaction ? issuer(transaction) : "clients";
  }

  private static String issuer(TransactionType transaction) {
    return switch (transaction.issuer()) {
      case CUSTOMER_EMULATOR -> "customers";
      case MARKET_EXCHANGE -> "market";
      case DATA_MAINTENANCE -> "timer";
      case OPERATOR -> "before the run";
    };
  }

  private static String database(RequestKind kind) {
    return kind == TransactionType.DATA_MAINTENANCE || kind == TransactionType.TRADE_CLEANUP
        ? "DSS, OLTP"
        : kind.database().name();
  }
}
