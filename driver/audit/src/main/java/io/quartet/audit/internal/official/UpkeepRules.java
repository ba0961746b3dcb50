package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.Text;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.Activity;
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
import java.util.function.Supplier;

/**
 * Rules about the work that servers do beside the transactions: checkpoints, writing buffers back,
 * growing, cleaning up.
 */
public final class UpkeepRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .warning(
                  "requested-checkpoints",
                  "Checkpoints start on schedule, not because of log volume, and finish in time")
              .number(29)
              .reads("stats/*/pg_stat_checkpointer.csv or pg_stat_bgwriter.csv")
              .how(
                  "at most 10 % of the checkpoints of a database are requested. Writing them takes at"
                      + " most 95 % of the interval (a checkpoint counts when it ends)")
              .judge(UpkeepRules::new, UpkeepRules::requestedCheckpoints),
          Scope.OFFICIAL
              .warning("backend-writes", "Sessions write few buffers themselves")
              .number(30)
              .reads("stats/*/pg_stat_bgwriter.csv", "pg_stat_checkpointer.csv", "pg_stat_io.csv")
              .how(
                  "at most 10 % of the buffers that a database writes. Before version 16, PostgreSQL also"
                      + " counts the pages by which tables grow, so databases that fit in memory may fail there")
              .judge(UpkeepRules::new, UpkeepRules::backendWrites),
          Scope.OFFICIAL
              .information("growth", "Growth by table and index")
              .number(33)
              .reads("stats/*/sizes.csv", PhasesCsv.NAME)
              .how(
                  "bytes of tables + bytes of indexes per Trade-Result, and the three tables that grow"
                      + " most. The report has all tables")
              .judge(UpkeepRules::new, UpkeepRules::growth),
          AutovacuumRule.RULE);

  private static final double REQUESTED_LIMIT_PERCENT = 10;
  private static final double WRITING_LIMIT_PERCENT = 95;
  private static final double BACKENDS_LIMIT_PERCENT = 10;

  private static final int SHOWN_TABLES = 3;

  private final RunResults results;
  private final List<String> databases;
  private final Supplier<SpaceStatistics> space;
  private final Map<String, Activity> activities = new TreeMap<>();

  private UpkeepRules(AuditedRun run) {
    this.results = run.results();
    this.databases = run.plan().databases();
    this.space = run::space;
    run.phases().vms().stream()
        .filter(Activity::isOfAllPhases)
        .forEach(activity -> activities.put(activity.vm().orElseThrow(), activity));
  }

  /** The figures of one database; empty if they are not those of the whole interval. */
  private Optional<Activity> known(String vm, Statistic... needed) {
    return Optional.ofNullable(activities.get(vm))
        .filter(activity -> !activity.isIncomplete() && !activity.hasReset())
        .filter(activity -> activity.values().keySet().containsAll(List.of(needed)));
  }

  private static Judgment notCovered(String vm) {
    return Judgment.notJudged("the samples of " + vm + " do not cover the interval");
  }

  private Judgment requestedCheckpoints() {
    List<Finding> problems = new ArrayList<>();
    double all = 0;
    double requested = 0;
    double mostWriting = 0;
    for (String vm : databases) {
      Optional<Activity> activity =
          known(vm, Statistic.CHECKPOINTS_TIMED, Statistic.CHECKPOINTS_REQUESTED);
      Optional<Double> writing = writingPercent(vm);
      if (activity.isEmpty() || writing.isEmpty()) {
        return notCovered(vm);
      }
      double ofVm = activity.get().value(Statistic.CHECKPOINTS_REQUESTED).orElseThrow();
      double timed = activity.get().value(Statistic.CHECKPOINTS_TIMED).orElseThrow();
      if (ofVm + timed == 0) {
        return Judgment.notJudged(vm + " began no checkpoint in the interval");
      }
      requested += ofVm;
      all += ofVm + timed;
      mostWriting = Math.max(mostWriting, writing.get());
      if (ofVm * 100 > (ofVm + timed) * REQUESTED_LIMIT_PERCENT) {
        problems.add(
            Finding.of(
                Subject.VM,
                vm,
                Text.format("%s: %,.0f of %,.0f were requested", vm, ofVm, ofVm + timed)));
      }
      if (writing.get() > WRITING_LIMIT_PERCENT) {
        problems.add(
            Finding.of(
                Subject.VM,
                vm,
                Text.format("%s: wrote %.0f %% of the interval", vm, writing.get())));
      }
    }
    return Judgment.of(
        Text.format(
            "%,.0f of %,.0f requested, writing at most %.0f %% of the interval",
            requested, all, mostWriting),
        Text.format(
            "%.0f %% requested, %.0f %% writing", REQUESTED_LIMIT_PERCENT, WRITING_LIMIT_PERCENT),
        problems);
  }

  /** A checkpoint counts when it ends, with all of its time. */
  private Optional<Double> writingPercent(String vm) {
    Samples samples = results.samples();
    return samples
        .increase(vm, "pg_stat_checkpointer", "write_time")
        .or(() -> samples.increase(vm, "pg_stat_bgwriter", "checkpoint_write_time"))
        .map(increase -> 100 * increase.perMillisecond());
  }

  private Judgment backendWrites() {
    List<Finding> problems = new ArrayList<>();
    double most = 0;
    for (String vm : databases) {
      Optional<Activity> activity =
          known(
              vm,
              Statistic.BUFFERS_BACKENDS,
              Statistic.BUFFERS_CHECKPOINTER,
              Statistic.BUFFERS_BACKGROUND_WRITER);
      if (activity.isEmpty()) {
        return notCovered(vm);
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
        return Judgment.notJudged(vm + " counted no written buffer in the interval");
      }
      double percent = 100 * backends / all;
      most = Math.max(most, percent);
      if (percent > BACKENDS_LIMIT_PERCENT) {
        problems.add(
            Finding.of(Subject.VM, vm, Text.format("%s: %,.0f of %,.0f", vm, backends, all)));
      }
    }
    return Judgment.of(
        Text.format("at most %.1f %% of a database's", most),
        Text.format("%.0f %%", BACKENDS_LIMIT_PERCENT),
        problems);
  }

  private Judgment growth() {
    SpaceStatistics space = this.space.get();
    Map<String, TableSpace> tables = new TreeMap<>();
    space
        .databases()
        .forEach(
            database ->
                database
                    .tables()
                    .forEach((name, table) -> tables.merge(name, table, TableSpace::plus)));
    Optional<TableSpace> sum = tables.values().stream().reduce(TableSpace::and);
    long tradeResults = results.figures().counted();
    if (space.databases().size() < databases.size()
        || sum.isEmpty()
        || sum.get().tableGrowth().isEmpty()
        || tradeResults == 0) {
      return Judgment.notJudged(
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
    return Judgment.of(
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
        "%s + %s bytes",
        Text.figure(orZero(table.tableGrowth()) / tradeResults, 0),
        Text.figure(orZero(table.indexGrowth()) / tradeResults, 0));
  }

  private static double orZero(OptionalDouble value) {
    return value.orElse(0);
  }
}
