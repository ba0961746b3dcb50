package io.quartet.run.experiment;

import io.quartet.run.check.CheckPolicy;
import io.quartet.run.estimate.StageTimes;
import java.time.Duration;

/** Estimated times of the runs of an experiment. */
public final class Costs {

  private static final Duration RESTART = Duration.ofSeconds(2);
  private static final Duration OTHER_DATABASES = Duration.ofSeconds(5);

  /** A change of the index profile in which no index stays takes a half of a load. */
  private static final int INDEXES_OF_LOAD = 2;

  private Costs() {}

  /** About how long a run takes with what it needs before. */
  public static Duration of(PlannedRun run) {
    StageTimes times = StageTimes.of(run.cell().plan());
    Duration restore = times.restore();
    Duration before =
        switch (run.need()) {
          case NOTHING -> Duration.ZERO;
          case RESTORE -> restore;
          case RESTART -> restore.plus(RESTART);
          case OTHER_DATABASES -> restore.plus(OTHER_DATABASES);
          case INDEXES ->
              restore
                  .multipliedBy(3)
                  .plus(times.load().dividedBy(INDEXES_OF_LOAD))
                  .plus(OTHER_DATABASES);
          case LOAD -> times.up().plus(times.load()).plus(restore.multipliedBy(2));
        };
    return before.plus(times.run()).minus(sparedChecks(run, times));
  }

  /** A restored copy was checked when it was made. */
  private static Duration sparedChecks(PlannedRun run, StageTimes times) {
    boolean isRestoredOnly =
        switch (run.need()) {
          case RESTORE, RESTART, OTHER_DATABASES -> true;
          case NOTHING, INDEXES, LOAD -> false;
        };
    return isRestoredOnly && CheckPolicy.CHANGED.of(run.cell().plan()) == CheckPolicy.CHANGED
        ? times.checksBefore()
        : Duration.ZERO;
  }
}
