package io.quartet.provision.internal.prepared;

import io.quartet.model.Address;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.PreparedMachine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads back whether a server has the settings that Quartet gave it. PostgreSQL itself compares its
 * files with what it uses, in {@code pg_file_settings}.
 */
public final class SettingsReading {

  /**
   * Not applied: refused, waiting for a restart, or hidden by a later file, for instance by {@code
   * ALTER SYSTEM}.
   */
  private static final String NOT_APPLIED =
      """
      SELECT written.name
           , written.setting
           , current_setting(written.name, true)
           , coalesce(written.error, 'another file or a restart that is due')
      FROM pg_file_settings AS written
      WHERE NOT written.applied
        AND written.sourcefile LIKE '%/purpose.conf'
      ORDER BY written.seqno
      """;

  private SettingsReading() {}

  public static PreparedMachine at(DatabaseServer server, Path passwordFile) {
    try (Connection connection =
            Connections.open(server, Connections.MAINTENANCE_DATABASE, passwordFile);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(NOT_APPLIED)) {
      List<String> differences = new ArrayList<>();
      while (rows.next()) {
        differences.add(
            "%s is %s, not %s (%s)"
                .formatted(
                    rows.getString(1), rows.getString(3), rows.getString(2), rows.getString(4)));
      }
      return found(server, String.join(", ", differences));
    } catch (SQLException e) {
      return found(server, "its settings cannot be read (" + e.getMessage() + ")");
    }
  }

  private static PreparedMachine found(DatabaseServer server, String problem) {
    return new PreparedMachine(
        server.vm(),
        server.role(),
        new Address(server.host(), server.port()),
        "",
        problem,
        problem.isEmpty() ? "" : "Undo that there, or run quartet down and up");
  }
}
