package io.quartet.run.internal.start;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.PageCache;
import io.quartet.provision.os.Parallel;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import io.quartet.run.progress.RunListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the caches of all databases the state that the plan asks for. A restart has to come before
 * Tier A connects. Page caches are dropped, and buffers filled, right before the load: until then
 * the preparations of the run read from the databases.
 */
public final class CacheStates {

  private final Caches caches;
  private final Deployment deployment;
  private final Databases databases;
  private final RunListener listener;

  public CacheStates(
      RunPlan plan, Deployment deployment, Databases databases, RunListener listener) {
    this.caches = deployment.databases().isEmpty() ? Caches.KEEP : plan.schedule().caches();
    this.deployment = deployment;
    this.databases = databases;
    this.listener = listener;
  }

  /**
   * Makes sure that the databases of a plan can have their caches as it asks; call it before work
   * that takes time.
   *
   * @throws QuartetException PREWARM_MISSING, DATABASE_UNREACHABLE
   */
  public static void require(RunPlan plan, Deployment deployment) {
    if (plan.schedule().caches() == Caches.WARM) {
      try (Databases databases = new Databases(deployment)) {
        Parallel.forEach(
            deployment.databases(),
            deployment.databasesAtATime(),
            server -> CacheWarming.require(server, databases));
      }
    }
  }

  /** True if a run can warm the database of a connection; changes nothing. */
  public static boolean canWarm(Connection connection) throws SQLException {
    return CacheWarming.isPossible(connection);
  }

  /**
   * Empties the shared buffers, if the caches are to be cleared.
   *
   * @throws QuartetException SERVER_DID_NOT_STOP, SERVER_DID_NOT_START
   * @throws java.util.concurrent.CancellationException if this thread was interrupted
   */
  public void restartServers() {
    if (caches == Caches.CLEAR) {
      listener.onPreparing("restarting the servers to clear their caches");
      List<DatabaseServer> servers = deployment.databases();
      Parallel.forEach(
          servers,
          servers.size(),
          server -> {
            databases.disconnect(server);
            deployment.restart(server);
          });
    }
  }

  /**
   * Fills the buffers, if the caches are to be warm; call it once nothing more is prepared.
   *
   * @param events takes what was done
   * @throws QuartetException DATABASE_UNREACHABLE, STATEMENT_REFUSED
   * @throws java.util.concurrent.CancellationException if this thread was interrupted
   */
  public void warm(EventSink events) {
    if (caches == Caches.WARM) {
      listener.onPreparing("warming the caches of the databases");
      List<DatabaseServer> servers = deployment.databases();
      RunningStatements running = new RunningStatements();
      Parallel.forEach(
          servers,
          servers.size(),
          server -> events.accept(CacheWarming.warm(server, databases, running)),
          running::cancel);
    }
  }

  /**
   * Drops the page caches, if the caches are to be cleared; call it last, because checkpoints and
   * vacuums read.
   *
   * @param events takes what was done
   * @throws java.util.concurrent.CancellationException if this thread was interrupted
   */
  public void dropPageCaches(EventSink events) {
    if (caches == Caches.CLEAR) {
      listener.onPreparing("dropping the page caches");
      events.accept(cleared(deployment.databases(), deployment.dropPageCaches()));
    }
  }

  static RunEvent.CachesCleared cleared(List<DatabaseServer> servers, List<PageCache> pageCaches) {
    List<String> dropped = new ArrayList<>();
    List<String> kept = new ArrayList<>();
    for (PageCache cache : pageCaches) {
      cache
          .obstacle()
          .ifPresentOrElse(
              why -> kept.add(cache.machine() + ": " + why), () -> dropped.add(cache.machine()));
    }
    return new RunEvent.CachesCleared(
        servers.stream().map(DatabaseServer::vm).toList(), dropped, kept);
  }
}
