package io.quartet.provision;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.PasswordFile;
import io.quartet.provision.os.Waiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Connections for administration, checks and statistics; the transactions never use them.
 * Thread-safe.
 */
public final class Databases implements AutoCloseable {

  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
  private static final int MOST_CONNECTIONS = 3;
  private static final String UNKNOWN_DATABASE = "3D000";

  private static final String LOCK_TIMEOUT = "55P03";

  /** Beginnings of the SQLSTATEs of statements that did not fail by themselves. */
  private static final List<String> ENDED = List.of("08", "57", LOCK_TIMEOUT);

  /** Beginnings of the SQLSTATEs of connections: broken, refused, ended, too many. */
  private static final List<String> NO_SESSION = List.of("08", "28", "57P", "533");

  private final Path passwordFile;
  private final Map<DatabaseServer, HikariDataSource> pools = new ConcurrentHashMap<>();

  public Databases(Deployment deployment) {
    this.passwordFile = deployment.passwordFile();
  }

  /** Ends the connections to a database that nothing uses; the next ones are new. */
  public void disconnect(DatabaseServer server) {
    HikariDataSource pool = pools.remove(server);
    if (pool != null) {
      pool.close();
    }
  }

  /**
   * Refuses what makes no sense without databases.
   *
   * @throws QuartetException NO_DATABASES
   */
  public static void requireSome(RunPlan plan) {
    if (plan.databaseRoles().isEmpty()) {
      throw QuartetException.badInput(
          "NO_DATABASES",
          plan.name()
              + ": engine.access is none, so this benchmark has no databases. Run it without this step,"
              + " or set engine.access to libpq or odbc.");
    }
  }

  /** A connection out of the database's pool; closing it gives it back. */
  public Connection connect(DatabaseServer server) throws SQLException {
    return pools.computeIfAbsent(server, this::pool).getConnection();
  }

  /**
   * Executes one statement by itself.
   *
   * @throws QuartetException DATABASE_UNREACHABLE, DATABASE_MISSING
   */
  public void execute(DatabaseServer server, String sql) {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw unreachable(server, e);
    }
  }

  /** The error of a database that did not answer, or refused a statement. */
  public static QuartetException unreachable(DatabaseServer server, SQLException cause) {
    if (isMissing(cause)) {
      return QuartetException.loadOrCheck(
          "DATABASE_MISSING",
          ("%s: the server is up, but its database is missing. An interrupted restore can cause"
                  + " this. Run quartet load --restore again, or quartet down, up and load.")
              .formatted(server.place()),
          cause);
    }
    if (isRefusal(cause)) {
      return QuartetException.environment(
          "STATEMENT_REFUSED",
          ("%s: the server answers, but refused a statement: %s (SQLSTATE %s). %s")
              .formatted(
                  server.place(),
                  cause.getMessage(),
                  cause.getSQLState(),
                  LOCK_TIMEOUT.equals(cause.getSQLState())
                      ? "Another session holds a lock (see pg_locks). End it, and try again."
                      : "Correct the cause that it names."),
          cause);
    }
    return QuartetException.environment(
        "DATABASE_UNREACHABLE", server.place() + ": " + cause.getMessage() + ". Is it up?", cause);
  }

  /**
   * True if the session was lost, or the server ended the statement, for instance after it had
   * waited for a lock. It can succeed unchanged.
   */
  public static boolean isEnded(SQLException error) {
    String state = error.getSQLState();
    return state == null || ENDED.stream().anyMatch(state::startsWith);
  }

  /** False where the server refuses or ends the session itself, and where there is none. */
  private static boolean isRefusal(SQLException error) {
    String state = error.getSQLState();
    return state != null && NO_SESSION.stream().noneMatch(state::startsWith);
  }

  /** The pool gives the server's answer as the cause of its own error. */
  private static boolean isMissing(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && UNKNOWN_DATABASE.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private HikariDataSource pool(DatabaseServer server) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(server.vm());
    config.setJdbcUrl(server.jdbcUrl());
    server.jdbcProperties().forEach(config::addDataSourceProperty);
    config.setPassword(PasswordFile.password(passwordFile, server, DatabaseServer.DATABASE));
    config.setMaximumPoolSize(MOST_CONNECTIONS);
    config.setMinimumIdle(0);
    config.setIdleTimeout(Duration.ofSeconds(30).toMillis());
    config.setConnectionTimeout(CONNECT_LIMIT.toMillis());
    config.setInitializationFailTimeout(-1);
    config.addDataSourceProperty("ApplicationName", Connections.APPLICATION);
    config.addDataSourceProperty("connectTimeout", Long.toString(CONNECT_LIMIT.toSeconds()));
    config.addDataSourceProperty("socketTimeout", "0");
    return new HikariDataSource(config);
  }

  @Override
  public void close() {
    Waiting.uninterrupted(() -> pools.values().forEach(HikariDataSource::close));
    pools.clear();
  }
}
