package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.os.Parallel;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.StopSignal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Keeps a copy of every loaded database beside it, in the same cluster, and brings it back:
 * database {@code quartet_snapshot}. Over SQL only, so for every provider.
 */
public final class Snapshots {

  /** Name of the copy. */
  static final String DATABASE = "quartet_snapshot";

  private final RunPlan plan;
  private final Deployment deployment;
  private final int atATime = Runtime.getRuntime().availableProcessors();
  private final DatabaseCopies copies;
  private final Map<DatabaseServer, LoadResult> results = new ConcurrentHashMap<>();

  private Snapshots(RunPlan plan, Deployment deployment) {
    this.plan = plan;
    this.deployment = deployment;
    this.copies = new DatabaseCopies(deployment);
  }

  /**
   * Copies every database, in place of an older copy.
   *
   * @return a result per database, in the order of the deployment
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE, DATABASE_USED, DISK_TOO_SMALL,
   *     DATABASE_BUSY, SNAPSHOT_FAILED, DATABASE_UNREACHABLE, DATABASE_MISSING, INTERRUPTED
   */
  public static List<LoadResult> take(RunPlan plan, Deployment deployment) {
    Databases.requireSome(plan);
    return stoppable(new Snapshots(plan, deployment)::takeAll);
  }

  /**
   * Puts the copy in the place of every database, whatever that holds, and sets each server up for
   * the run. When it is cut short, it can be done again.
   *
   * @return a result per database, in the order of the deployment
   * @throws QuartetException NO_SNAPSHOT, SNAPSHOT_OTHERWISE, DATABASE_BUSY, SNAPSHOT_FAILED,
   *     DATABASE_UNREACHABLE, INTERRUPTED
   */
  public static List<LoadResult> restore(RunPlan plan, Deployment deployment) {
    Databases.requireSome(plan);
    return stoppable(new Snapshots(plan, deployment)::restoreAll);
  }

  /** Ctrl-C and TERM end it in order. */
  @SuppressWarnings("try") // Only that it is there matters.
  private static List<LoadResult> stoppable(Supplier<List<LoadResult>> work) {
    try (StopSignal stop = new StopSignal()) {
      return work.get();
    } catch (RuntimeException e) {
      // The JDBC driver has an error of its own for an interrupt while it connects.
      if (e instanceof CancellationException || Thread.currentThread().isInterrupted()) {
        throw StopSignal.interrupted(e);
      }
      throw e;
    }
  }

  private List<LoadResult> takeAll() {
    LoadedState.requireAll(plan, deployment);
    plan.sets().forEach(this::requireUnused);
    copies.requireRoom(DatabaseServer.DATABASE, DATABASE);
    Parallel.forEach(
        deployment.databases(),
        atATime,
        server -> {
          long started = System.nanoTime();
          copies.replace(server, DatabaseServer.DATABASE, DATABASE);
          results.put(server, LoadResult.since(started, server.vm(), Action.COPIED));
        },
        copies::cancel);
    return inOrder();
  }

  private void requireUnused(VmSet set) {
    DatabaseServer server = deployment.database(set, VmRole.OLTP);
    try (Connection connection = Connections.open(server, deployment)) {
      if (LoadedState.isUsed(connection)) {
        throw QuartetException.loadOrCheck(
            "DATABASE_USED",
            ("%s: a run has used the databases of Set %s, so a copy would not be one of a "
                    + "load. Run quartet load --restore if there is a snapshot, otherwise quartet "
                    + "load --from-scratch --snapshot.")
                .formatted(server.place(), set.name()));
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private List<LoadResult> restoreAll() {
    Parallel.forEach(deployment.databases(), atATime, this::requireSnapshot);
    // VM3 last: whether a run has used a Set is seen there, so a Set that looks unused is restored
    // as a whole, wherever this is cut short.
    Parallel.forEach(
        plan.sets(),
        atATime,
        set -> {
          restoreOne(deployment.database(set, VmRole.DSS));
          restoreOne(deployment.database(set, VmRole.OLTP));
        },
        copies::cancel);
    return inOrder();
  }

  private void restoreOne(DatabaseServer server) {
    long started = System.nanoTime();
    copies.replace(server, DATABASE, DatabaseServer.DATABASE);
    deployment.prepare(server, Purpose.RUNNING);
    results.put(server, LoadResult.since(started, server.vm(), Action.RESTORED));
  }

  private void requireSnapshot(DatabaseServer server) {
    LoadedState wanted = LoadedState.expected(plan, server);
    LoadedState found =
        copies
            .state(server, DATABASE)
            .orElseThrow(
                () ->
                    QuartetException.loadOrCheck(
                        "NO_SNAPSHOT",
                        "%s has no snapshot. Run quartet load --snapshot first."
                            .formatted(server.place())));
    if (!found.equals(wanted)) {
      throw QuartetException.loadOrCheck(
          "SNAPSHOT_OTHERWISE",
          ("%s: the snapshot is of other parameters than the benchmark file's: %s. Change "
                  + "the file, or run quartet load --from-scratch --snapshot.")
              .formatted(server.place(), found.difference(wanted)));
    }
  }

  private List<LoadResult> inOrder() {
    return deployment.databases().stream().map(results::get).toList();
  }
}
