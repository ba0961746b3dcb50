package io.quartet.audit;

import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Outcome;
import io.quartet.model.Segment;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.events.Event;
import io.quartet.results.events.Outage;
import io.quartet.results.folder.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Rules about the run itself: it ended, everything is accounted for, nothing was lost. */
final class RunRules {

  /** Wall-clock times in the files are whole milliseconds; a phase may look this much shorter. */
  private static final long ROUNDING_MILLIS = 2;

  private static final double FAILED_LIMIT = 0.01;
  private static final String NO_DATABASES = "the run had no databases";

  private final RunResults results;
  private final RunFigures figures;

  private RunRules(RunResults results) {
    this.results = results;
    this.figures = results.figures();
  }

  static List<Check> judge(RunResults results) {
    RunRules rules = new RunRules(results);
    return List.of(
        rules.databases(),
        rules.state(),
        rules.phasesMeasured(),
        rules.measuredTransactions(),
        rules.bookkeeping(),
        rules.wrongAnswers(),
        rules.failures(),
        rules.tradeResultsGivenUp(),
        rules.conservation(),
        rules.consistency(CheckRow.BEFORE),
        rules.consistency(CheckRow.AFTER),
        rules.nothingLost(),
        rules.nothingSilent(),
        rules.evidence());
  }

  private Check evidence() {
    String id = "evidence";
    String title = "All raw files are there and unchanged";
    if (!results.folder().has(Manifest.NAME)) {
      return Check.notJudged(id, title, Severity.FATAL, "manifest.sha256 is missing");
    }
    List<String> differences = Manifest.differences(results.folder());
    return Check.of(
        id,
        title,
        Severity.FATAL,
        differences.isEmpty(),
        differences.size() + " differences",
        "0",
        Text.first(differences));
  }

  private Check state() {
    Optional<RunState> state = results.state();
    String actual = state.map(RunState::description).orElse("state.json is missing");
    String detail =
        areChecksMissing() ? "'quartet check --finish' with this folder completes the run" : "";
    return Check.of(
        "state",
        "The run ended as planned",
        Severity.FATAL,
        state.isPresent() && state.get().state() == RunState.State.FINISHED,
        actual,
        "finished",
        detail);
  }

  /** True if the measurement is whole, but not all checks after it were made. */
  private boolean areChecksMissing() {
    return results.state().map(RunState::state).filter(RunState.State.MEASURED::equals).isPresent();
  }

  private Check phasesMeasured() {
    List<String> cut = new ArrayList<>();
    List<Segment> phases = results.info().plan().timeline().phases();
    for (Segment phase : phases) {
      long millis =
          results.phases().stream()
              .filter(row -> row.phase().equals(phase.name()))
              .mapToLong(row -> row.endUtcMillis() - row.startUtcMillis())
              .findFirst()
              .orElse(0);
      if (millis < phase.length().toMillis() - ROUNDING_MILLIS) {
        cut.add(phase.name());
      }
    }
    return Check.of(
        "phases-measured",
        "Every phase was measured to its end",
        Severity.FATAL,
        cut.isEmpty(),
        phases.size() - cut.size() + " phases",
        phases.size() + " phases",
        cut.isEmpty() ? "" : "cut short or missing: phase " + String.join(", ", cut));
  }

  private Check measuredTransactions() {
    long measured = figures.measuredTradeResults();
    return Check.of(
        "measured-transactions",
        "There are measured transactions",
        Severity.FATAL,
        measured > 0,
        measured + " Trade-Results",
        "at least 1",
        measured > 0 ? "" : "NO_MEASURED_TRANSACTIONS: there is no throughput to report");
  }

  private Check bookkeeping() {
    List<String> broken =
        results.phases().stream()
            .filter(row -> !row.isBalanced())
            .map(row -> row.phase() + " " + row.set().name() + " " + row.type().label())
            .toList();
    long byPhase = figures.whole(row -> true, CellRow::started);
    long byInterval = results.intervals().stream().mapToLong(IntervalRow::started).sum();
    boolean isComplete = results.state().map(RunState::isMeasured).orElse(false);
    boolean agrees = !isComplete || byPhase == byInterval;
    String detail = broken.isEmpty() ? "" : "out of balance: " + Text.first(broken);
    if (!agrees) {
      detail += " phases.csv counts " + byPhase + " requests, intervals.csv " + byInterval;
    }
    return Check.of(
        "bookkeeping",
        "Every request is accounted for",
        Severity.FATAL,
        broken.isEmpty() && agrees && !results.phases().isEmpty(),
        broken.size() + " of " + results.phases().size() + " rows out of balance",
        "0",
        results.phases().isEmpty() ? "phases.csv is missing or empty" : detail.strip());
  }

  private Check wrongAnswers() {
    long wrong = figures.whole(row -> true, row -> row.outcomes().of(Outcome.WRONG_ANSWER));
    return Check.of(
        "wrong-answers",
        "No answer was wrong",
        Severity.FATAL,
        wrong == 0,
        wrong + " wrong answers",
        "0",
        cells(row -> row.outcomes().of(Outcome.WRONG_ANSWER) > 0));
  }

  private Check failures() {
    long failed = figures.measured(row -> true, CellRow::failed);
    long started = figures.measured(row -> true, CellRow::started);
    double fraction = started == 0 ? 0 : (double) failed / started;
    return Check.of(
        "failures",
        "Requests do not fail",
        fraction > FAILED_LIMIT ? Severity.FATAL : Severity.WARNING,
        failed == 0,
        failed + " of " + started + " measured requests",
        "0; above 1 % the run is INVALID",
        cells(row -> row.isMeasured() && row.failed() > 0));
  }

  private Check tradeResultsGivenUp() {
    long givenUp =
        figures.whole(row -> row.type() == TransactionType.TRADE_RESULT, CellRow::failed);
    return Check.of(
        "trade-results-given-up",
        "No Trade-Result was given up",
        Severity.FATAL,
        givenUp == 0,
        givenUp + " Trade-Results",
        "0",
        cells(row -> row.type() == TransactionType.TRADE_RESULT && row.failed() > 0));
  }

  /** What a run without databases measures is the driver: nobody may take it for a result. */
  private Check databases() {
    boolean hasDatabases = !results.info().plan().databaseRoles().isEmpty();
    return Check.of(
        "databases",
        "The transactions ran on databases",
        Severity.FATAL,
        hasDatabases,
        hasDatabases ? "they did" : "engine.access is none",
        "",
        hasDatabases ? "" : "Tier A answered at once: the figures tell what the driver can do");
  }

  private Check conservation() {
    if (results.info().plan().databaseRoles().isEmpty()) {
      return Check.notJudged(
          "conservation", "No trade was lost or made twice", Severity.FATAL, NO_DATABASES);
    }
    List<String> problems = new ArrayList<>();
    for (VmSet set : results.info().plan().sets()) {
      Optional<ConservationRow> row =
          results.conservation().stream().filter(found -> found.set().equals(set)).findFirst();
      if (row.isEmpty()) {
        problems.add(set.name() + " was not counted");
      } else if (!isConserved(row.get())) {
        problems.add(describe(row.get()));
      }
    }
    int sets = results.info().plan().sets().size();
    return Check.of(
        "conservation",
        "No trade was lost or made twice",
        Severity.FATAL,
        problems.isEmpty(),
        sets - problems.size() + " of " + sets + " Sets agree with their database",
        sets + " Sets",
        Text.first(problems));
  }

  /** Judged anew from the counts, so that a verdict in the file cannot hide a difference. */
  private boolean isConserved(ConservationRow row) {
    return row.isConserved() && row.judgedBy(figures).isConserved();
  }

  private String describe(ConservationRow row) {
    return row.set().name()
        + ": "
        + row.ordersAccepted()
        + " orders accepted ("
        + committed(row.set(), TransactionType.TRADE_ORDER)
        + " in phases.csv), "
        + row.dbTrades()
        + " trades in the database; "
        + row.resultsCommitted()
        + " results committed ("
        + committed(row.set(), TransactionType.TRADE_RESULT)
        + " in phases.csv), "
        + row.dbCompleted()
        + " completed in the database; "
        + row.marketInFlight()
        + " orders in flight, "
        + (row.dbSubmitted() + row.dbPending())
        + " submitted or pending in the database";
  }

  private long committed(VmSet set, TransactionType type) {
    return figures.whole(row -> row.set().equals(set) && row.type() == type, CellRow::committed);
  }

  private Check consistency(String moment) {
    if (results.info().plan().databaseRoles().isEmpty()) {
      return Check.notJudged(
          "consistency-" + moment,
          "The databases are consistent " + moment + " the run",
          Severity.FATAL,
          NO_DATABASES);
    }
    List<CheckRow> rows =
        results.checks().stream().filter(row -> row.moment().equals(moment)).toList();
    boolean hasFailed = rows.stream().anyMatch(row -> !row.hasPassed());
    if (moment.equals(CheckRow.AFTER) && areChecksMissing() && !hasFailed) {
      return Check.notJudged(
          "consistency-" + moment,
          "The databases are consistent " + moment + " the run",
          Severity.FATAL,
          "only " + rows.size() + " checks were made, which passed");
    }
    List<String> problems =
        rows.stream()
            .filter(row -> !row.hasPassed())
            .map(row -> row.vm() + " " + row.check() + ": " + row.rows() + " rows")
            .collect(Collectors.toCollection(ArrayList::new));
    for (VmSet set : results.info().plan().sets()) {
      for (VmRole role : VmRole.values()) {
        String vm = set.vmName(role);
        if (role.isDatabase() && rows.stream().noneMatch(row -> row.vm().equals(vm))) {
          problems.add(vm + " was not checked");
        }
      }
    }
    long passed = rows.stream().filter(CheckRow::hasPassed).count();
    return Check.of(
        "consistency-" + moment,
        "The databases are consistent " + moment + " the run",
        Severity.FATAL,
        problems.isEmpty(),
        passed + " of " + rows.size() + " checks passed",
        "all",
        Text.first(problems));
  }

  private Check nothingLost() {
    Set<String> losses =
        Set.of(Event.DATABASE_LOST, Event.TIER_A_LOST, Event.PROCESS_ENDED, Event.SERVER_IN_USE);
    List<String> lost =
        results.events().stream()
            .filter(event -> losses.contains(event.name()))
            .map(RunRules::describeLoss)
            .distinct()
            .toList();
    return Check.of(
        "nothing-lost",
        "No database and no Tier A was lost during the run",
        Severity.FATAL,
        lost.isEmpty(),
        lost.size() + " lost",
        "0",
        String.join(", ", lost));
  }

  private static String describeLoss(Event event) {
    String vm = event.fields().path("vm").asText(event.name());
    return event.name().equals(Event.SERVER_IN_USE)
        ? vm + " to " + event.fields().path("holder").asText("another driver")
        : vm;
  }

  private Check nothingSilent() {
    List<String> silent =
        Outage.of(results.events()).stream()
            .filter(outage -> !outage.isLoss())
            .map(Outage::describe)
            .toList();
    return Check.of(
        "nothing-silent",
        "Every database kept answering",
        Severity.WARNING,
        silent.isEmpty(),
        silent.size() + " silences",
        "0",
        Text.first(silent));
  }

  private String cells(Predicate<CellRow> filter) {
    return Text.first(
        results.phases().stream()
            .filter(filter)
            .map(row -> "phase " + row.phase() + " " + row.set().name() + " " + row.type().label())
            .toList());
  }
}
