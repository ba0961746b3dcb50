package io.quartet.run.experiment;

import io.quartet.model.plan.RunPlan;
import java.time.Duration;

/**
 * Estimated times of the runs of an experiment. They are rough: they come from the tables of
 * docs/benchmarks-history.md, with two cores and a fast disk.
 */
public final class Costs {

  /** Checks, Tier A, counting of the trades, audit and report around each load. */
  private static final double AROUND_A_RUN_SECONDS = 20;

  private static final double RESTART_SECONDS = 2;
  private static final double OTHER_DATABASES_SECONDS = 5;
  private static final double UP_SECONDS = 8;
  private static final double LOAD_SECONDS_PER_DATABASE = 5;
  private static final double LOAD_SECONDS_PER_UNIT_AND_DAY = 0.9;

  /** Part of a load that a restore takes, and a copy too. */
  private static final double COPY_SHARE = 0.15;

  /** Part of a load that takes a change of the index profile in which no index stays. */
  private static final double INDEX_SHARE = 0.5;

  private Costs() {}

  /** About how long a run takes with what it needs before. */
  public static Duration of(PlannedRun run) {
    RunPlan plan = run.cell().plan();
    double load = loadSeconds(plan);
    double restore = COPY_SHARE * load;
    double before =
        switch (run.need()) {
          case NOTHING -> 0;
          case RESTORE -> restore;
          case RESTART -> restore + RESTART_SECONDS;
          case OTHER_DATABASES -> restore + OTHER_DATABASES_SECONDS;
          case INDEXES -> 3 * restore + INDEX_SHARE * load + OTHER_DATABASES_SECONDS;
          case LOAD -> UP_SECONDS + load + 2 * restore;
        };
    return plan.timeline().total().plusMillis(Math.round(1e3 * (before + AROUND_A_RUN_SECONDS)));
  }

  private static double loadSeconds(RunPlan plan) {
    if (plan.databaseRoles().isEmpty()) {
      return 0;
    }
    double seconds =
        plan.databases().size() * LOAD_SECONDS_PER_DATABASE
            + LOAD_SECONDS_PER_UNIT_AND_DAY
                * plan.sets().stream()
                    .mapToInt(set -> plan.database().loadUnits().get(set.group()))
                    .sum()
                * plan.databaseRoles().size()
                * plan.database().tradeDays();
    return seconds / Math.min(Runtime.getRuntime().availableProcessors(), plan.databases().size());
  }
}
