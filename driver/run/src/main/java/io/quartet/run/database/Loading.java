package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Parallel;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.definedtool.DefinedToolLoad;
import io.quartet.run.internal.pgbench.PgbenchLoad;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * Loads the databases of a plan with {@code quartet-load}, {@code pgbench -i} or the commands of a
 * tool, several at a time.
 */
public final class Loading {

  /** Treatment of databases that are not empty. */
  public enum Start {
    /** Keeps loaded databases, continues incomplete ones and refuses different ones. */
    CONTINUE,
    /**
     * Keeps loaded databases and continues incomplete ones. A load that differs in its index
     * profile alone gets the profile of the plan; others that differ are refused.
     */
    CHANGE_INDEXES,
    /** Everything is dropped and loaded again. */
    FROM_SCRATCH
  }

  /** Work that a database needs. */
  private enum Work {
    NOTHING(Action.WAS_LOADED),
    LOAD(Action.LOADED),
    FROM_SCRATCH(Action.LOADED, "--from-scratch"),
    CHANGE(Action.CHANGED, "--change-indexes");

    private final Action done;
    private final List<String> flags;

    Work(Action done, String... flags) {
      this.done = done;
      this.flags = List.of(flags);
    }
  }

  private final RunPlan plan;
  private final Deployment deployment;
  private final Start start;
  private final int parts;
  private final LoadListener listener;
  private final int atATime;
  private final List<OwnedProcess> loaders = new CopyOnWriteArrayList<>();
  private volatile boolean isStopped;

  private Loading(
      RunPlan plan, Deployment deployment, Start start, int parts, LoadListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.start = start;
    this.parts = parts;
    this.listener = listener;
    this.atATime = deployment.databasesAtATime();
  }

  /** Loads every database that is not loaded yet, as {@link Start#CONTINUE}. */
  public static List<LoadResult> load(RunPlan plan, Deployment deployment, LoadListener listener) {
    return load(plan, deployment, Start.CONTINUE, listener);
  }

  /**
   * Loads every database that is not loaded yet and sets each up for the run. Databases that are
   * loaded as the plan says are left alone. A server that dies meanwhile is started again, and its
   * load goes on.
   *
   * @return a result per database, in the order of the deployment
   * @throws QuartetException LOAD_FAILED, LOADED_OTHERWISE, LOADER_CANNOT_CONNECT,
   *     DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public static List<LoadResult> load(
      RunPlan plan, Deployment deployment, Start start, LoadListener listener) {
    return new Loading(plan, deployment, start, 1, listener).loadAll();
  }

  /**
   * As {@link Start#CONTINUE}, with several processes for each database.
   *
   * @param parts processes, at least 1. A database with fewer Load Units gets one for each of them
   */
  public static List<LoadResult> loadInParts(
      RunPlan plan, Deployment deployment, int parts, LoadListener listener) {
    return new Loading(plan, deployment, Start.CONTINUE, parts, listener).loadAll();
  }

  private List<LoadResult> loadAll() {
    Map<DatabaseServer, Work> work = new ConcurrentHashMap<>();
    // All of them before the first is loaded: a refusal should not come after hours.
    Parallel.forEach(deployment.databases(), atATime, server -> work.put(server, work(server)));
    // The biggest first: a big one that starts last would be waited for alone.
    List<DatabaseServer> order =
        deployment.databases().stream()
            .sorted(Comparator.comparingInt(this::loadUnits).reversed())
            .toList();
    Map<DatabaseServer, LoadResult> results = new ConcurrentHashMap<>();
    try {
      Parallel.forEach(
          order,
          atATime,
          server -> results.put(server, loadOrTell(server, work.get(server))),
          this::stop);
    } finally {
      loaders.forEach(OwnedProcess::requestStop);
      loaders.forEach(OwnedProcess::close);
    }
    return deployment.databases().stream().map(results::get).toList();
  }

  private void stop() {
    isStopped = true;
    loaders.forEach(OwnedProcess::requestStop);
  }

  /** Tells a failure at once: the others may take hours until it is thrown. */
  private LoadResult loadOrTell(DatabaseServer server, Work work) {
    try {
      return loadOne(server, work);
    } catch (RuntimeException e) {
      if (!isStopped) {
        listener.onLoadFailed(server.vm(), String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private LoadResult loadOne(DatabaseServer server, Work work) {
    long started = System.nanoTime();
    List<IndexChange> indexes = List.of();
    if (work != Work.NOTHING) {
      if (work == Work.CHANGE) {
        listener.onIndexing(server.vm());
      }
      deployment.prepare(server, Purpose.LOADING);
      indexes = work == Work.LOAD ? fill(server) : run(server, work.flags);
    }
    deployment.prepare(server, Purpose.RUNNING);
    listener.onLoadProgress(LoadProgress.done(server.vm()));
    return LoadResult.since(started, server.vm(), work.done, indexes);
  }

  /**
   * Each process loads a part of the Load Units, and the last one builds the keys; a tool loads
   * all.
   */
  private List<IndexChange> fill(DatabaseServer server) {
    int count = plan.workload() instanceof ToolWorkload ? 1 : Math.min(parts, loadUnits(server));
    Parallel.forEach(
        IntStream.rangeClosed(1, count).boxed().toList(),
        count,
        part -> run(server, List.of("--part", part + "/" + count)));
    return List.of();
  }

  private List<IndexChange> run(DatabaseServer server, List<String> flags) {
    if (plan.workload() instanceof Pgbench pgbench) {
      new PgbenchLoad(plan, pgbench, deployment, server, listener).run(loaders::add);
      return List.of();
    }
    if (plan.workload() instanceof DefinedTool tool) {
      new DefinedToolLoad(plan, tool, deployment, server).run(loaders::add);
      return List.of();
    }
    return new LoaderRun(plan, deployment, server, listener).run(flags, loaders::add);
  }

  private int loadUnits(DatabaseServer server) {
    return plan.database().loadUnits().get(server.set().group());
  }

  /**
   * The work to do.
   *
   * @throws QuartetException LOADED_OTHERWISE if what is there cannot be continued or changed
   */
  private Work work(DatabaseServer server) {
    LoadedState wanted = LoadedState.expected(plan, server);
    Optional<LoadedState> found = LoadedState.read(server, deployment);
    if (start == Start.FROM_SCRATCH) {
      return Work.FROM_SCRATCH;
    }
    if (found.isEmpty()) {
      return Work.LOAD;
    }
    if (found.get().difference(wanted).isEmpty()) {
      return found.get().isComplete() ? Work.NOTHING : Work.LOAD;
    }
    if (start == Start.CHANGE_INDEXES && found.get().differsInProfileOnly(wanted)) {
      return Work.CHANGE;
    }
    throw LoadedState.otherwise(plan, server, found.get(), wanted);
  }
}
