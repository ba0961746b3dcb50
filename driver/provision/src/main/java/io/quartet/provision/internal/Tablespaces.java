package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Storage;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The tablespaces of a cluster: {@code quartet_data} and {@code quartet_index}. */
public final class Tablespaces {

  private static final List<Storage> KINDS = List.of(Storage.DATA, Storage.INDEX);

  private Tablespaces() {}

  /** Name of the tablespace for tables or for indexes. */
  public static String name(Storage storage) {
    return "quartet_" + storage.label();
  }

  /**
   * Creates those that are missing.
   *
   * @param folders empty folders of the server's account; a folder for the log is left alone
   * @throws QuartetException TABLESPACE_NOT_CREATED
   */
  public static void ensure(DatabaseServer server, Map<Storage, Path> folders, Path passwordFile) {
    Map<Storage, Path> wanted = new EnumMap<>(Storage.class);
    wanted.putAll(folders);
    wanted.keySet().retainAll(KINDS);
    if (wanted.isEmpty()) {
      return;
    }
    try (Connection connection =
            Connections.open(server, Connections.MAINTENANCE_DATABASE, passwordFile);
        Statement statement = connection.createStatement()) {
      for (Map.Entry<Storage, Path> tablespace : wanted.entrySet()) {
        ensure(statement, name(tablespace.getKey()), tablespace.getValue());
      }
    } catch (SQLException e) {
      throw QuartetException.environment(
          "TABLESPACE_NOT_CREATED",
          ("%s: the tablespaces in %s could not be created: %s. Check the folders under "
                  + "provider.tablespaces, then run quartet down and up.")
              .formatted(server.vm(), wanted.values(), e.getMessage()),
          e);
    }
  }

  private static void ensure(Statement statement, String name, Path folder) throws SQLException {
    String literal = statement.enquoteLiteral(name);
    try (ResultSet found =
        statement.executeQuery("SELECT 1 FROM pg_tablespace WHERE spcname = " + literal)) {
      if (found.next()) {
        return;
      }
    }
    statement.execute(
        "CREATE TABLESPACE "
            + statement.enquoteIdentifier(name, true)
            + " LOCATION "
            + statement.enquoteLiteral(folder.toString()));
  }
}
