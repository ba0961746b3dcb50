package io.quartet.audit;

import io.quartet.model.Text;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.PhaseStatistics;
import io.quartet.results.statistics.Samples;
import io.quartet.results.statistics.SpaceStatistics;
import io.quartet.results.statistics.Statistic;
import io.quartet.results.statistics.TableSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Rules about the work that servers do beside the transactions: checkpoints, writing buffers back,
 * growing, cleaning up. Rules 29, 30, 33 and 34 of run-rules.md section 3.4.
 */
final class UpkeepRules {

  private static final double REQUESTED_LIMIT_PERCENT = 10;
  private static final double WRITING_LIMIT_PERCENT = 95;
  private static final double BACKENDS_LIMIT_PERCENT = 10;

  private static final int SHOWN_TABLES = 3;

  private final RunResults results;
  private final List<String> databases;
  private final Map<String, Activity> activities = new TreeMap<>();

  private UpkeepRules(RunResults results) {
    this.results = results;
    this.databases = results.info().plan().databases();
    PhaseStatistics.read(results.folder(), results.figures().rows(), List.of()).vms().stream()
        .filter(activity -> activity.phase().equals(Activity.ALL_PHASES))
        .forEach(activity -> activities.put(activity.vm().orElseThrow(), activity));
  }

  /**
   * @param space sizes of the databases
   */
  static List<Check> judge(RunResults results, SpaceStatistics space) {
    UpkeepRules rules = new UpkeepRules(results);
    return List.of(
        rules.requestedCheckpoints(),
        rules.backendWrites(),
        rules.growth(space),
        Cleaning.judge(results, rules.databases));
  }

  /** The figures of one database; empty if they are not those of the whole interval. */
  private Optional<Activity> known(String vm, Statistic... needed) {
    return Optional.ofNullable(activities.get(vm))
        .filter(activity -> !activity.isIncomplete() && !activity.hasReset())
        .filter(activity -> activity.values().keySet().containsAll(List.of(needed)));
  }

  private static Check notJudged(String id, String title, Severity severity, String vm) {
    return Check.notJudged(
        id, title, severity, "the samples of " + vm + " do not cover the interval");
  }

  private Check requestedCheckpoints() {
    String id = "requested-checkpoints";
    String title = "Checkpoints come by time, not for the amount of log, and leave time to spare";
    List<String> problems = new ArrayList<>();
    double all = 0;
    double requested = 0;
    double mostWriting = 0;
    for (String vm : databases) {
      Optional<Activity> activity =
          known(vm, Statistic.CHECKPOINTS_TIMED, Statistic.CHECKPOINTS_REQUESTED);
      Optional<Double> writing = writingPercent(vm);
      if (activity.isEmpty() || writing.isEmpty()) {
        return notJudged(id, title, Severity.WARNING, vm);
      }
      double ofVm = activity.get().value(Statistic.CHECKPOINTS_REQUESTED).orElseThrow();
      double timed = activity.get().value(Statistic.CHECKPOINTS_TIMED).orElseThrow();
      if (ofVm + timed == 0) {
        return Check.notJudged(
            id, title, Severity.WARNING, vm + " began no checkpoint in the interval");
      }
      requested += ofVm;
      all += ofVm + timed;
      mostWriting = Math.max(mostWriting, writing.get());
      if (ofVm * 100 > (ofVm + timed) * REQUESTED_LIMIT_PERCENT) {
        problems.add(Text.format("%s: %.0f of %.0f were requested", vm, ofVm, ofVm + timed));
      }
      if (writing.get() > WRITING_LIMIT_PERCENT) {
        problems.add(Text.format("%s: wrote %.0f %% of the interval", vm, writing.get()));
      }
    }
    return Check.of(
        id,
        title,
        Severity.WARNING,
        problems.isEmpty(),
        Text.format(
            "%.0f of %.0f requested, writing at most %.0f %% of the interval",
            requested, all, mostWriting),
        Text.format(
            "%.0f %% requested, %.0f %% writing", REQUESTED_LIMIT_PERCENT, WRITING_LIMIT_PERCENT),
        Text.first(problems));
  }

  /** A checkpoint counts when it ends, with all of its time. */
  private Optional<Double> writingPercent(String vm) {
    Samples samples = results.samples();
    return samples
        .increase(vm, "pg_stat_checkpointer", "write_time")
        .or(() -> samples.increase(vm, "pg_stat_bgwriter", "checkpoint_write_time"))
        .map(increase -> 100 * increase.perMillisecond());
  }

  private Check backendWrites() {
    String id = "backend-writes";
    String title = "Sessions write few buffers themselves";
    List<String> problems = new ArrayList<>();
    double most = 0;
    for (String vm : databases) {
      Optional<Activity> activity =
          known(
              vm,
              Statistic.BUFFERS_BACKENDS,
              Statistic.BUFFERS_CHECKPOINTER,
              Statistic.BUFFERS_BACKGROUND_WRITER);
      if (activity.isEmpty()) {
        return notJudged(id, title, Severity.WARNING, vm);
      }
      double backends = activity.get().value(Statistic.BUFFERS_BACKENDS).orElseThrow();
      double all =
          activity
              .get()
              .sum(
                  Statistic.BUFFERS_BACKENDS,
                  Statistic.BUFFERS_CHECKPOINTER,
                  Statistic.BUFFERS_BACKGROUND_WRITER)
              .orElseThrow();
      if (all == 0) {
        // Servers up to 16 count what sessions write when a checkpoint begins.
        return Check.notJudged(
            id, title, Severity.WARNING, vm + " counted no written buffer in the interval");
      }
      double percent = 100 * backends / all;
      most = Math.max(most, percent);
      if (percent > BACKENDS_LIMIT_PERCENT) {
        problems.add(Text.format("%s: %.0f of %.0f", vm, backends, all));
      }
    }
    return Check.of(
        id,
        title,
        Severity.WARNING,
        problems.isEmpty(),
        Text.format("at most %.1f %% of a database's", most),
        Text.format("%.0f %%", BACKENDS_LIMIT_PERCENT),
        Text.first(problems));
  }

  private Check growth(SpaceStatistics space) {
    String id = "growth";
    String title = "Growth by table and index";
    Map<String, TableSpace> tables = new TreeMap<>();
    space
        .databases()
        .forEach(
            database ->
                database
                    .tables()
                    .forEach((name, table) -> tables.merge(name, table, TableSpace::plus)));
    Optional<TableSpace> sum = tables.values().stream().reduce(TableSpace::and);
    long tradeResults = results.figures().measuredTradeResults();
    if (space.databases().size() < databases.size()
        || sum.isEmpty()
        || sum.get().tableGrowth().isEmpty()
        || tradeResults == 0) {
      return Check.notJudged(
          id,
          title,
          Severity.INFORMATION,
          tradeResults == 0
              ? "there was no Trade-Result"
              : "stats/*/sizes.csv do not cover the interval on all databases");
    }
    List<String> largest =
        tables.entrySet().stream()
            .sorted(Map.Entry.comparingByValue((a, b) -> Double.compare(grown(b), grown(a))))
            .limit(SHOWN_TABLES)
            .map(
                table ->
                    Text.format(
                        "%s %s", table.getKey(), perTradeResult(table.getValue(), tradeResults)))
            .toList();
    return Check.of(
        id,
        title,
        Severity.INFORMATION,
        true,
        perTradeResult(sum.get(), tradeResults) + " by Trade-Result",
        "",
        "most: " + String.join(", ", largest));
  }

  private static double grown(TableSpace table) {
    return orZero(table.tableGrowth()) + orZero(table.indexGrowth());
  }

  private static String perTradeResult(TableSpace table, long tradeResults) {
    return Text.format(
        "%.0f + %.0f bytes",
        orZero(table.tableGrowth()) / tradeResults, orZero(table.indexGrowth()) / tradeResults);
  }

  private static double orZero(OptionalDouble value) {
    return value.orElse(0);
  }
}
