package io.quartet.run.internal.collect;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.DatabaseSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Writes {@code settings/<vm>.json}: {@code pg_settings}, one object per setting, and how the
 * server was built. The session that reads them makes none itself.
 */
public final class SettingsCapture {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String QUERY =
      "SELECT name, setting, unit, source, boot_val FROM pg_settings ORDER BY name";

  /** How the server was built. Some roles may not know it, and some systems cannot tell. */
  private static final List<String> BUILD =
      List.of(
          "SELECT 'build.' || lower(name), setting FROM pg_config"
              + " WHERE name IN ('CONFIGURE', 'CC', 'CFLAGS')",
          "SELECT 'build.sha256', encode(sha256(pg_read_binary_file('/proc/self/exe')), 'hex')");

  private SettingsCapture() {}

  public static void write(ResultsFolder folder, DatabaseServer server, Path passwordFile) {
    DatabaseSettings.write(folder, server.vm(), read(server, passwordFile));
  }

  /**
   * The content of the file.
   *
   * @throws io.quartet.model.QuartetException DATABASE_UNREACHABLE, STATEMENT_REFUSED,
   *     PASSWORD_FILE
   */
  public static ArrayNode read(DatabaseServer server, Path passwordFile) {
    ArrayNode settings = JSON.createArrayNode();
    try (Connection connection = Connections.openWithoutOptions(server, passwordFile);
        Statement statement = connection.createStatement();
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
      addBuild(statement, settings);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
    return settings;
  }

  private static void addBuild(Statement statement, ArrayNode settings) {
    for (String query : BUILD) {
      try (ResultSet row = statement.executeQuery(query)) {
        while (row.next()) {
          settings
              .addObject()
              .put("name", row.getString(1))
              .put("setting", row.getString(2))
              .putNull("unit")
              .put("source", "build")
              .put("boot_val", row.getString(2));
        }
      } catch (SQLException e) {
        continue;
      }
    }
  }
}
