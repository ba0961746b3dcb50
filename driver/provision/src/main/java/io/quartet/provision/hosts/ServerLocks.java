package io.quartet.provision.hosts;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.clock.Cadence;
import io.quartet.provision.clock.CadenceThread;
import io.quartet.provision.os.Parallel;
import io.quartet.provision.os.Waiting;
import io.quartet.results.events.EventSink;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one driver at a time use the prepared servers of a plan, across all machines. A separate
 * session holds an advisory lock on each server. The session is in database {@code postgres},
 * because a session in the benchmark's database would block a restore.
 *
 * <p>A session loses its lock when the server is restarted or killed, or the network breaks. The
 * lock is taken again as soon as the server answers. The run records the loss, and another driver
 * that took the lock meanwhile.
 */
final class ServerLocks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ServerLocks.class);

  /** The two numbers of the lock: "Quar" in ASCII, and 1. */
  private static final String KEY = "1366647154, 1";

  private static final String HOLDER =
      """
      SELECT coalesce(application_name, ''), pg_locks.pid
      FROM pg_locks
      LEFT JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
      WHERE locktype = 'advisory' AND (classid, objid, objsubid) = (1366647154, 1, 2) AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """;

  /** The server ends the session of a driver whose machine is gone after 45 s, not after hours. */
  private static final String NOTICE_DEAD_DRIVERS =
      "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 5;"
          + " SET tcp_keepalives_count = 3";

  private static final int AT_A_TIME = 16;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private final List<DatabaseServer> servers;
  private final Path passwordFile;
  private final String applicationName;
  private final CadenceThread thread;
  private final LockLosses losses = new LockLosses();

  /** Held while missing locks are looked for, which two threads do. */
  private final Object look = new Object();

  /** Servers that this driver is restarting: their sessions may end. */
  private final Set<DatabaseServer> restarting = ConcurrentHashMap.newKeySet();

  // Guarded by this.
  private final Map<DatabaseServer, Connection> sessions = new HashMap<>();
  private boolean isClosed;

  private ServerLocks(RunPlan plan, Path passwordFile) {
    this.servers = DatabaseServer.all(plan);
    this.passwordFile = passwordFile;
    this.applicationName = LockHolder.here(plan).applicationName();
    this.thread =
        new CadenceThread(
            "quartet-server-locks",
            new Cadence(LOOK_EVERY, System::nanoTime),
            this::takeMissing,
            e -> LOG.error("the locks of the servers could not be checked", e));
  }

  /**
   * Takes the locks of all servers that answer; {@link #requireAll} says which do not.
   *
   * @throws QuartetException SERVER_IN_USE if another driver has one of them; PASSWORD_FILE
   */
  static ServerLocks acquire(RunPlan plan, Path passwordFile) {
    ServerLocks locks = new ServerLocks(plan, passwordFile);
    try {
      Parallel.forEach(locks.servers, AT_A_TIME, locks::takeIfItAnswers);
      return locks;
    } catch (RuntimeException e) {
      locks.close();
      throw e;
    }
  }

  /**
   * Makes sure that all locks were taken, and keeps them from now on.
   *
   * @throws QuartetException SERVER_IN_USE, DATABASE_UNREACHABLE
   */
  void requireAll() {
    for (DatabaseServer server : servers) {
      if (session(server).isEmpty()) {
        try {
          take(server);
        } catch (SQLException e) {
          throw QuartetException.environment(
              "DATABASE_UNREACHABLE",
              ("%s: cannot connect to database %s to lock the server for this benchmark: %s. Start the"
                      + " server, and allow role quartet in pg_hba.conf.")
                  .formatted(server.place(), Connections.MAINTENANCE_DATABASE, e.getMessage()),
              e);
        }
      }
    }
    if (!servers.isEmpty()) {
      thread.start();
    }
  }

  private void takeIfItAnswers(DatabaseServer server) {
    try {
      take(server);
    } catch (SQLException e) {
      LOG.debug("no lock yet vm={} error={}", server.vm(), e.getMessage());
    }
  }

  private void take(DatabaseServer server) throws SQLException {
    Optional<Holder> other = takeOrFindHolder(server);
    if (other.isPresent()) {
      throw inUse(server, other.get().description());
    }
  }

  /**
   * Who has the lock of a server instead of this driver.
   *
   * @param applicationName of its session; empty if that has none or has ended
   * @param description for people; empty if the session ended just now
   */
  private record Holder(String applicationName, String description) {}

  /** Takes the lock of a server; gives its holder if that is not possible. */
  private Optional<Holder> takeOrFindHolder(DatabaseServer server) throws SQLException {
    Connection session =
        Connections.open(server, Connections.MAINTENANCE_DATABASE, passwordFile, applicationName);
    boolean isTaken = false;
    try (Statement statement = session.createStatement()) {
      session.setNetworkTimeout(Runnable::run, (int) ANSWER_LIMIT.toMillis());
      statement.execute(NOTICE_DEAD_DRIVERS);
      if (!Connections.isTrue(statement, "SELECT pg_try_advisory_lock(" + KEY + ")")) {
        return Optional.of(holder(statement));
      }
      isTaken = keep(server, session);
      return Optional.empty();
    } finally {
      if (!isTaken) {
        session.close();
      }
    }
  }

  private static Holder holder(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(HOLDER)) {
      return row.next()
          ? new Holder(row.getString(1), LockHolder.describe(row.getString(1), row.getLong(2)))
          : new Holder("", "");
    }
  }

  private static QuartetException inUse(DatabaseServer server, String holder) {
    return QuartetException.environment(
        "SERVER_IN_USE",
        server.place()
            + ": "
            + (holder.isEmpty() ? "a driver that has just ended" : holder)
            + " is using this server. Wait until it ends, stop it there, or name other machines in"
            + " provider.hosts.");
  }

  /** False if it comes too late. */
  private synchronized boolean keep(DatabaseServer server, Connection session) {
    if (!isClosed) {
      sessions.put(server, session);
    }
    return !isClosed;
  }

  private synchronized Optional<Connection> session(DatabaseServer server) {
    return Optional.ofNullable(sessions.get(server));
  }

  /**
   * Reports lost locks and their holders from now on. Closing what this returns looks once more,
   * because another driver may have come since the last look.
   */
  Deployment.Notices reportTo(EventSink events) {
    losses.reportTo(events);
    return () ->
        Waiting.uninterrupted(
            () -> {
              try {
                takeMissing();
              } finally {
                losses.reportTo(LockLosses.NOBODY);
              }
            });
  }

  /**
   * Does what may end the sessions of a server. A lock that goes with them is not reported as lost,
   * and is taken again.
   *
   * @throws QuartetException SERVER_IN_USE if another driver has taken it meanwhile
   */
  void during(DatabaseServer server, Runnable restart) {
    restarting.add(server);
    try {
      restart.run();
      session(server).ifPresent(session -> dropIfBroken(server, session));
      if (session(server).isEmpty()) {
        takeIfItAnswers(server);
      }
    } finally {
      restarting.remove(server);
    }
  }

  private void takeMissing() {
    synchronized (look) {
      for (DatabaseServer server : servers) {
        if (!restarting.contains(server)) {
          session(server)
              .flatMap(session -> dropIfBroken(server, session))
              .ifPresent(reason -> losses.lost(server, reason));
          if (session(server).isEmpty()) {
            takeAgain(server);
          }
        }
      }
    }
  }

  private void takeAgain(DatabaseServer server) {
    try {
      Optional<Holder> holder = takeOrFindHolder(server);
      if (holder.isEmpty()) {
        losses.restored(server);
      } else if (isOther(holder.get())) {
        losses.taken(server, holder.get().description());
      } else {
        LOG.debug("the server still holds the session that was lost vm={}", server.vm());
      }
    } catch (SQLException | QuartetException e) {
      LOG.debug("no lock yet vm={} error={}", server.vm(), e.getMessage());
    }
  }

  /** False for the session that was lost, which a server may keep for a while. */
  private boolean isOther(Holder holder) {
    return !holder.description().isEmpty() && !holder.applicationName().equals(applicationName);
  }

  /** Forgets a session that does not answer, and says why it does not. */
  private Optional<String> dropIfBroken(DatabaseServer server, Connection session) {
    try (Statement statement = session.createStatement()) {
      statement.execute("SELECT 1");
      return Optional.empty();
    } catch (SQLException e) {
      synchronized (this) {
        sessions.remove(server, session);
      }
      closeQuietly(session);
      return Optional.of(Objects.requireNonNullElse(e.getMessage(), ""));
    }
  }

  private static void closeQuietly(Connection session) {
    try {
      session.close();
    } catch (SQLException e) {
      LOG.debug("a session could not be closed error={}", e.getMessage());
    }
  }

  /** Gives all locks back; they are free when this returns. */
  @Override
  public void close() {
    thread.close();
    List<Connection> held;
    synchronized (this) {
      isClosed = true;
      held = List.copyOf(sessions.values());
      sessions.clear();
    }
    held.forEach(ServerLocks::release);
  }

  private static void release(Connection session) {
    // The server ends a session a moment after its connection was closed.
    try (session;
        Statement statement = session.createStatement()) {
      statement.execute("SELECT pg_advisory_unlock_all()");
    } catch (SQLException e) {
      LOG.debug("a lock went with its session error={}", e.getMessage());
    }
  }
}
