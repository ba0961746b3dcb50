package io.quartet.provision;

import io.quartet.provision.internal.PasswordFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.PGConnection;

/**
 * Single connections for administration. A pool would block it: a database can be copied or dropped
 * only while it has no sessions.
 */
public final class Connections {

  /** Database that every cluster has, for statements about the others. */
  public static final String MAINTENANCE_DATABASE = "postgres";

  /** Application name of every administrative connection; none of them writes rows. */
  public static final String APPLICATION = "quartet-driver";

  private static final int CONNECT_LIMIT_SECONDS = 5;

  private Connections() {}

  /** True if a query has a row, and the first value of the first one is true. */
  public static boolean isTrue(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      return row.next() && row.getBoolean(1);
    }
  }

  /**
   * True if a connection pooler such as PgBouncer answers in place of the server: the process that
   * it named at the login is not the one that answers.
   */
  public static boolean isPooled(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1) != connection.unwrap(PGConnection.class).getBackendPID();
    }
  }

  /**
   * The number that a server got from {@code initdb}. Any role may read it.
   *
   * @throws io.quartet.model.QuartetException DATABASE_UNREACHABLE, PASSWORD_FILE
   */
  public static String systemIdentifier(DatabaseServer server, Path passwordFile) {
    try (Connection connection = open(server, MAINTENANCE_DATABASE, passwordFile);
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT system_identifier FROM pg_control_system()")) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /**
   * Opens one, in autocommit mode.
   *
   * @throws io.quartet.model.QuartetException PASSWORD_FILE
   */
  public static Connection open(DatabaseServer server, String database, Path passwordFile)
      throws SQLException {
    return open(server, database, passwordFile, APPLICATION);
  }

  /**
   * Opens one to the database of the benchmark.
   *
   * @throws io.quartet.model.QuartetException PASSWORD_FILE
   */
  public static Connection open(DatabaseServer server, Deployment deployment) throws SQLException {
    return open(server, DatabaseServer.DATABASE, deployment.passwordFile());
  }

  /**
   * The same under another application name, of which the server keeps 63 bytes.
   *
   * @throws io.quartet.model.QuartetException PASSWORD_FILE
   */
  public static Connection open(
      DatabaseServer server, String database, Path passwordFile, String application)
      throws SQLException {
    Properties properties = properties(server, database, passwordFile, application);
    return DriverManager.getConnection(server.jdbcUrl(database), properties);
  }

  /**
   * Opens one to the database of the benchmark that follows the settings of the server, the role
   * and the database, to read them.
   *
   * @throws io.quartet.model.QuartetException PASSWORD_FILE
   */
  public static Connection openWithoutOptions(DatabaseServer server, Path passwordFile)
      throws SQLException {
    Properties properties = properties(server, DatabaseServer.DATABASE, passwordFile, APPLICATION);
    properties.remove(DatabaseServer.OPTIONS);
    return DriverManager.getConnection(server.jdbcUrl(), properties);
  }

  private static Properties properties(
      DatabaseServer server, String database, Path passwordFile, String application) {
    Properties properties = new Properties();
    server.jdbcProperties().forEach(properties::setProperty);
    properties.setProperty("password", PasswordFile.password(passwordFile, server, database));
    properties.setProperty("ApplicationName", application);
    properties.setProperty("connectTimeout", Integer.toString(CONNECT_LIMIT_SECONDS));
    properties.setProperty("loginTimeout", Integer.toString(CONNECT_LIMIT_SECONDS));
    return properties;
  }
}
