package io.quartet.report.internal.run;

import io.quartet.books.CellRow;
import io.quartet.books.SqlStateCount;
import io.quartet.model.Outcome;
import io.quartet.model.Text;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Integrity;
import io.quartet.report.section.Integrity.Cadence;
import io.quartet.report.section.Integrity.Consistency;
import io.quartet.report.section.Integrity.LittlesLaw;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.TransactionCounts;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.ConservationRow.Trades;
import io.quartet.results.events.Outage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Whether the books of the run are in order. */
public final class IntegrityFigures {

  private static final Table<TransactionCounts> BOOKKEEPING =
      Table.of(
          Column.oneOf("scope", IntegrityFigures::scope, "measured", "notMeasured"),
          Column.<TransactionCounts>word("transaction", row -> row.kind().label())
              .titled("Transaction"),
          sum("offered", "Offered", CellRow::offered),
          sum("started", "Started", CellRow::started),
          sum("skipped", "Skipped", CellRow::skipped),
          outcome(Outcome.COMMITTED),
          outcome(Outcome.ROLLED_BACK_ON_PURPOSE),
          Column.named("failures", Column.reference("count"), IntegrityFigures::failures),
          sum("inFlightAtEnd", "In flight at end", CellRow::inFlightAtEnd).apart(),
          Column.flag("isBalanced", TransactionCounts::isBalanced)
              .shown("Adds up", row -> row.isBalanced() ? "✓" : "✗ no")
              .marked(row -> row.isBalanced() ? "pass" : "fail")
              .left());

  private static final View<TransactionCounts> BOOKKEEPING_VIEW =
      new View<>(
          Column.joined(
              BOOKKEEPING.chosen("transaction", "offered", "skipped", "started"),
              Stream.of(Outcome.values()).map(IntegrityFigures::outcome).toList(),
              BOOKKEEPING.chosen("inFlightAtEnd", "isBalanced")),
          row -> row.isBalanced() ? "" : "broken");

  /** Statements that the databases refused. */
  public static final Table<SqlStateCount> REFUSED =
      Table.of(
          Column.<SqlStateCount>oneOf(
                  "kind", row -> row.kind().name().toLowerCase(Locale.ROOT), "retry", "failure")
              .shown("Outcome", IntegrityFigures::outcome),
          Column.<SqlStateCount>word("transaction", row -> row.request().label())
              .titled("Transaction"),
          Column.word("sqlState", SqlStateCount::sqlState).titled("SQLSTATE or status"),
          Column.word("statement", SqlStateCount::statement).titled("Statement").wrapped(),
          Column.count("count", SqlStateCount::count).shownWhole("Times"));

  private static final Table<ConservationRow> CONSERVATION =
      Table.of(
          Column.<ConservationRow>word("set", row -> row.set().name()).titled("Set"),
          Column.count("ordersAccepted", ConservationRow::ordersAccepted)
              .shownWhole("Orders accepted"),
          Column.count("resultsCommitted", ConservationRow::resultsCommitted)
              .shownWhole("Trade-Results committed"),
          trades("completed", "CMPT", Trades::completed).apart(),
          trades("submitted", "SBMT", Trades::submitted),
          trades("pending", "PNDG", Trades::pending),
          trades("canceled", "CNCL", Trades::canceled),
          Column.count("inFlight", ConservationRow::marketInFlight)
              .shownWhole("Held by the exchange")
              .apart(),
          Column.judgment("verdict", IntegrityFigures::judgment).titled("Verdict"));

  private static final Table<LittlesLaw> LITTLES_LAW =
      Table.of(
          Column.rounded("users", LittlesLaw::users),
          Column.rounded("busyUsers", LittlesLaw::busyUsers)
              .meaning("Response times of the {request}s by measured second."),
          Column.rounded("residualPercent", LittlesLaw::residualPercent),
          Column.wordOrNull("limit", LittlesLaw::limit),
          Column.judgment("verdict", LittlesLaw::verdict));

  private static final Table<Consistency> CONSISTENCY =
      Table.of(
          Column.oneOf("moment", Consistency::moment, CheckRow.BEFORE, CheckRow.AFTER),
          Column.word("vm", Consistency::vm),
          Column.count("passed", Consistency::passed),
          Column.count("failed", Consistency::failed),
          Column.count("millis", Consistency::millis),
          Column.countOrNull("checkedUtcMillis", Consistency::checkedUtcMillis)
              .meaning(
                  "When the database passed the checks, if it has not changed since and the run did"
                      + " not repeat them."));

  private static final Table<CheckRow> FAILED_CHECK =
      Table.of(
          Column.oneOf("moment", CheckRow::moment, CheckRow.BEFORE, CheckRow.AFTER),
          Column.word("vm", CheckRow::vm),
          Column.word("check", CheckRow::check),
          Column.count("rows", CheckRow::rows).meaning("That break it."));

  /** Data-Maintenance of each Set. */
  public static final Table<Cadence> MAINTENANCE =
      Table.of(
          Column.word("set", Cadence::set).titled("Set"),
          Column.seconds("intervalSeconds", Cadence::intervalSeconds)
              .shownBy("Every", seconds -> Format.seconds(seconds.doubleValue())),
          Column.countOrNull("expected", Cadence::expected).shownWhole("Expected"),
          Column.count("started", Cadence::started).shownWhole("Started"),
          Column.count("committed", Cadence::committed).shownWhole("Committed"));

  /** Times in which a VM could not be reached or did not answer. */
  public static final Table<Outage> OUTAGE =
      Table.of(
          Column.word("vm", Outage::vm).titled("VM"),
          Column.<Outage>oneOf("kind", row -> row.isLoss() ? "lost" : "silent", "lost", "silent")
              .shown("What", row -> row.isLoss() ? "lost" : "no answers"),
          Column.of("fromUtcMillis", Column.type("integer"), Outage::fromUtcMillis)
              .shownBy("Since", Format::utc)
              .left(),
          Column.rounded("seconds", IntegrityFigures::seconds)
              .meaning("Until it answered again; null if it never did.")
              .shown("Recovered after", IntegrityFigures::recovery),
          Column.count("waitingRequests", Outage::waiting).shownWhole("Requests waiting"),
          Column.count("failedRequests", Outage::failed)
              .shown("Attempts failed", row -> Format.count(hasEnded(row) ? row.failed() : null)),
          Column.word("reason", Outage::reason).titled("Seen").wrapped());

  /** In JSON. */
  public static final List<Column<Integrity>> COLUMNS =
      List.of(
          Column.rows("bookkeeping", BOOKKEEPING, Integrity::bookkeeping)
              .meaning(
                  "offered = started + skipped; started = committed + rolledBackOnPurpose +"
                      + " failures + inFlightAtEnd."),
          Column.rows("refusedStatements", REFUSED, Integrity::refusedStatements)
              .meaning("Retries and failures by transaction, SQLSTATE and statement, whole run."),
          Column.rows("conservation", CONSERVATION, Integrity::conservation)
              .ofBrokerage()
              .meaning(
                  "Trades by Set: driver against database, whole run. The counts of a database"
                      + " that could not be asked are null."),
          Column.part("littlesLaw", LITTLES_LAW, Integrity::littlesLaw)
              .meaning("Nulls if the load was paced."),
          Column.rows("consistency", CONSISTENCY, Integrity::consistency)
              .ofBrokerage()
              .meaning("Consistency checks by moment and database."),
          Column.rows("failedConsistencyChecks", FAILED_CHECK, Integrity::failedChecks)
              .ofBrokerage(),
          Column.rows("dataMaintenance", MAINTENANCE, Integrity::dataMaintenance)
              .ofBrokerage()
              .meaning("Data-Maintenance by Set, both databases, whole run."),
          Column.rows("outages", OUTAGE, Integrity::outages)
              .meaning("Times in which a VM was lost, or had requests and answered none of them."),
          Column.part("durability", DurabilityFigures.TABLE, Integrity::durability)
              .ofBrokerage()
              .meaning("The content of durability.json; null where no servers were killed.")
              .orNull());

  private IntegrityFigures() {}

  /** What the consistency checks found, and which databases had none. */
  public static List<String> consistency(Integrity integrity) {
    Set<String> all =
        integrity.consistency().stream().map(Consistency::vm).collect(Collectors.toSet());
    List<String> missing = new ArrayList<>();
    for (String moment : List.of("before", "after")) {
      long checked =
          integrity.consistency().stream().filter(row -> row.moment().equals(moment)).count();
      if (checked < all.size()) {
        missing.add(
            Text.format(
                "%d of %s had no check %s the run.",
                all.size() - checked, Text.counted(all.size(), "database"), moment));
      }
    }
    List<String> sentences = new ArrayList<>();
    if (integrity.failedChecks().isEmpty()) {
      sentences.add(
          missing.isEmpty() ? "Every check passed." : "Every check that was made passed.");
    }
    sentences.addAll(missing);
    return sentences;
  }

  private static Column<TransactionCounts> sum(
      String key, String title, ToLongFunction<CellRow> count) {
    return Column.<TransactionCounts>count(key, row -> row.sum(count)).shownWhole(title);
  }

  private static Column<TransactionCounts> outcome(Outcome outcome) {
    Column<TransactionCounts> column =
        sum(outcome.label(), title(outcome), cell -> cell.outcomes().of(outcome))
            .inked(row -> outcome.isFailure() && sum(row, outcome) == 0 ? "dim" : "");
    return outcome == Outcome.COMMITTED || outcome == Outcome.SERIALIZATION
        ? column.apart()
        : column;
  }

  /** With places where a word may be divided. */
  private static String title(Outcome outcome) {
    return switch (outcome) {
      case COMMITTED -> "Committed";
      case ROLLED_BACK_ON_PURPOSE -> "Rolled back on purpose";
      case SERIALIZATION -> "serial\u00adization";
      case DEADLOCK -> "dead\u00adlock";
      case TIMEOUT -> "time\u00adout";
      case CONNECTION -> "connec\u00adtion";
      case IN_DOUBT -> "in doubt";
      case SQL_ERROR -> "SQL error";
      case ENGINE_ERROR -> "engine error";
      case WRONG_ANSWER -> "wrong answer";
    };
  }

  private static long sum(TransactionCounts row, Outcome outcome) {
    return row.sum(cell -> cell.outcomes().of(outcome));
  }

  private static Map<String, Long> failures(TransactionCounts row) {
    Map<String, Long> failures = new LinkedHashMap<>();
    Stream.of(Outcome.values())
        .filter(Outcome::isFailure)
        .forEach(outcome -> failures.put(outcome.label(), sum(row, outcome)));
    return failures;
  }

  private static String scope(TransactionCounts row) {
    return row.cells().get(0).isMeasured() ? "measured" : "notMeasured";
  }

  private static String outcome(SqlStateCount row) {
    return row.kind() == SqlStateCount.Kind.RETRY ? "tried again" : "failed";
  }

  private static Column<ConservationRow> trades(
      String key, String title, Function<Trades, Long> count) {
    return Column.<ConservationRow>countOrNull(key, row -> row.database().map(count).orElse(null))
        .shownWhole(title);
  }

  private static Judgment judgment(ConservationRow row) {
    if (row.database().isEmpty()) {
      return Judgment.NOT_JUDGED;
    }
    return row.isConserved() ? Judgment.PASS : Judgment.FAIL;
  }

  private static boolean hasEnded(Outage outage) {
    return outage.millis().isPresent();
  }

  private static Double seconds(Outage outage) {
    return hasEnded(outage) ? (Double) (outage.millis().getAsLong() / 1e3) : null;
  }

  private static String recovery(Outage outage) {
    return hasEnded(outage) ? Format.after(outage.millis().getAsLong()) : "not at all";
  }

  /**
   * The bookkeeping of some segments.
   *
   * @param scope {@code measured} or {@code notMeasured}
   */
  public static View.Shown bookkeeping(Integrity integrity, String scope) {
    return BOOKKEEPING_VIEW.of(
        integrity.bookkeeping().stream().filter(row -> scope(row).equals(scope)).toList());
  }

  /** Trades of each Set. */
  public static View.Shown conservation(Integrity integrity) {
    return new View<>(CONSERVATION.columns(), row -> judgment(row) == Judgment.FAIL ? "broken" : "")
        .of(integrity.conservation());
  }
}
