package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.CheckRow;
import io.quartet.results.ChecksCsv;
import io.quartet.results.ConservationCsv;
import io.quartet.results.ConservationRow;
import io.quartet.results.ConservationRow.Trades;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules about the contents of the databases. */
public final class ConsistencyRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("conservation", "No trade was lost or duplicated")
              .ofBrokerage()
              .number(27)
              .reads(ConservationCsv.NAME, PhasesCsv.NAME)
              .how(
                  "per Set, driver against database. Not judged if a database did not answer at the end of"
                      + " the run, and had no checks after it, or if the run was cut short before it"
                      + " counted the trades")
              .judge(ConsistencyRules::new, ConsistencyRules::conservation),
          consistency(
              CheckRow.BEFORE,
              "60 checks. A database that has not changed since it passed them keeps their results,"
                  + " except in an official run"),
          consistency(CheckRow.AFTER, "the checks that always hold"));

  private static final String NO_DATABASES = "the run had no databases";

  private final AuditedRun run;
  private final RunResults results;
  private final RunFigures figures;

  private ConsistencyRules(AuditedRun run) {
    this.run = run;
    this.results = run.results();
    this.figures = results.figures();
  }

  private static Rule consistency(String moment, String how) {
    return Scope.EVERY_RUN
        .fatal("consistency-" + moment, "The databases are consistent " + moment + " the run")
        .ofBrokerage()
        .number(35)
        .reads(ChecksCsv.NAME)
        .how(how + ". Not judged if the run was cut short before all databases were checked")
        .judge(ConsistencyRules::new, rules -> rules.consistency(moment));
  }

  private Judgment conservation() {
    if (results.info().plan().databaseRoles().isEmpty()) {
      return Judgment.notJudged(NO_DATABASES);
    }
    List<Finding> problems = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    List<String> notCounted = new ArrayList<>();
    for (VmSet set : results.info().plan().sets()) {
      Optional<ConservationRow> row =
          results.conservation().stream().filter(found -> found.set().equals(set)).findFirst();
      if (row.isEmpty()) {
        notCounted.add(set.name());
      } else if (row.get().database().isEmpty() && !wasChecked(set.vmName(VmRole.OLTP))) {
        unknown.add(set.name());
      } else if (!row.get().judgeAgain(figures).isConserved()) {
        problems.add(Finding.of(Subject.SET, set.name(), describe(row.get())));
      }
    }
    if (!run.isCutShort()) {
      notCounted.forEach(
          set -> problems.add(Finding.of(Subject.SET, set, set + " was not counted")));
      notCounted.clear();
    }
    int sets = results.info().plan().sets().size();
    int notKnown = unknown.size() + notCounted.size();
    String limit = Text.counted(sets, "Set");
    String actual =
        sets - problems.size() - notKnown + " of " + limit + " agree with their database";
    return problems.isEmpty() && notKnown > 0
        ? Judgment.notJudged(actual, limit, whyNotKnown(unknown, notCounted))
        : Judgment.of(actual, limit, problems);
  }

  private static String whyNotKnown(List<String> unanswered, List<String> notCounted) {
    return Stream.of(
            unanswered.isEmpty()
                ? ""
                : "the database gave no answer at the end of the run: " + Text.first(unanswered),
            notCounted.isEmpty()
                ? ""
                : "the run was cut short before it counted the trades of " + Text.first(notCounted))
        .filter(reason -> !reason.isEmpty())
        .collect(Collectors.joining("; "));
  }

  /** A database with all checks after the run could have been asked for its trades. */
  private boolean wasChecked(String vm) {
    List<CheckRow> rows =
        results.checks().stream()
            .filter(row -> row.moment().equals(CheckRow.AFTER) && row.vm().equals(vm))
            .toList();
    return !rows.isEmpty() && rows.stream().noneMatch(CheckRow::isUnreachable);
  }

  private String describe(ConservationRow row) {
    return Text.format(
        "%s: orders accepted: %,d (%,d in phases.csv), trades in the database: %s; results"
            + " committed: %,d (%,d in phases.csv), completed in the database: %s; orders in flight:"
            + " %,d, submitted or pending in the database: %s",
        row.set().name(),
        row.ordersAccepted(),
        committed(row.set(), TransactionType.TRADE_ORDER),
        count(row, Trades::all),
        row.resultsCommitted(),
        committed(row.set(), TransactionType.TRADE_RESULT),
        count(row, Trades::completed),
        row.marketInFlight(),
        count(row, Trades::open));
  }

  private static String count(ConservationRow row, Function<Trades, Long> count) {
    return row.database().map(count).map(Text::count).orElse("not known");
  }

  private long committed(VmSet set, TransactionType type) {
    return figures.whole(row -> row.set().equals(set) && row.kind() == type, CellRow::committed);
  }

  private Judgment consistency(String moment) {
    if (results.info().plan().databaseRoles().isEmpty()) {
      return Judgment.notJudged(NO_DATABASES);
    }
    List<CheckRow> rows =
        results.checks().stream().filter(row -> row.moment().equals(moment)).toList();
    boolean hasFailed = rows.stream().anyMatch(row -> !row.hasPassed());
    if (moment.equals(CheckRow.AFTER) && run.areChecksMissing() && !hasFailed) {
      return Judgment.notJudged(
          "only " + Text.counted(rows.size(), "check") + " ran without a failure");
    }
    List<Finding> problems =
        rows.stream()
            .filter(row -> !row.hasPassed())
            .map(
                row ->
                    Finding.of(
                            Subject.VM,
                            row.vm(),
                            row.isUnreachable()
                                ? row.vm() + " did not answer"
                                : row.vm()
                                    + " "
                                    + row.check()
                                    + ": "
                                    + Text.counted(row.rows(), "row"))
                        .and(Subject.CHECK, row.check()))
            .collect(Collectors.toCollection(ArrayList::new));
    List<String> notChecked =
        results.info().plan().databases().stream()
            .filter(vm -> rows.stream().noneMatch(row -> row.vm().equals(vm)))
            .toList();
    long passed = rows.stream().filter(CheckRow::hasPassed).count();
    String actual = Text.format("%,d of %,d checks passed", passed, rows.size());
    if (problems.isEmpty() && !notChecked.isEmpty() && run.isCutShort()) {
      return Judgment.notJudged(
          actual, "all", "the run was cut short before it checked " + Text.first(notChecked));
    }
    notChecked.forEach(vm -> problems.add(Finding.of(Subject.VM, vm, vm + " was not checked")));
    if (run.plan().publication().profile() == ValidityProfile.OFFICIAL) {
      rows.stream()
          .filter(CheckRow::isCopied)
          .map(CheckRow::vm)
          .distinct()
          .forEach(
              vm -> problems.add(Finding.of(Subject.VM, vm, vm + " was not checked for this run")));
    }
    return Judgment.of(actual, "all", problems);
  }
}
