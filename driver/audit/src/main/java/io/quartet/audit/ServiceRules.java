package io.quartet.audit;

import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.Segment;
import io.quartet.model.Text;
import io.quartet.model.Timeline;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** Rules about answers and mix, judged where the run is long enough. */
final class ServiceRules {

  /** Fewer answers than this say nothing about a 90th percentile. */
  private static final long ENOUGH_ANSWERS = 100;

  /** After this long limit orders come back as fast as they go in. Source: design.md section 5. */
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

  private ServiceRules(RunResults results) {
    this.results = results;
    this.figures = results.figures();
  }

  static List<Check> judge(RunResults results) {
    ServiceRules rules = new ServiceRules(results);
    List<Check> checks = new ArrayList<>();
    for (TransactionType type : TransactionType.values()) {
      type.responseTimeLimit().ifPresent(limit -> checks.add(rules.responseTime(type, limit)));
    }
    checks.add(rules.mix());
    checks.add(rules.tradeResultMix());
    checks.add(rules.rollbacks());
    return checks;
  }

  private Check responseTime(TransactionType type, Duration limit) {
    String id = "response-time-" + type.label().toLowerCase(Locale.ROOT);
    String title = "90th percentile of " + type.label() + " within its limit";
    Optional<Histogram> responses = responses(type);
    long answers = responses.map(Histogram::getTotalCount).orElse(0L);
    if (answers < ENOUGH_ANSWERS) {
      return Check.notJudged(
          id, title, Severity.FATAL, answers + " answers, at least " + ENOUGH_ANSWERS + " needed");
    }
    double seconds = responses.get().getValueAtPercentile(90) / 1e6;
    return Check.of(
        id,
        title,
        Severity.FATAL,
        seconds <= limit.toSeconds(),
        Text.format("%.3f s", seconds),
        limit.toSeconds() + " s",
        "");
  }

  /** All Groups and measured phases together. */
  private Optional<Histogram> responses(TransactionType type) {
    Histogram sum = null;
    for (Segment phase : results.info().plan().timeline().phases()) {
      for (VmGroup group : VmGroup.values()) {
        Histogram part =
            results.phaseLatencies().get(group + ";" + phase.name() + ";" + type.label());
        if (part != null && sum == null) {
          sum = part.copy();
        } else if (part != null) {
          sum.add(part);
        }
      }
    }
    return Optional.ofNullable(sum);
  }

  private Check mix() {
    Map<TransactionType, Integer> cards = results.info().plan().mix().cards();
    long total = figures.measured(RunFigures::isCustomer, CellRow::offered);
    int size = results.info().plan().mix().size();
    List<String> off = new ArrayList<>();
    cards.forEach(
        (type, count) -> {
          double target = (double) count / size;
          long actual = figures.measured(row -> row.type() == type, CellRow::offered);
          if (isOff(actual, total, target)) {
            off.add(
                type.label()
                    + " "
                    + LoadRules.percent((double) actual / total)
                    + " against "
                    + LoadRules.percent(target));
          }
        });
    return Check.of(
        "mix",
        "The Customer Emulator kept its mix",
        Severity.FATAL,
        total > 0 && off.isEmpty(),
        cards.size() - off.size() + " of " + cards.size() + " transactions on target",
        "1 % of the target or 3 sigma",
        Text.first(off));
  }

  private static boolean isOff(long actual, long total, double target) {
    double sigma = Math.sqrt(total * target * (1 - target));
    double tolerance = Math.max(MIX_TOLERANCE * target * total, SIGMAS * sigma);
    return Math.abs(actual - target * total) > tolerance;
  }

  private Check tradeResultMix() {
    String id = "trade-result-mix";
    String title = "Trade-Results follow their orders";
    long settled =
        figures.measured(
            row -> row.type() == TransactionType.TRADE_RESULT, CellRow::committedInPhase);
    long orders =
        figures.measured(
            row -> row.type() == TransactionType.TRADE_ORDER, CellRow::committedInPhase);
    Timeline timeline = results.info().plan().timeline();
    Duration before = timeline.phases().get(0).start();
    Duration measured = timeline.measured();
    if (before.compareTo(SETTLED_AFTER) < 0 || measured.compareTo(LONG_ENOUGH) < 0) {
      return new Check(
          id,
          title,
          Severity.FATAL,
          Check.Result.NOT_JUDGED,
          orders == 0 ? "" : Text.format("%.3f", (double) settled / orders),
          "1.000",
          Text.format(
              "%d s before the first phase and %d s measured; limit orders settle from %d s on and"
                  + " over %d s",
              before.toSeconds(),
              measured.toSeconds(),
              SETTLED_AFTER.toSeconds(),
              LONG_ENOUGH.toSeconds()));
    }
    double ratio = orders == 0 ? 0 : (double) settled / orders;
    double tolerance = Math.max(MIX_TOLERANCE, orders == 0 ? 0 : SIGMAS * Math.sqrt(2.0 / orders));
    return Check.of(
        id,
        title,
        Severity.FATAL,
        Math.abs(ratio - 1) <= tolerance,
        Text.format("%.3f", ratio),
        Text.format("1.000 +- %.3f", tolerance),
        settled + " Trade-Results for " + orders + " accepted Trade-Orders");
  }

  private Check rollbacks() {
    String id = "intended-rollbacks";
    String title = "One Trade-Order in 101 is rolled back on purpose";
    OptionalDouble fraction = figures.intendedRollbackFraction();
    if (fraction.isEmpty()) {
      return Check.notJudged(id, title, Severity.FATAL, "no Trade-Order was answered");
    }
    long orders =
        figures.measured(
            row -> row.type() == TransactionType.TRADE_ORDER,
            row -> row.committed() + row.outcomes().of(Outcome.ROLLED_BACK_ON_PURPOSE));
    double sigmas = SIGMAS * Math.sqrt(ROLLBACKS * (1 - ROLLBACKS) / orders);
    double least = Math.min(ROLLBACKS_LEAST, ROLLBACKS - sigmas);
    double most = Math.max(ROLLBACKS_MOST, ROLLBACKS + sigmas);
    double actual = fraction.getAsDouble();
    return Check.of(
        id,
        title,
        Severity.FATAL,
        actual >= least && actual <= most,
        LoadRules.percent(actual),
        LoadRules.percent(Math.max(0, least)) + " to " + LoadRules.percent(most),
        "of " + orders + " Trade-Orders");
  }
}
