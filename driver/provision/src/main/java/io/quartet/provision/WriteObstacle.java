package io.quartet.provision;

import io.quartet.model.QuartetException;
import io.quartet.provision.os.QuartetHome;
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

  /** How long a commit may wait: a standby may have to connect after a restart of the server. */
  private static final Duration STANDBY_LIMIT = Duration.ofSeconds(10);

  /** Any role may execute it. It leaves nothing but a record in the log that a commit waits for. */
  private static final String TRIAL = "SELECT pg_logical_emit_message(true, 'quartet', '')";

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
   * Finds the first obstacle of a server. Makes a commit, which may wait some seconds for standbys.
   *
   * @param connection of the benchmark, in autocommit mode
   * @return empty if there is no obstacle
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
            "Reset it in the settings of the server, of role quartet and of its database");
      }
      // Since version 17, so that it cannot be among the options.
      if (!setting(statement, "transaction_timeout").matches("|0")) {
        return obstacle(
            "transaction_timeout is not 0, so sessions with long transactions end",
            "Set it to 0 in the settings of the server, of role quartet and of its database");
      }
      return missingStandby(statement);
    }
  }

  /**
   * Makes sure that a server of Quartet has none, whatever the state of its database.
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
                    ("%s: %s. %s. The settings of this server come from provider.settings and"
                            + " provider.sizes.")
                        .formatted(server.place(), obstacle.what, obstacle.fix));
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

  /** A role need not have the right to see standbys, so a commit has to show it. */
  private static Optional<WriteObstacle> missingStandby(Statement statement) throws SQLException {
    statement.setQueryTimeout(Math.toIntExact(STANDBY_LIMIT.toSeconds()));
    statement.execute(TRIAL);
    // The server ends the wait with a warning: the commit itself has been made.
    return statement.getWarnings() == null
        ? Optional.empty()
        : obstacle(
            "commits wait for standbys (synchronous_standby_names), and one had to wait for more"
                + " than "
                + STANDBY_LIMIT.toSeconds()
                + " s",
            "Start the standbys, or set synchronous_standby_names to ''");
  }

  private static Optional<WriteObstacle> obstacle(String what, String fix) {
    return Optional.of(new WriteObstacle(what, fix));
  }
}
