package io.quartet.run.durability;

import io.quartet.books.RunClock;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import io.quartet.run.durability.KillPlan.PlannedKill;
import io.quartet.run.internal.FaultInjection;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Kills servers under load and restarts each at once, in a separate thread. Every victim makes a
 * checkpoint when the measured load begins, so that none is killed without one. A server that does
 * not come back ends the run.
 */
final class InstantStops implements FaultInjection.InjectedFaults {

  private static final String LAST_CHECKPOINT =
      "SELECT (extract(epoch FROM checkpoint_time) * 1000)::bigint FROM pg_control_checkpoint()";

  private final Deployment deployment;
  private final RunClock clock;
  private final EventSink events;
  private final Consumer<String> abort;
  private final CountDownLatch over = new CountDownLatch(1);
  private final List<Stop> done = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> work;
  private volatile RuntimeException failure;

  /**
   * A kill that was carried out.
   *
   * @param checkpointUtcMillis begin of the last checkpoint before it, whole seconds
   * @param killedUtcMillis before the first process was stopped
   * @param restartedUtcMillis with all of them gone, before the server was started
   * @param recoveredUtcMillis when it accepted connections
   */
  record Stop(
      PlannedKill planned,
      long checkpointUtcMillis,
      long killedUtcMillis,
      long restartedUtcMillis,
      long recoveredUtcMillis) {}

  /**
   * Begins.
   *
   * @param steadyFrom when the measured load begins
   * @param kills in time order
   * @param abort ends the run for that reason
   */
  InstantStops(
      Deployment deployment,
      RunClock clock,
      EventSink events,
      Consumer<String> abort,
      Duration steadyFrom,
      List<PlannedKill> kills) {
    this.deployment = deployment;
    this.clock = clock;
    this.events = events;
    this.abort = abort;
    this.work =
        CompletableFuture.runAsync(
            () -> run(steadyFrom, kills),
            task -> new Thread(task, "quartet-instant-stops").start());
  }

  private void run(Duration steadyFrom, List<PlannedKill> kills) {
    try {
      if (isOverBefore(steadyFrom)) {
        return;
      }
      Set<DatabaseServer> victims = new LinkedHashSet<>();
      kills.forEach(kill -> victims.add(server(kill)));
      victims.forEach(this::checkpoint);
      for (PlannedKill kill : kills) {
        if (isOverBefore(kill.at())) {
          return;
        }
        stop(kill);
      }
    } catch (RuntimeException e) {
      failure = e;
      abort.accept("the durability test failed: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isOverBefore(Duration moment) throws InterruptedException {
    return over.await(moment.toNanos() - clock.nanos(), TimeUnit.NANOSECONDS);
  }

  private DatabaseServer server(PlannedKill kill) {
    return deployment.database(kill.set(), kill.role());
  }

  private void stop(PlannedKill kill) {
    DatabaseServer server = server(kill);
    long checkpoint = lastCheckpoint(server);
    long killed = now();
    deployment.kill(server);
    events.accept(new RunEvent.ServerKilled(server.vm()));
    long restarted = now();
    deployment.ensureRunning(server);
    long recovered = now();
    events.accept(new RunEvent.ServerRecovered(server.vm(), recovered - killed));
    done.add(new Stop(kill, checkpoint, killed, restarted, recovered));
  }

  private long now() {
    return clock.utcMillis(clock.nanos());
  }

  private void checkpoint(DatabaseServer server) {
    try (Connection connection = Connections.open(server, deployment);
        Statement statement = connection.createStatement()) {
      statement.execute("CHECKPOINT");
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private long lastCheckpoint(DatabaseServer server) {
    try (Connection connection = Connections.open(server, deployment);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(LAST_CHECKPOINT)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /** The kills that were carried out, in time order. */
  List<Stop> done() {
    return List.copyOf(done);
  }

  /**
   * Once it is closed.
   *
   * @throws RuntimeException what kept a server from being killed or from coming back, if anything
   */
  void rethrowFailure() {
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() {
    over.countDown();
    work.join();
  }
}
