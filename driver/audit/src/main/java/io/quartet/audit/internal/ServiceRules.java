package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Timeline;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.LatencyLogs;
import io.quartet.results.MeasuredResponses;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Rules about answers and mix, judged where the run is long enough. */
public final class ServiceRules {

  public static final Rule MIX =
      Scope.NOT_DEMO
          .fatal("mix", "The Customer Emulator kept its mix")
          .ofBrokerage()
          .number(19)
          .reads(PhasesCsv.NAME)
          .how("each transaction within 1 % of its target, or 3 standard deviations")
          .judge(ServiceRules::new, ServiceRules::mix);

  public static final Rule TRADE_RESULT_MIX =
      Scope.NOT_DEMO
          .fatal("trade-result-mix", "Trade-Results follow their orders")
          .ofBrokerage()
          .number(19)
          .reads(PhasesCsv.NAME)
          .how(
              "within 1 % or 3 standard deviations. Judged only if warm-up and interval are long"
                  + " enough for limit orders")
          .judge(ServiceRules::new, ServiceRules::tradeResultMix);

  /** By transaction, for those with a limit. */
  public static final Map<RequestKind, Rule> RESPONSE_TIMES = responseTimes();

  public static final List<Rule> ALL =
      Stream.concat(
              RESPONSE_TIMES.values().stream(),
              Stream.of(
                  MIX,
                  TRADE_RESULT_MIX,
                  Scope.NOT_DEMO
                      .fatal(
                          "intended-rollbacks", "One Trade-Order in 101 is rolled back on purpose")
                      .ofBrokerage()
                      .number(21)
                      .reads(PhasesCsv.NAME)
                      .how("0.8 to 1.2 %, or 3 standard deviations")
                      .judge(ServiceRules::new, ServiceRules::rollbacks)))
          .toList();

  /** Fewer answers than this say nothing about a 90th percentile. */
  private static final long ENOUGH_ANSWERS = 100;

  /**
   * After this long limit orders come back as fast as they go in. Source: docs/spec/workload.md,
   * "Market Exchange".
   */
  private static final Duration SETTLED_AFTER = Duration.ofSeconds(840);

  /**
   * Limit orders wait up to a quarter of an hour, so that in a shorter interval a change of speed
   * moves what is open by more than the tolerance.
   */
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(15);

  private static final double MIX_TOLERANCE = 0.01;
  private static final double SIGMAS = 3;
  private static final double ROLLBACKS = 1.0 / 101;
  private static final double ROLLBACKS_LEAST = 0.008;
  private static final double ROLLBACKS_MOST = 0.012;

  private final RunResults results;
  private final RunFigures figures;

  private ServiceRules(AuditedRun run) {
    this.results = run.results();
    this.figures = results.figures();
  }

  private static Map<RequestKind, Rule> responseTimes() {
    Map<RequestKind, Rule> rules = new LinkedHashMap<>();
    for (TransactionType type : TransactionType.values()) {
      type.responseTimeLimit().ifPresent(limit -> rules.put(type, responseTime(type, limit)));
    }
    return Collections.unmodifiableMap(rules);
  }

  private static Rule responseTime(TransactionType type, Duration limit) {
    return Scope.NOT_DEMO
        .fatal(
            "response-time-" + type.label().toLowerCase(Locale.ROOT),
            "90th percentile of " + type.label() + " within its limit")
        .ofBrokerage()
        .number(20)
        .reads(LatencyLogs.PHASES)
        .how(limit.toSeconds() + " s, judged with at least " + ENOUGH_ANSWERS + " answers")
        .judge(ServiceRules::new, rules -> rules.judge(type, limit));
  }

  private Judgment judge(TransactionType type, Duration limit) {
    Optional<MeasuredResponses> responses =
        MeasuredResponses.of(type, results.phaseLatencies(), figures);
    long answers = responses.map(all -> all.histogram().getTotalCount()).orElse(0L);
    if (answers < ENOUGH_ANSWERS) {
      return Judgment.notJudged(
          Text.counted(answers, "answer") + ", at least " + ENOUGH_ANSWERS + " needed");
    }
    double millis = responses.get().percentileMicros(90) / 1e3;
    return Judgment.of(
        millis <= limit.toMillis(),
        Text.figure(millis, 1) + " ms",
        Text.count(limit.toMillis()) + " ms");
  }

  private Judgment mix() {
    Map<TransactionType, Integer> cards = results.info().plan().brokerage().mix().cards();
    long total = figures.measured(RunFigures::isSentByUsers, CellRow::offered);
    int size = results.info().plan().brokerage().mix().size();
    List<Finding> off = new ArrayList<>();
    cards.forEach(
        (type, count) -> {
          double target = (double) count / size;
          long actual = figures.measured(row -> row.kind() == type, CellRow::offered);
          if (isOff(actual, total, target)) {
            off.add(
                Finding.of(
                    Subject.TRANSACTION,
                    type.label(),
                    type.label()
                        + " "
                        + LoadRules.percent((double) actual / total)
                        + " against "
                        + LoadRules.percent(target)));
          }
        });
    return Judgment.of(
        total > 0 && off.isEmpty(),
        cards.size() - off.size() + " of " + cards.size() + " transactions on target",
        "1 % of the target or 3 sigma",
        off);
  }

  private static boolean isOff(long actual, long total, double target) {
    double sigma = Math.sqrt(total * target * (1 - target));
    double tolerance = Math.max(MIX_TOLERANCE * target * total, SIGMAS * sigma);
    return Math.abs(actual - target * total) > tolerance;
  }

  private Judgment tradeResultMix() {
    long settled =
        figures.measured(
            row -> row.kind() == TransactionType.TRADE_RESULT, CellRow::committedInPhase);
    long orders =
        figures.measured(
            row -> row.kind() == TransactionType.TRADE_ORDER, CellRow::committedInPhase);
    Timeline timeline = results.info().plan().timeline();
    Duration before = timeline.phases().get(0).start();
    Duration measured = timeline.measured();
    if (before.compareTo(SETTLED_AFTER) < 0 || measured.compareTo(LONG_ENOUGH) < 0) {
      return Judgment.notJudged(
          orders == 0 ? "" : Text.figure((double) settled / orders, 3),
          "1",
          Text.format(
              "%,d s before the first phase and %,d s measured; limit orders need %,d s before it and %,d"
                  + " s measured",
              before.toSeconds(),
              measured.toSeconds(),
              SETTLED_AFTER.toSeconds(),
              LONG_ENOUGH.toSeconds()));
    }
    double ratio = orders == 0 ? 0 : (double) settled / orders;
    double tolerance = Math.max(MIX_TOLERANCE, orders == 0 ? 0 : SIGMAS * Math.sqrt(2.0 / orders));
    return Judgment.of(
        Math.abs(ratio - 1) <= tolerance,
        Text.figure(ratio, 3),
        "1 ± " + Text.figure(tolerance, 3),
        Text.counted(settled, "Trade-Result")
            + " for "
            + Text.counted(orders, "accepted Trade-Order"));
  }

  private Judgment rollbacks() {
    Predicate<CellRow> isOrder = row -> row.kind() == TransactionType.TRADE_ORDER;
    long rolledBack =
        figures.measured(isOrder, row -> row.outcomes().of(Outcome.ROLLED_BACK_ON_PURPOSE));
    long orders = rolledBack + figures.measured(isOrder, CellRow::committed);
    if (orders == 0) {
      return Judgment.notJudged("no Trade-Order was answered");
    }
    double sigmas = SIGMAS * Math.sqrt(ROLLBACKS * (1 - ROLLBACKS) / orders);
    double least = Math.min(ROLLBACKS_LEAST, ROLLBACKS - sigmas);
    double most = Math.max(ROLLBACKS_MOST, ROLLBACKS + sigmas);
    double actual = (double) rolledBack / orders;
    return Judgment.of(
        actual >= least && actual <= most,
        LoadRules.percent(actual),
        LoadRules.percent(Math.max(0, least)) + " to " + LoadRules.percent(most),
        "of " + Text.counted(orders, "Trade-Order"));
  }
}
