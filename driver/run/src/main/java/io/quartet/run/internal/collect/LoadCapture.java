package io.quartet.run.internal.collect;

import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.LoadedCsv;
import io.quartet.results.system.LoadedTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code loaded.csv}: rows and times of the load, as its manifest in each database tells.
 */
public final class LoadCapture {

  private static final String HAS_MANIFEST = "SELECT to_regclass('quartet_load_step') IS NOT NULL";

  private static final String QUERY =
      """
      SELECT table_name
           , coalesce(sum(row_count) FILTER (WHERE step = 'rows'), 0)::bigint
           , (1000 * extract(epoch FROM min(finished_at)))::bigint
           , (1000 * extract(epoch FROM max(finished_at)))::bigint
      FROM quartet_load_step
      GROUP BY table_name
      ORDER BY table_name COLLATE "C"
      """;

  private LoadCapture() {}

  public static void write(
      ResultsFolder folder, List<DatabaseServer> servers, Databases databases) {
    List<LoadedTable> tables = new ArrayList<>();
    for (DatabaseServer server : servers) {
      try (Connection connection = databases.connect(server);
          Statement statement = connection.createStatement()) {
        // A database of an early loader has no manifest; the report says that its rows are not
        // known.
        if (Connections.isTrue(statement, HAS_MANIFEST)) {
          tables.addAll(tables(server.vm(), statement));
        }
      } catch (SQLException e) {
        throw Databases.unreachable(server, e);
      }
    }
    LoadedCsv.TABLE.write(folder, tables);
  }

  private static List<LoadedTable> tables(String vm, Statement statement) throws SQLException {
    List<LoadedTable> tables = new ArrayList<>();
    try (ResultSet row = statement.executeQuery(QUERY)) {
      while (row.next()) {
        tables.add(
            new LoadedTable(vm, row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)));
      }
    }
    return tables;
  }
}
