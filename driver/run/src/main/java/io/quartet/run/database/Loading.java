package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Parallel;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Loads the databases of a plan with {@code quartet-load}, as many at a time as there are cores.
 */
public final class Loading {

  /** What becomes of databases that hold something already. */
  public enum Start {
    /** What is loaded stays, what is incomplete is continued, what is different is refused. */
    CONTINUE,
    /** Everything is dropped and loaded anew. */
    FROM_SCRATCH
  }

  private final RunPlan plan;
  private final Deployment deployment;
  private final Start start;
  private final LoadListener listener;
  private final int atATime;
  private final List<OwnedProcess> loaders = new CopyOnWriteArrayList<>();
  private volatile boolean isStopped;

  private Loading(RunPlan plan, Deployment deployment, Start start, LoadListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.start = start;
    this.listener = listener;
    this.atATime =
        Math.min(Runtime.getRuntime().availableProcessors(), deployment.databases().size());
  }

  /** Loads every database that is not loaded yet, as {@link Start#CONTINUE}. */
  public static List<LoadResult> load(RunPlan plan, Deployment deployment, LoadListener listener) {
    return load(plan, deployment, Start.CONTINUE, listener);
  }

  /**
   * Loads every database that is not loaded yet and sets each up for the run. Databases that are
   * loaded are only looked at. A server that dies meanwhile is started again, and its load goes on.
   *
   * @return a result per database, in the order of the deployment
   * @throws QuartetException LOAD_FAILED, LOADED_OTHERWISE, LOADER_CANNOT_CONNECT,
   *     DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public static List<LoadResult> load(
      RunPlan plan, Deployment deployment, Start start, LoadListener listener) {
    return new Loading(plan, deployment, start, listener).loadAll();
  }

  private List<LoadResult> loadAll() {
    Set<DatabaseServer> loaded = ConcurrentHashMap.newKeySet();
    // All of them before the first is loaded: a refusal should not come after hours.
    Parallel.forEach(
        deployment.databases(),
        atATime,
        server -> {
          if (isLoaded(server)) {
            loaded.add(server);
          }
        });
    // The biggest first: a big one that starts last would be waited for alone.
    List<DatabaseServer> order =
        deployment.databases().stream()
            .sorted(
                Comparator.comparingInt(
                    server -> -plan.database().loadUnits().get(server.set().group())))
            .toList();
    Map<DatabaseServer, LoadResult> results = new ConcurrentHashMap<>();
    try {
      Parallel.forEach(
          order,
          atATime,
          server -> results.put(server, loadOrTell(server, loaded.contains(server))),
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
  private LoadResult loadOrTell(DatabaseServer server, boolean isLoaded) {
    try {
      return loadOne(server, isLoaded);
    } catch (RuntimeException e) {
      if (!isStopped) {
        listener.onLoadFailed(server.vm(), String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private LoadResult loadOne(DatabaseServer server, boolean isLoaded) {
    long started = System.nanoTime();
    if (!isLoaded) {
      deployment.prepare(server, Purpose.LOADING);
      new LoaderRun(plan, deployment, server, listener).run(start, loaders::add);
    }
    deployment.prepare(server, Purpose.RUNNING);
    listener.onLoadProgress(LoadProgress.done(server.vm()));
    return LoadResult.since(started, server.vm(), isLoaded ? Action.WAS_LOADED : Action.LOADED);
  }

  /**
   * True if nothing is to be done.
   *
   * @throws QuartetException LOADED_OTHERWISE if what is there cannot be continued
   */
  private boolean isLoaded(DatabaseServer server) {
    LoadedState wanted = LoadedState.expected(plan, server);
    Optional<LoadedState> found = LoadedState.read(server, deployment);
    if (start == Start.FROM_SCRATCH || found.isEmpty()) {
      return false;
    }
    if (!found.get().difference(wanted).isEmpty()) {
      throw LoadedState.otherwise(server, found.get(), wanted);
    }
    return found.get().isComplete();
  }
}
