package io.quartet.run.database;

import io.quartet.model.QuartetException;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Waiting;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.StopSignal;
import io.quartet.run.internal.check.PassedChecks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Copies whole databases inside their clusters. Safe for use by several threads. */
final class DatabaseCopies {

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseCopies.class);
  private static final Duration IDLE_LIMIT = Duration.ofSeconds(5);
  private static final int FIRST_WITH_STRATEGY = 15;
  private static final String IN_USE = "55006";
  private static final String DISK_FULL = "53100";
  private static final String CANCELLED = "57014";

  private final Deployment deployment;
  private final Set<Statement> running = ConcurrentHashMap.newKeySet();
  private volatile boolean isCancelled;

  DatabaseCopies(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * Ends what is going on and lets nothing more begin; nothing half done is left by that but a
   * missing database.
   */
  void cancel() {
    isCancelled = true;
    for (Statement statement : running) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        LOG.warn("a copy could not be cancelled error={}", e.getMessage());
      }
    }
  }

  /**
   * Makes {@code to} a copy of {@code from}; a database of that name is dropped before. Nobody but
   * this class can connect to a snapshot.
   *
   * @throws QuartetException DATABASE_BUSY, SNAPSHOT_FAILED, DATABASE_UNREACHABLE; INTERRUPTED if
   *     it was cancelled
   */
  void replace(DatabaseServer server, String from, String to) {
    boolean isSnapshot = ProfileCopies.isCopy(to);
    try (Connection connection = maintenance(server);
        Statement statement = connection.createStatement()) {
      running.add(statement);
      try {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        useReflinks(statement);
        if (ProfileCopies.isCopy(from)) {
          // A driver that was killed while it looked inside has left it open.
          statement.execute("ALTER DATABASE " + from + " ALLOW_CONNECTIONS false");
        }
        requireIdle(server, statement, List.of(from, to));
        requireNotCancelled();
        statement.execute("DROP DATABASE IF EXISTS " + to);
        requireNotCancelled();
        // Page by page through the log, the default since 15, is for small databases.
        String strategy = major >= FIRST_WITH_STRATEGY ? " STRATEGY file_copy" : "";
        statement.execute(
            "CREATE DATABASE %s TEMPLATE %s%s ALLOW_CONNECTIONS %s"
                .formatted(to, from, strategy, !isSnapshot));
        passChecks(server, from, to);
      } catch (SQLException e) {
        throw failure(server, from, to, e, connection);
      } finally {
        running.remove(statement);
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /** What the source has passed holds for the copy too. */
  private void passChecks(DatabaseServer server, String from, String to) throws SQLException {
    try (Connection connection = Connections.open(server, deployment)) {
      if (from.equals(DatabaseServer.DATABASE) && ProfileCopies.isCopy(to)) {
        PassedChecks.passToCopy(connection, to);
      } else if (ProfileCopies.isCopy(from) && to.equals(DatabaseServer.DATABASE)) {
        PassedChecks.passFromCopy(connection, from);
      }
    }
  }

  private void requireNotCancelled() {
    if (isCancelled) {
      throw StopSignal.interrupted(null);
    }
  }

  /**
   * Waits a moment for sessions that are ending. Asked before anything is dropped: what cannot be
   * copied must not cost the older copy.
   */
  private static void requireIdle(
      DatabaseServer server, Statement statement, List<String> databases) throws SQLException {
    long deadline = System.nanoTime() + IDLE_LIMIT.toNanos();
    while (!sessions(statement, databases).isEmpty()) {
      if (System.nanoTime() > deadline || !Waiting.pause(Duration.ofMillis(50))) {
        throw busy(server, sessions(statement, databases), null);
      }
    }
  }

  /** Since PostgreSQL 18 files can be cloned where the file system shares blocks. */
  private static void useReflinks(Statement statement) throws SQLException {
    if (Connections.isTrue(
        statement,
        "SELECT 'clone' = ANY (enumvals) FROM pg_settings WHERE name = 'file_copy_method'")) {
      statement.execute("SET file_copy_method = clone");
    }
  }

  /** Drops a copy. */
  void drop(DatabaseServer server, String copy) {
    try (Connection connection = maintenance(server);
        Statement statement = connection.createStatement()) {
      // Processes that worked on the copy may end a moment later.
      statement.execute("DROP DATABASE IF EXISTS " + copy + " WITH (FORCE)");
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /**
   * Drops the databases whose names begin so.
   *
   * @throws QuartetException DATABASE_BUSY if a session uses one of them; DATABASE_UNREACHABLE
   */
  void dropAll(DatabaseServer server, String prefix) {
    try (Connection connection = maintenance(server);
        Statement statement = connection.createStatement()) {
      List<String> names = names(statement, "starts_with(datname, '" + prefix + "')");
      if (!names.isEmpty()) {
        requireIdle(server, statement, names);
      }
      for (String name : names) {
        statement.execute("DROP DATABASE IF EXISTS " + name);
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /** The copies on a server, with what they hold. */
  ProfileCopies of(DatabaseServer server) {
    SortedMap<String, LoadedState> states = new TreeMap<>();
    try (Connection connection = maintenance(server);
        Statement statement = connection.createStatement()) {
      // Without what an interrupted DROP DATABASE has left.
      for (String copy :
          names(
              statement,
              "datconnlimit <> -2 AND datname ~ '^" + ProfileCopies.FIRST + "(_[0-9a-f]+)?$'")) {
        state(server, statement, copy).ifPresent(state -> states.put(copy, state));
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
    return new ProfileCopies(states);
  }

  private static List<String> names(Statement statement, String condition) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery("SELECT datname FROM pg_database WHERE " + condition)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private Optional<LoadedState> state(DatabaseServer server, Statement statement, String copy)
      throws SQLException {
    statement.execute("ALTER DATABASE " + copy + " ALLOW_CONNECTIONS true");
    try (Connection inside = Connections.open(server, copy, deployment.passwordFile())) {
      return LoadedState.read(inside);
    } finally {
      statement.execute("ALTER DATABASE " + copy + " ALLOW_CONNECTIONS false");
    }
  }

  /** Size of a database of a server. */
  long bytes(DatabaseServer server, String database) {
    try (Connection connection = maintenance(server);
        PreparedStatement statement = connection.prepareStatement("SELECT pg_database_size(?)")) {
      statement.setString(1, database);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /**
   * Makes sure that a copy of every database has room; the room of older copies counts.
   *
   * @param names of the copies, by the server they will be on
   * @throws QuartetException DISK_TOO_SMALL, DATABASE_UNREACHABLE
   */
  void requireRoom(Map<DatabaseServer, String> names) {
    Map<DatabaseServer, Map<String, Long>> bytes = new HashMap<>();
    for (DatabaseServer server : deployment.databases()) {
      try (Connection connection = Connections.open(server, deployment);
          Statement statement = connection.createStatement()) {
        bytes.put(server, bytesByTablespace(statement, names.get(server)));
      } catch (SQLException e) {
        throw Databases.unreachable(server, e);
      }
    }
    deployment.requireRoom(bytes);
  }

  private static Map<String, Long> bytesByTablespace(Statement statement, String olderCopy)
      throws SQLException {
    Map<String, Long> bytes = new HashMap<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT coalesce(spcname, 'pg_default'), sum(pg_relation_size(pg_class.oid))::bigint\n"
                + "FROM pg_class LEFT JOIN pg_tablespace ON pg_tablespace.oid = reltablespace\n"
                + "WHERE NOT relisshared AND relkind IN ('r', 'i', 't', 'm', 'S')\n"
                + "GROUP BY 1")) {
      while (rows.next()) {
        bytes.put(rows.getString(1), rows.getLong(2));
      }
    }
    long freed = 0;
    try (ResultSet row =
        statement.executeQuery(
            "SELECT pg_database_size(oid) FROM pg_database WHERE datname = "
                + statement.enquoteLiteral(olderCopy))) {
      if (row.next()) {
        freed = row.getLong(1);
      }
    }
    long total = bytes.values().stream().mapToLong(Long::longValue).sum();
    double missing = Math.max(0, 1 - freed / (double) Math.max(1, total));
    bytes.replaceAll((tablespace, size) -> Math.round(size * missing));
    return bytes;
  }

  private Connection maintenance(DatabaseServer server) throws SQLException {
    return Connections.open(server, Connections.MAINTENANCE_DATABASE, deployment.passwordFile());
  }

  private QuartetException failure(
      DatabaseServer server, String from, String to, SQLException cause, Connection connection) {
    String state = String.valueOf(cause.getSQLState());
    if (isCancelled && state.equals(CANCELLED)) {
      return StopSignal.interrupted(cause);
    }
    if (Databases.isEnded(cause)) {
      return Databases.unreachable(server, cause);
    }
    if (state.equals(IN_USE)) {
      return busy(server, sessions(connection, List.of(from, to)), cause);
    }
    String hint = state.equals(DISK_FULL) ? "Free disk space and run" : "Fix that and run";
    return QuartetException.loadOrCheck(
        "SNAPSHOT_FAILED",
        "%s: %s could not be copied to %s: %s. %s the command again."
            .formatted(server.place(), from, to, cause.getMessage(), hint),
        cause);
  }

  private static QuartetException busy(
      DatabaseServer server, List<String> sessions, SQLException cause) {
    return QuartetException.environment(
        "DATABASE_BUSY",
        server.place()
            + ": a database can be copied or replaced only while it has no sessions. It has "
            + (sessions.isEmpty() ? "one that has just ended" : String.join(", ", sessions))
            + ". End these sessions and run the command again.",
        cause);
  }

  private static List<String> sessions(Connection connection, List<String> databases) {
    try (Statement statement = connection.createStatement()) {
      return sessions(statement, databases);
    } catch (SQLException e) {
      LOG.warn("cannot tell who is connected error={}", e.getMessage());
      return List.of();
    }
  }

  /**
   * Who is connected, without autovacuum, which the server ends itself; and who creates or drops a
   * database from elsewhere, as a driver that was killed may have left it.
   */
  private static List<String> sessions(Statement statement, List<String> databases)
      throws SQLException {
    List<String> sessions = new ArrayList<>();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT coalesce(nullif(application_name, ''), backend_type), pid, datname\n"
                + "FROM pg_stat_activity\n"
                + "WHERE backend_type <> 'autovacuum worker'\n"
                + "AND (datname IN ('"
                + String.join("', '", databases)
                + "')\n"
                + "OR state = 'active' AND query ~ '^(CREATE|DROP) DATABASE'"
                + " AND pid <> pg_backend_pid())\n"
                + "ORDER BY pid")) {
      while (rows.next()) {
        sessions.add(
            "%s (process %s, database %s)"
                .formatted(rows.getString(1), rows.getLong(2), rows.getString(3)));
      }
    }
    return sessions;
  }
}
