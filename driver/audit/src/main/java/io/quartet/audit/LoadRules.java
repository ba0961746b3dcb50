package io.quartet.audit;

import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Load;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.ShareCell;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Rules about the load: the shares were kept, the users were busy, the exchange kept up. */
final class LoadRules {

  private static final double RESIDUAL_LIMIT = 0.03;
  private static final double RESIDUAL_LIMIT_OFFICIAL = 0.01;
  private static final double RETRY_LIMIT = 0.01;

  /** A backlog may grow by what arrives in this long, or by this many, before it counts. */
  private static final double BACKLOG_SECONDS = 2;

  private static final double BACKLOG_FLOOR = 20;

  private final RunResults results;
  private final RunFigures figures;

  private LoadRules(RunResults results) {
    this.results = results;
    this.figures = results.figures();
  }

  static List<Check> judge(RunResults results) {
    LoadRules rules = new LoadRules(results);
    return List.of(rules.shares(), rules.pace(), rules.backlog(), rules.retries());
  }

  private Check shares() {
    List<ShareCell> cells = figures.shares();
    List<ShareCell> off = cells.stream().filter(cell -> !cell.isWithinTolerance()).toList();
    Optional<ShareCell> worst =
        cells.stream().max(Comparator.comparingDouble(cell -> Math.abs(cell.missedRequests())));
    return Check.of(
        "shares",
        "Each Group got its share of the requests in each phase",
        Severity.FATAL,
        off.isEmpty() && !cells.isEmpty(),
        worst.map(LoadRules::describe).orElse("no requests"),
        "0.5 points or 2 requests",
        Text.first(off.stream().map(LoadRules::describe).toList()));
  }

  private static String describe(ShareCell cell) {
    return Text.format(
        "phase %s Group %s: %.2f %% against %.2f %% (%+.1f of %d requests)",
        cell.phase(),
        cell.group(),
        cell.actualPercent(),
        cell.targetPercent(),
        cell.missedRequests(),
        cell.total());
  }

  private Check pace() {
    return results.info().plan().load() instanceof Load.Paced ? overload() : littlesLaw();
  }

  /** Overload of a paced run is a finding, not a fault: it is shown in figures and never fatal. */
  private Check overload() {
    long offered = figures.measured(RunFigures::isCustomer, CellRow::offered);
    long skipped = figures.measured(RunFigures::isCustomer, CellRow::skipped);
    return Check.of(
        "overload",
        "Every request was sent",
        Severity.WARNING,
        skipped == 0,
        skipped + " of " + offered + " requests skipped",
        "none",
        skipped == 0
            ? ""
            : "more was asked for than the databases or the users took: "
                + results.info().plan().load().describe());
  }

  private Check littlesLaw() {
    double residual = figures.littlesLawResidual().orElse(1);
    double limit =
        results.info().plan().profile() == ValidityProfile.OFFICIAL
            ? RESIDUAL_LIMIT_OFFICIAL
            : RESIDUAL_LIMIT;
    return Check.of(
        "littles-law",
        "Little's law holds: the users were always busy",
        Severity.FATAL,
        residual <= limit,
        percent(residual),
        percent(limit),
        Text.format(
            "%.3f of %.1f users busy on average", figures.busyUsers(), figures.users().orElse(0)));
  }

  /**
   * Trade-Results that fell due and were not answered yet, all Sets, in the first and the last
   * quarter of the measured interval. A queue that the databases cannot keep up with grows
   * steadily; the switch of shares alone only moves it from one Set to another.
   */
  private Check backlog() {
    String id = "trade-result-backlog";
    String title = "The backlog of due Trade-Results does not grow";
    long start = figures.startUtcMillis();
    long end = figures.endUtcMillis();
    Map<Long, Long> backlog = backlogByMoment();
    long quarter = (end - start) / 4;
    double first = mean(backlog, start, start + quarter);
    double last = mean(backlog, end - quarter, end);
    if (Double.isNaN(first) || Double.isNaN(last)) {
      return Check.notJudged(
          id, title, Severity.FATAL, "intervals.csv has no Trade-Results in the measured interval");
    }
    double rate = figures.measuredTradeResults() / Math.max(0.001, figures.measuredSeconds());
    double limit = Math.max(BACKLOG_FLOOR, BACKLOG_SECONDS * rate);
    return Check.of(
        id,
        title,
        Severity.FATAL,
        last - first <= limit,
        Text.format("from %.1f to %.1f waiting", first, last),
        Text.format("growth of at most %.0f", limit),
        "");
  }

  private Map<Long, Long> backlogByMoment() {
    Map<Long, Long> changes = new TreeMap<>();
    for (IntervalRow row : results.intervals()) {
      if (row.type() == TransactionType.TRADE_RESULT) {
        changes.merge(row.utcMillis(), row.started() - row.completed(), Long::sum);
      } else {
        changes.putIfAbsent(row.utcMillis(), 0L);
      }
    }
    long[] waiting = {0};
    changes.replaceAll((moment, change) -> waiting[0] += change);
    return changes;
  }

  private static double mean(Map<Long, Long> backlog, long from, long to) {
    return backlog.entrySet().stream()
        .filter(entry -> entry.getKey() >= from && entry.getKey() <= to)
        .mapToLong(Map.Entry::getValue)
        .average()
        .orElse(Double.NaN);
  }

  private Check retries() {
    long retries =
        figures.measured(row -> row.type() == TransactionType.TRADE_RESULT, CellRow::retries);
    long started =
        figures.measured(row -> row.type() == TransactionType.TRADE_RESULT, CellRow::started);
    double fraction = started == 0 ? 0 : (double) retries / started;
    return Check.of(
        "trade-result-retries",
        "Trade-Results are seldom retried",
        Severity.WARNING,
        fraction <= RETRY_LIMIT,
        percent(fraction),
        percent(RETRY_LIMIT),
        retries + " retries of " + started + " Trade-Results");
  }

  static String percent(double fraction) {
    return Text.format("%.2f %%", 100 * fraction);
  }
}
