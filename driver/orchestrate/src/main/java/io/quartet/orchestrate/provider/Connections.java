package io.quartet.orchestrate.provider;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;

/**
 * Single connections for administration, for where those of a pool would be in the way: whole
 * databases can only be copied and dropped while nobody is connected to them.
 */
public final class Connections {

  /** Database that every cluster has, for statements about the others. */
  public static final String MAINTENANCE_DATABASE = "postgres";

  /** Application name of every administrative connection. */
  public static final String APPLICATION = "quartet";

  private static final int CONNECT_LIMIT_SECONDS = 5;

  private Connections() {}

  /** Opens one, in autocommit mode. */
  public static Connection open(DatabaseServer server, String database, Path passwordFile)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", DatabaseServer.DATABASE);
    properties.setProperty("password", password(passwordFile));
    properties.setProperty("ApplicationName", APPLICATION);
    properties.setProperty("connectTimeout", Integer.toString(CONNECT_LIMIT_SECONDS));
    properties.setProperty("loginTimeout", Integer.toString(CONNECT_LIMIT_SECONDS));
    return DriverManager.getConnection(server.jdbcUrl(database), properties);
  }

  /**
   * The password in a file of pgpass format with one line.
   *
   * @throws QuartetException PASSWORD_FILE
   */
  public static String password(Path passwordFile) {
    try {
      String line = Files.readString(passwordFile).strip();
      return line.substring(line.lastIndexOf(':') + 1);
    } catch (IOException e) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "PASSWORD_FILE",
          passwordFile + " cannot be read: " + e + ". Run quartet down, then quartet up.",
          e);
    }
  }
}
