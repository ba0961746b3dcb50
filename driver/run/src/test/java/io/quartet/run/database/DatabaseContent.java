package io.quartet.run.database;

import io.quartet.provision.DatabaseServer;
import io.quartet.provision.TestDeployment;
import io.quartet.run.internal.TableSums;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/** The content of a database, for tests that compare it before and after. */
final class DatabaseContent {

  private static final String PLACES_AND_IDS =
      """
      SELECT 'places', string_agg(relname || ' ' || coalesce(spcname, '-'), ',' ORDER BY relname)
      FROM pg_class LEFT JOIN pg_tablespace s ON s.oid = reltablespace
      WHERE relnamespace = 'public'::regnamespace
      UNION ALL SELECT 'ids', (last_value, is_called)::text FROM trade_id_seq
      """;

  private DatabaseContent() {}

  /** Rows of every table, the place of every relation and the state of the sequence. */
  static Map<String, String> of(TestDeployment servers, DatabaseServer server) throws SQLException {
    Map<String, String> content = new TreeMap<>();
    try (Connection connection = servers.open(server, DatabaseServer.DATABASE);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(PLACES_AND_IDS)) {
      while (rows.next()) {
        content.put(rows.getString(1), rows.getString(2));
      }
      content.putAll(TableSums.read(connection).byTable());
    }
    return content;
  }
}
