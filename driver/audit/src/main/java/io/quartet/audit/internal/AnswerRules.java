package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.SqlStatesCsv;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
              .ofBrokerage()
              .number(24)
              .reads(PhasesCsv.NAME, SqlStatesCsv.NAME)
              .how("none in the whole run")
              .judge(AnswerRules::new, AnswerRules::wrongAnswers),
          Scope.EVERY_RUN
              .fatal("failures", "Requests do not fail")
              .number(24)
              .reads(PhasesCsv.NAME, SqlStatesCsv.NAME, IntervalsCsv.NAME)
              .how(
                  "F above 1 % of the measured requests, W below. Those that an event of the"
                      + " benchmark file may have caused are named; they count in official runs only")
              .judge(AnswerRules::new, AnswerRules::failures),
          Scope.EVERY_RUN
              .fatal("trade-results-given-up", "No Trade-Result was given up")
              .ofBrokerage()
              .number(24)
              .reads(PhasesCsv.NAME, IntervalsCsv.NAME)
              .how(
                  "none in the whole run. Those that an event of the benchmark file may have caused"
                      + " are named; they break the rule in official runs only")
              .judge(AnswerRules::new, AnswerRules::tradeResultsGivenUp));

  private static final double FAILED_LIMIT = 0.01;

  /** The last measured interval may end a little after the last phase. */
  private static final long SHORTLY_MILLIS = 1_000;

  private final RunResults results;
  private final RunFigures figures;
  private final EventCauses causes;

  private AnswerRules(AuditedRun run) {
    this.results = run.results();
    this.figures = results.figures();
    this.causes = new EventCauses(run);
  }

  private Judgment bookkeeping() {
    List<Finding> broken =
        results.phases().stream()
            .filter(row -> !row.isBalanced())
            .map(
                row ->
                    finding(row, row.phase() + " " + row.set().name() + " " + row.kind().label()))
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
        findings(
            results.phases().stream()
                .filter(row -> row.outcomes().of(Outcome.WRONG_ANSWER) > 0)
                .toList()));
  }

  private Judgment failures() {
    Failed failed =
        failed(
            CellRow::isMeasured,
            row ->
                row.utcMillis() > figures.startUtcMillis()
                    && row.utcMillis() <= figures.endUtcMillis() + SHORTLY_MILLIS);
    long started = figures.measured(row -> true, CellRow::started);
    double fraction = started == 0 ? 0 : (double) failed.count() / started;
    return Judgment.of(
            failed.count() == 0,
            Text.format(
                "%,d of %,d measured requests%s", failed.count(), started, failed.besides()),
            "0; above 1 % the run is INVALID",
            failed.findings())
        .fatalIf(fraction > FAILED_LIMIT);
  }

  private Judgment tradeResultsGivenUp() {
    Failed givenUp = failed(row -> row.kind() == TransactionType.TRADE_RESULT, row -> true);
    return Judgment.of(
        givenUp.count() == 0,
        Text.counted(givenUp.count(), "Trade-Result") + givenUp.besides(),
        "0",
        givenUp.findings());
  }

  /**
   * Requests that failed.
   *
   * @param count without those that events of the benchmark file may have caused
   * @param besides those, in words; empty without any
   * @param findings where the others are
   */
  private record Failed(long count, String besides, List<Finding> findings) {}

  /** Requests of one transaction on one Set. */
  private record Requests(VmSet set, RequestKind kind) {

    static Requests of(CellRow row) {
      return new Requests(row.set(), row.kind());
    }

    static Requests of(IntervalRow row) {
      return new Requests(row.set(), row.kind());
    }
  }

  /**
   * @param areCounted the rows of {@code phases.csv} that count
   * @param areCountedToo the rows of {@code intervals.csv} in the same time
   */
  private Failed failed(Predicate<CellRow> areCounted, Predicate<IntervalRow> areCountedToo) {
    List<CellRow> rows =
        results.phases().stream().filter(row -> row.failed() > 0).filter(areCounted).toList();
    Map<Requests, Long> all =
        rows.stream()
            .collect(Collectors.groupingBy(Requests::of, Collectors.summingLong(CellRow::failed)));
    List<IntervalRow> disturbed = rows.isEmpty() ? List.of() : disturbed(areCountedToo);
    Map<Requests, Long> caused =
        disturbed.stream()
            .collect(
                Collectors.groupingBy(Requests::of, Collectors.summingLong(IntervalRow::failed)));
    caused.keySet().retainAll(all.keySet());
    caused.replaceAll((requests, failed) -> Math.min(failed, all.get(requests)));
    return new Failed(
        sum(all) - sum(caused),
        caused.isEmpty()
            ? ""
            : Text.format(
                ", besides %,d by %s",
                sum(caused),
                EventCauses.inWords(disturbed.stream().flatMap(row -> causes.of(row).stream()))),
        findings(
            rows.stream()
                .filter(
                    row -> caused.getOrDefault(Requests.of(row), 0L) < all.get(Requests.of(row)))
                .toList()));
  }

  private static long sum(Map<Requests, Long> failed) {
    return failed.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Intervals with failures in which the effects of an event may be seen. */
  private List<IntervalRow> disturbed(Predicate<IntervalRow> areCounted) {
    return causes.areNone()
        ? List.of()
        : results.intervals().stream()
            .filter(row -> row.failed() > 0)
            .filter(areCounted)
            .filter(row -> !causes.of(row).isEmpty())
            .toList();
  }

  private static List<Finding> findings(List<CellRow> rows) {
    return rows.stream()
        .map(
            row ->
                finding(
                    row,
                    "phase " + row.phase() + " " + row.set().name() + " " + row.kind().label()))
        .toList();
  }

  private static Finding finding(CellRow row, String text) {
    return Finding.of(Subject.PHASE, row.phase(), text)
        .and(Subject.SET, row.set().name())
        .and(Subject.TRANSACTION, row.kind().label());
  }
}
