package io.quartet.run.experiment;

import io.quartet.model.QuartetException;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Provider;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.provision.os.Waiting;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.database.Loading;
import io.quartet.run.database.Loading.Start;
import io.quartet.run.database.ProfileChange;
import io.quartet.run.database.Snapshots;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The databases of an experiment. Those of a stack are made when its first cell is run; one stack
 * is up at a time, the others lie stopped beside it. A stack keeps a copy of its rows for each
 * index profile of its cells. Not thread-safe.
 */
final class Stacks implements AutoCloseable {

  /** The message of a restore about databases that are not loaded. */
  private static final Set<String> NOTHING_TO_RESTORE =
      Set.of("NO_SNAPSHOT", "SNAPSHOT_OTHERWISE", "DATABASE_MISSING");

  /** A plan of each stack, by its number. */
  private final Map<Integer, RunPlan> plans;

  private final CheckPolicy checks;

  private Optional<Deployment> current = Optional.empty();

  /**
   * @param checks which databases are checked before each run
   */
  Stacks(Experiment experiment, CheckPolicy checks) {
    this.plans = experiment.stacks();
    this.checks = checks;
  }

  /**
   * Makes sure that none is there before the first attempt. Those of a benchmark, of another
   * results folder or of other programs of PostgreSQL would be taken for ours, changed and removed.
   *
   * @throws QuartetException ALREADY_UP
   */
  static void requireNone(Experiment experiment) {
    experiment.stacks().values().stream()
        .filter(plan -> plan.provider().isLocal() && LocalNeeds.of(plan).isUp())
        .findFirst()
        .ifPresent(
            plan -> {
              throw QuartetException.environment(
                  "ALREADY_UP",
                  ("databases named %s exist already, but this experiment has not started. Rename the"
                          + " experiment. If the databases are left from an earlier experiment of this name, remove"
                          + " them with quartet experiment FILE --down.")
                      .formatted(plan.name()));
            });
  }

  /** Removes them all. */
  static void remove(Experiment experiment) {
    experiment.stacks().values().forEach(plan -> Provider.of(plan).down(plan));
  }

  /**
   * The servers of a cell, with the data as they were loaded. The caller does not close it.
   *
   * @throws QuartetException as up, load, copy and restore
   */
  Deployment ready(Cell cell, RunListener listener) {
    release();
    // A driver that was killed may have left those of any stack running.
    plans.forEach((stack, plan) -> stopUnless(stack == cell.stack(), plan));
    RunPlan plan = cell.plan();
    // Made anew for each cell: a deployment knows the settings of its plan.
    Deployment deployment = up(plan, listener);
    current = Optional.of(deployment);
    if (!plan.databaseRoles().isEmpty()) {
      restore(plan, deployment, listener);
    }
    return deployment;
  }

  private static void stopUnless(boolean isWanted, RunPlan plan) {
    if (!isWanted) {
      Provider.of(plan).stop(plan);
    }
  }

  private static Deployment up(RunPlan plan, RunListener listener) {
    listener.onStageStart(Stage.UP);
    return Provider.of(plan).up(plan, Ownership.SURVIVING);
  }

  /** The copy is brought back even right after it was made: every run finds the same. */
  private void restore(RunPlan plan, Deployment deployment, RunListener listener) {
    if (!hasCopies(plan, deployment, listener)) {
      load(plan, deployment, listener);
      Snapshots.restore(plan, deployment, listener);
    }
  }

  private void copy(RunPlan plan, Deployment deployment, RunListener listener) {
    listener.onStageStart(Stage.COPY);
    Snapshots.take(plan, deployment, checks, listener);
  }

  /**
   * Restores copies, if there are any of these rows; those of another index profile are changed.
   */
  private boolean hasCopies(RunPlan plan, Deployment deployment, RunListener listener) {
    List<LoadResult> restored;
    try {
      restored = Snapshots.restore(plan, deployment, listener);
    } catch (QuartetException e) {
      if (!NOTHING_TO_RESTORE.contains(e.code())) {
        throw e;
      }
      return false;
    }
    if (restored.stream().anyMatch(result -> result.action() == Action.CHANGED)) {
      copy(plan, deployment, listener);
      Snapshots.restore(plan, deployment, listener);
    }
    return true;
  }

  private void load(RunPlan plan, Deployment deployment, RunListener listener) {
    listener.onStageStart(Stage.LOAD);
    try {
      ProfileChange.run(plan, deployment, listener);
      copy(plan, deployment, listener);
    } catch (QuartetException e) {
      boolean isOther = Set.of("LOADED_OTHERWISE", "DATABASE_USED").contains(e.code());
      if (!isOther || plan.provider().isPrepared()) {
        throw e;
      }
      // Our own databases, which something else has loaded or used meanwhile.
      Loading.load(plan, deployment, Start.FROM_SCRATCH, listener);
      copy(plan, deployment, listener);
    }
  }

  private void release() {
    current.ifPresent(Deployment::close);
    current = Optional.empty();
  }

  /** Stops the servers; the data stay. */
  @Override
  public void close() {
    Waiting.uninterrupted(
        () -> {
          release();
          plans.values().forEach(plan -> stopUnless(false, plan));
        });
  }
}
