package io.quartet.run.estimate;

import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import java.time.Duration;

/**
 * Estimated times of the stages of a plan. They are rough: each is a sum of processor time that the
 * processors share. Source: docs/benchmarks-history.md, "Estimates".
 *
 * @param plan with databases on one machine
 * @param cores processors of that machine, at least 1
 */
public record StageTimes(RunPlan plan, int cores) {

  private static final double UP_SECONDS = 8;
  private static final double LOAD_OF_DATABASE = 5;

  /** Rows that do not grow with the history take as long as those of so many days. */
  private static final double DAYS_OF_FIXED_ROWS = 3;

  private static final double LOAD_OF_UNIT_AND_DAY = 1.6;

  /** A guess: it is not known what a defined tool loads. */
  private static final double LOAD_OF_TOOL = 10;

  /** By pgbench: of a database, and of each step of its scale. */
  private static final double LOAD_OF_PGBENCH = 1;

  private static final double LOAD_OF_SCALE = 0.25;

  /** Balances of all accounts are added up before and after a run. */
  private static final double READ_OF_SCALE = 0.02;

  private static final double CHECKS_OF_DATABASE = 0.4;
  private static final double CHECKS_OF_UNIT_AND_DAY = 0.7;

  /** Fewer checks hold after a run. */
  private static final double CHECKS_AFTER = 0.7;

  /** Settings, Tier A, Trade-Cleanup, draining and counting of the trades. */
  private static final double AROUND_THE_LOAD_SECONDS = 12;

  private static final double REPORT_SECONDS = 8;

  /** Part of a load that a restore takes, and a copy too. */
  private static final double COPY_SHARE = 0.15;

  /** For the machine of this process. */
  public static StageTimes of(RunPlan plan) {
    return new StageTimes(plan, Runtime.getRuntime().availableProcessors());
  }

  /** Servers are made and started. */
  public Duration up() {
    return seconds(UP_SECONDS);
  }

  /** Rows, keys, indexes, VACUUM and foreign keys of all databases. */
  public Duration load() {
    if (plan.workload() instanceof Pgbench pgbench) {
      return ofPgbench(LOAD_OF_PGBENCH, LOAD_OF_SCALE, pgbench);
    }
    return plan.workload() instanceof DefinedTool
        ? seconds(LOAD_OF_TOOL * plan.sets().size())
        : shared(LOAD_OF_DATABASE, LOAD_OF_UNIT_AND_DAY, DAYS_OF_FIXED_ROWS);
  }

  private Duration ofPgbench(double ofDatabase, double ofScale, Pgbench pgbench) {
    int databases = plan.sets().size();
    double seconds = ofDatabase + ofScale * pgbench.tables().scale();
    return seconds(seconds * databases / Math.min(cores, databases));
  }

  /** All databases replaced by copies of them, or copied. */
  public Duration restore() {
    return seconds(COPY_SHARE * load().toMillis() / 1e3);
  }

  /** The checks before a run. */
  public Duration checksBefore() {
    if (plan.workload() instanceof DefinedTool) {
      return Duration.ZERO;
    }
    return plan.workload() instanceof Pgbench pgbench
        ? ofPgbench(0, pgbench.changesKnownTables() ? READ_OF_SCALE : 0, pgbench)
        : shared(CHECKS_OF_DATABASE, CHECKS_OF_UNIT_AND_DAY, 0);
  }

  /** The checks after a run. */
  public Duration checksAfter() {
    return seconds(CHECKS_AFTER * checksBefore().toMillis() / 1e3);
  }

  /** A whole run: checks, the load with its ramps, checks again, audit and report. */
  public Duration run() {
    return plan.timeline().total().plus(aroundTheLoad());
  }

  /** What a run takes beside its load. */
  public Duration aroundTheLoad() {
    return checksBefore()
        .plus(checksAfter())
        .plus(seconds(AROUND_THE_LOAD_SECONDS + REPORT_SECONDS));
  }

  /**
   * Processor seconds of every database and of its Load Units and days, as the processors share
   * them.
   */
  private Duration shared(double ofDatabase, double ofUnitAndDay, double moreDays) {
    int roles = plan.databaseRoles().size();
    int databases = plan.sets().size() * roles;
    if (databases == 0) {
      return Duration.ZERO;
    }
    int units =
        roles
            * plan.sets().stream()
                .mapToInt(set -> plan.database().loadUnits().get(set.group()))
                .sum();
    double processorSeconds =
        ofDatabase * databases + ofUnitAndDay * units * (plan.database().tradeDays() + moreDays);
    return seconds(processorSeconds / Math.min(cores, databases));
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis(Math.round(1e3 * seconds));
  }
}
