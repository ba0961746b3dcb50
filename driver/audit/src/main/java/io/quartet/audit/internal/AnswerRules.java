package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Outcome;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.SqlStatesCsv;
import java.util.List;
import java.util.function.Predicate;

/** Rules about the answers to requests: all are counted, and they are right. */
public final class AnswerRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("bookkeeping", "Every request is accounted for")
              .reads(PhasesCsv.NAME, IntervalsCsv.NAME)
              .how("both equations hold in every cell, and both files count the same requests")
              .judge(AnswerRules::new, AnswerRules::bookkeeping),
          Scope.EVERY_RUN
              .fatal("wrong-answers", "No answer was wrong")
              .number(24)
              .reads(PhasesCsv.NAME, SqlStatesCsv.NAME)
              .how("none in the whole run")
              .judge(AnswerRules::new, AnswerRules::wrongAnswers),
          Scope.EVERY_RUN
              .fatal("failures", "Requests do not fail")
              .number(24)
              .reads(PhasesCsv.NAME, SqlStatesCsv.NAME)
              .how("F above 1 % of the measured requests, W below")
              .judge(AnswerRules::new, AnswerRules::failures),
          Scope.EVERY_RUN
              .fatal("trade-results-given-up", "No Trade-Result was given up")
              .number(24)
              .reads(PhasesCsv.NAME)
              .how("none in the whole run")
              .judge(AnswerRules::new, AnswerRules::tradeResultsGivenUp));

  private static final double FAILED_LIMIT = 0.01;

  private final RunResults results;
  private final RunFigures figures;

  private AnswerRules(AuditedRun run) {
    this.results = run.results();
    this.figures = results.figures();
  }

  private Judgment bookkeeping() {
    List<Finding> broken =
        results.phases().stream()
            .filter(row -> !row.isBalanced())
            .map(
                row ->
                    finding(row, row.phase() + " " + row.set().name() + " " + row.type().label()))
            .toList();
    long byPhase = figures.whole(row -> true, CellRow::started);
    long byInterval = results.intervals().stream().mapToLong(IntervalRow::started).sum();
    boolean isComplete = results.state().map(RunState::isMeasured).orElse(false);
    boolean agrees = !isComplete || byPhase == byInterval;
    String detail = broken.isEmpty() ? "" : "out of balance: " + Finding.first(broken);
    if (!agrees) {
      detail +=
          Text.format(" phases.csv counts %,d requests, intervals.csv %,d", byPhase, byInterval);
    }
    return Judgment.of(
        broken.isEmpty() && agrees && !results.phases().isEmpty(),
        Text.format("%,d of %,d rows out of balance", broken.size(), results.phases().size()),
        "0",
        results.phases().isEmpty() ? "phases.csv is missing or empty" : detail.strip(),
        broken);
  }

  private Judgment wrongAnswers() {
    long wrong = figures.whole(row -> true, row -> row.outcomes().of(Outcome.WRONG_ANSWER));
    return Judgment.of(
        wrong == 0,
        Text.counted(wrong, "wrong answer"),
        "0",
        cells(row -> row.outcomes().of(Outcome.WRONG_ANSWER) > 0));
  }

  private Judgment failures() {
    long failed = figures.measured(row -> true, CellRow::failed);
    long started = figures.measured(row -> true, CellRow::started);
    double fraction = started == 0 ? 0 : (double) failed / started;
    return Judgment.of(
            failed == 0,
            Text.format("%,d of %,d measured requests", failed, started),
            "0; above 1 % the run is INVALID",
            cells(row -> row.isMeasured() && row.failed() > 0))
        .fatalIf(fraction > FAILED_LIMIT);
  }

  private Judgment tradeResultsGivenUp() {
    long givenUp =
        figures.whole(row -> row.type() == TransactionType.TRADE_RESULT, CellRow::failed);
    return Judgment.of(
        givenUp == 0,
        Text.counted(givenUp, "Trade-Result"),
        "0",
        cells(row -> row.type() == TransactionType.TRADE_RESULT && row.failed() > 0));
  }

  private List<Finding> cells(Predicate<CellRow> filter) {
    return results.phases().stream()
        .filter(filter)
        .map(
            row ->
                finding(
                    row,
                    "phase " + row.phase() + " " + row.set().name() + " " + row.type().label()))
        .toList();
  }

  private static Finding finding(CellRow row, String text) {
    return Finding.of(Subject.PHASE, row.phase(), text)
        .and(Subject.SET, row.set().name())
        .and(Subject.TRANSACTION, row.type().label());
  }
}
