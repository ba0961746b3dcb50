package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.os.Parallel;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.check.Checking;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.Moment;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.progress.CheckListener;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Keeps a copy of every loaded database beside it, in the same cluster, one for each index profile,
 * and brings it back. Over SQL only, so for every provider.
 */
public final class Snapshots {

  private final RunPlan plan;
  private final Deployment deployment;
  private final LoadListener listener;
  private final int atATime;
  private final DatabaseCopies copies;
  private final Map<DatabaseServer, LoadResult> results = new ConcurrentHashMap<>();

  /**
   * A copy to restore.
   *
   * @param hasProfile false if it has another index profile than the plan
   */
  private record Source(String copy, boolean hasProfile, long bytes) {}

  private Snapshots(RunPlan plan, Deployment deployment, LoadListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.listener = listener;
    this.atATime = deployment.databasesAtATime();
    this.copies = new DatabaseCopies(deployment);
  }

  /**
   * Copies every database, in place of an older copy of the same profile. Copies of other rows are
   * dropped. A database that may have changed since its checks is checked first, so that no run has
   * to check a database that is restored from the copy.
   *
   * @param checks policy of those runs; nothing is checked now if they check all databases
   * @return a result per database, in the order of the deployment
   * @throws QuartetException NOT_LOADED, LOADED_OTHERWISE, DATABASE_USED, CHECKS_FAILED,
   *     DISK_TOO_SMALL, DATABASE_BUSY, SNAPSHOT_FAILED, DATABASE_UNREACHABLE, DATABASE_MISSING,
   *     INTERRUPTED
   */
  public static List<LoadResult> take(
      RunPlan plan, Deployment deployment, CheckPolicy checks, RunListener listener) {
    Databases.requireSome(plan);
    Snapshots snapshots = new Snapshots(plan, deployment, listener);
    return stoppable(() -> snapshots.takeAll(checks, listener));
  }

  /**
   * Replaces every database with its copy, and prepares each server for the run. A copy with
   * another index profile gets that of the plan. An interrupted restore can be repeated.
   *
   * @return a result per database, in the order of the deployment
   * @throws QuartetException NO_SNAPSHOT, SNAPSHOT_OTHERWISE, DATABASE_BUSY, SNAPSHOT_FAILED,
   *     DATABASE_UNREACHABLE, INTERRUPTED; LOAD_FAILED if the profile cannot be changed
   */
  public static List<LoadResult> restore(
      RunPlan plan, Deployment deployment, LoadListener listener) {
    Databases.requireSome(plan);
    return stoppable(new Snapshots(plan, deployment, listener)::restoreAll);
  }

  /** Ctrl-C and TERM end it in order. */
  @SuppressWarnings("try") // Only that it is there matters.
  static List<LoadResult> stoppable(Supplier<List<LoadResult>> work) {
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

  private List<LoadResult> takeAll(CheckPolicy checks, CheckListener progress) {
    LoadedState.requireAll(plan, deployment);
    plan.sets().forEach(this::requireUnused);
    if (checks.of(plan) == CheckPolicy.CHANGED && Checking.appliesTo(plan)) {
      Checking.requirePassed(
          Checking.check(plan, deployment, Moment.BEFORE, List.of(), checks, progress), "the copy");
    }
    Map<DatabaseServer, ProfileCopies> older = new LinkedHashMap<>();
    Map<DatabaseServer, String> names = new HashMap<>();
    Map<DatabaseServer, Long> bytes = new HashMap<>();
    for (DatabaseServer server : deployment.databases()) {
      older.put(server, copies.of(server));
      names.put(server, older.get(server).nameFor(LoadedState.expected(plan, server)));
      bytes.put(server, copies.bytes(server, DatabaseServer.DATABASE));
    }
    copies.requireRoom(names);
    CopyCount count = new CopyCount(false, bytes, listener);
    Parallel.forEach(
        deployment.databases(),
        atATime,
        server -> {
          long started = System.nanoTime();
          replace(server, DatabaseServer.DATABASE, names.get(server), count);
          results.put(server, LoadResult.since(started, server.vm(), Action.COPIED));
          count.add(server);
        },
        copies::cancel);
    older.forEach((server, before) -> dropOutdated(server, before, names.get(server)));
    return inOrder();
  }

  private void dropOutdated(DatabaseServer server, ProfileCopies older, String replaced) {
    older.outdated(LoadedState.expected(plan, server)).stream()
        .filter(copy -> !copy.equals(replaced))
        .forEach(copy -> copies.drop(server, copy));
  }

  private void requireUnused(VmSet set) {
    DatabaseServer server = deployment.database(set, VmRole.OLTP);
    if (LoadedState.isUsed(server, deployment)) {
      throw QuartetException.loadOrCheck(
          "DATABASE_USED",
          ("%s: a run has used the databases of Set %s, so they no longer hold a fresh load. Run"
                  + " quartet load --restore if there is a snapshot, otherwise quartet load --from-scratch"
                  + " --snapshot.")
              .formatted(server.place(), set.name()));
    }
  }

  private List<LoadResult> restoreAll() {
    Map<DatabaseServer, Source> sources = new ConcurrentHashMap<>();
    Parallel.forEach(
        deployment.databases(), atATime, server -> sources.put(server, source(server)));
    Map<DatabaseServer, Long> bytes = new HashMap<>();
    sources.forEach((server, source) -> bytes.put(server, source.bytes()));
    listener.onRestore();
    CopyCount count = new CopyCount(true, bytes, listener);
    // VM3 last: whether a run has used a Set is seen there, so a Set that looks unused is restored
    // as a whole, wherever this is cut short.
    Parallel.forEach(
        plan.sets(),
        atATime,
        set -> {
          for (VmRole role : plan.databaseRoles()) {
            DatabaseServer server = deployment.database(set, role);
            restoreOne(server, sources.get(server), count);
            count.add(server);
          }
        },
        copies::cancel);
    if (!sources.values().stream().allMatch(Source::hasProfile)) {
      List<LoadResult> changed =
          Loading.load(plan, deployment, Loading.Start.CHANGE_INDEXES, listener);
      List<LoadResult> restored = inOrder();
      return IntStream.range(0, restored.size())
          .mapToObj(i -> changed.get(i).after(restored.get(i)))
          .toList();
    }
    return inOrder();
  }

  private void restoreOne(DatabaseServer server, Source source, CopyCount count) {
    long started = System.nanoTime();
    replace(server, source.copy(), DatabaseServer.DATABASE, count);
    if (source.hasProfile()) {
      deployment.prepare(server, Purpose.RUNNING);
    }
    results.put(server, LoadResult.since(started, server.vm(), Action.RESTORED));
  }

  @SuppressWarnings("try") // Only that it is there matters.
  private void replace(DatabaseServer server, String from, String to, CopyCount count) {
    try (CopyWatch watch =
        CopyWatch.begin(
            server, deployment, CopyWatch.INTERVAL, bytes -> count.addPart(server, bytes))) {
      copies.replace(server, from, to);
    }
  }

  private Source source(DatabaseServer server) {
    LoadedState wanted = LoadedState.expected(plan, server);
    ProfileCopies found = copies.of(server);
    if (found.states().isEmpty()) {
      throw QuartetException.loadOrCheck(
          "NO_SNAPSHOT",
          "%s has no snapshot. Run quartet load --snapshot first.".formatted(server.place()));
    }
    String copy =
        found
            .best(wanted)
            .orElseThrow(
                () ->
                    QuartetException.loadOrCheck(
                        "SNAPSHOT_OTHERWISE",
                        ("%s: the parameters of the snapshot differ from the benchmark file: %s. Change the"
                                + " file, or run quartet load --from-scratch --snapshot.")
                            .formatted(
                                server.place(),
                                found.states().values().iterator().next().difference(wanted))));
    return new Source(copy, found.states().get(copy).fits(wanted), copies.bytes(server, copy));
  }

  private List<LoadResult> inOrder() {
    return deployment.databases().stream().map(results::get).toList();
  }
}
