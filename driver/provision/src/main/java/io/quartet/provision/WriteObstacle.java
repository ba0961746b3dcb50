package io.quartet.provision;

import io.quartet.model.QuartetException;
import io.quartet.provision.os.QuartetHome;
import io.quartet.provision.os.Waiting;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/**
 * A state or setting of a server that keeps the sessions of a benchmark from working. Sessions
 * override all other settings themselves, with {@link QuartetHome#sessionOptions}.
 *
 * @param what for instance that the server takes no writes
 * @param fix what to do on the server
 */
public record WriteObstacle(String what, String fix) {

  /** How long a standby may take to connect, for instance after a restart of the server. */
  private static final Duration STANDBY_LIMIT = Duration.ofSeconds(10);

  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  /** Settings of the options that the server did not take from this session, by name. */
  private static final String LOST_SETTINGS =
      """
      SELECT string_agg(name, ', ' ORDER BY name)
      FROM pg_settings
      WHERE source <> 'client'
        AND lower(name) IN
            (SELECT lower(option[1]) FROM regexp_matches(?, '-c (\\w+)=', 'g') AS option)
      """;

  /**
   * Looks for one over a session of the benchmark. Waits some seconds for standbys that a commit
   * would wait for.
   */
  public static Optional<WriteObstacle> find(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (Connections.isTrue(statement, "SELECT pg_is_in_recovery()")) {
        return obstacle(
            "the server is a standby (pg_is_in_recovery), which takes no writes",
            "Name its primary in the benchmark file, or promote it");
      }
      String lost = lostSettings(connection);
      if (lost != null) {
        return obstacle(
            "settings that Quartet makes when it connects do not reach the server: " + lost,
            "Name the address of PostgreSQL itself, without a connection pool before it");
      }
      if (!setting(statement, "session_replication_role").equals("origin")) {
        return obstacle(
            "session_replication_role is not origin, so foreign keys are not checked",
            "Reset it in postgresql.conf, for role quartet and for its database");
      }
      // Since version 17, so that it cannot be among the options.
      if (!setting(statement, "transaction_timeout").matches("|0")) {
        return obstacle(
            "transaction_timeout is not 0, so sessions with long transactions end",
            "Set it to 0 in the settings of the server and of role quartet");
      }
      return missingStandby(statement);
    }
  }

  /**
   * Makes sure that a server has none, whatever the state of its database.
   *
   * @throws QuartetException SERVER_NOT_WRITABLE, DATABASE_UNREACHABLE, STATEMENT_REFUSED
   */
  public static void requireNone(DatabaseServer server, Path passwordFile) {
    try (Connection connection =
        Connections.open(server, Connections.MAINTENANCE_DATABASE, passwordFile)) {
      find(connection)
          .ifPresent(
              obstacle -> {
                throw QuartetException.environment(
                    "SERVER_NOT_WRITABLE",
                    "%s: %s. %s.".formatted(server.place(), obstacle.what, obstacle.fix));
              });
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private static String lostSettings(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(LOST_SETTINGS)) {
      query.setString(1, QuartetHome.sessionOptions());
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  /** Its value; empty if the server does not have it. */
  private static String setting(Statement statement, String name) throws SQLException {
    try (ResultSet row =
        statement.executeQuery("SELECT coalesce(current_setting('" + name + "', true), '')")) {
      row.next();
      return row.getString(1);
    }
  }

  private static Optional<WriteObstacle> missingStandby(Statement statement) throws SQLException {
    long deadline = System.nanoTime() + STANDBY_LIMIT.toNanos();
    while (true) {
      try (ResultSet row = statement.executeQuery(QuartetHome.missingStandbys())) {
        if (!row.next()) {
          return Optional.empty();
        }
        if (System.nanoTime() > deadline || !Waiting.pause(LOOK_EVERY)) {
          return obstacle(
              "commits wait for standbys (synchronous_standby_names), and %d of %d are in sync"
                  .formatted(row.getInt(1), row.getInt(2)),
              "Start the standbys, or set synchronous_standby_names to ''");
        }
      }
    }
  }

  private static Optional<WriteObstacle> obstacle(String what, String fix) {
    return Optional.of(new WriteObstacle(what, fix));
  }
}
