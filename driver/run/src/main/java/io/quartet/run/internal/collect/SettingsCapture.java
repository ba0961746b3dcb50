package io.quartet.run.internal.collect;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.DatabaseSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Writes {@code settings/<vm>.json}: {@code pg_settings}, one object per setting. */
public final class SettingsCapture {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String QUERY =
      "SELECT name, setting, unit, source, boot_val FROM pg_settings ORDER BY name";

  private SettingsCapture() {}

  public static void write(ResultsFolder folder, DatabaseServer server, Databases databases) {
    DatabaseSettings.write(folder, server.vm(), read(server, databases));
  }

  /** The content of the file. */
  public static ArrayNode read(DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server)) {
      return read(connection);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /** As above, over a connection to the database. */
  public static ArrayNode read(Connection connection) throws SQLException {
    ArrayNode settings = JSON.createArrayNode();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      while (row.next()) {
        if (!Embedded.SECRET_SETTINGS.contains(row.getString(1))) {
          settings
              .addObject()
              .put("name", row.getString(1))
              .put("setting", row.getString(2))
              .put("unit", row.getString(3))
              .put("source", row.getString(4))
              .put("boot_val", row.getString(5));
        }
      }
    }
    return settings;
  }
}
