package io.quartet.run.experiment;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Provider;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The databases of an experiment. Those of a stack are made when its first cell is run; one stack
 * is up at a time, the others lie stopped beside it. A stack keeps a copy of its rows for each
 * index profile of its cells. Not thread-safe.
 */
final class Stacks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Stacks.class);

  /** The message of a restore about databases that are not loaded. */
  private static final Set<String> NOTHING_TO_RESTORE =
      Set.of("NO_SNAPSHOT", "SNAPSHOT_OTHERWISE", "DATABASE_MISSING");

  /** A plan of each stack, by its number. */
  private final Map<Integer, RunPlan> plans;

  private final CheckPolicy checks;

  /** Those that may be running. At first it is not known what a driver that was killed has left. */
  private final Set<Integer> running;

  private Optional<Deployment> current = Optional.empty();

  /**
   * @param checks which databases are checked before each run
   */
  Stacks(Experiment experiment, CheckPolicy checks) {
    this.plans = experiment.stacks();
    this.running = new TreeSet<>(plans.keySet());
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
        .filter(plan -> Provider.of(plan).isThere(plan))
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

  /** Removes them all. One that cannot be removed keeps no other. */
  static void remove(Experiment experiment) {
    List<QuartetException> failed = new ArrayList<>();
    for (RunPlan plan : experiment.stacks().values()) {
      try {
        Provider.of(plan).down(plan);
      } catch (QuartetException e) {
        failed.add(e);
      }
    }
    if (!failed.isEmpty()) {
      throw failed.get(0);
    }
  }

  /**
   * The servers of a cell, with the data as they were loaded. The caller does not close it.
   *
   * @throws QuartetException as up, load, copy and restore
   */
  Deployment ready(Cell cell, RunListener listener) {
    release();
    stopAllBut(cell.stack());
    RunPlan plan = cell.plan();
    running.add(cell.stack());
    // Made anew for each cell: a deployment knows the settings of its plan.
    Deployment deployment = up(plan, listener);
    current = Optional.of(deployment);
    if (!plan.databaseRoles().isEmpty()) {
      restore(plan, deployment, listener);
    }
    return deployment;
  }

  private void stopAllBut(int stack) {
    for (int other : List.copyOf(running)) {
      if (other != stack) {
        RunPlan plan = plans.get(other);
        Provider.of(plan).stop(plan);
        running.remove(other);
      }
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
      if (!isOther || plan.provider().isGiven()) {
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

  /** Stops the servers; the data stay. What a lost machine does not let stop loses no result. */
  @Override
  public void close() {
    Waiting.uninterrupted(
        () -> {
          release();
          for (int stack : running) {
            RunPlan plan = plans.get(stack);
            try {
              Provider.of(plan).stop(plan);
            } catch (QuartetException e) {
              LOG.warn("databases are left as they are: {}", Text.inOneLine(e.getMessage()));
            }
          }
        });
  }
}
