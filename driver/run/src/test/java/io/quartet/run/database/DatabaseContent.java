package io.quartet.run.database;

import io.quartet.provision.DatabaseServer;
import io.quartet.provision.TestDeployment;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** The content of a database, for tests that compare it before and after. */
final class DatabaseContent {

  private DatabaseContent() {}

  /** Rows of every table, the place of every relation and the state of the sequence. */
  static Map<String, String> of(TestDeployment servers, DatabaseServer server) throws SQLException {
    Map<String, String> content = new TreeMap<>();
    for (String table :
        servers.column(server, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
      content.put(
          table,
          servers
              .column(
                  server,
                  "SELECT (count(*), sum(hashtextextended(t::text, 0)))::text FROM " + table + " t")
              .get(0));
    }
    content.put(
        "places",
        servers
            .column(
                server,
                "SELECT string_agg(relname || ' ' || coalesce(spcname, '-'), ',' ORDER BY relname)"
                    + " FROM pg_class LEFT JOIN pg_tablespace s ON s.oid = reltablespace"
                    + " WHERE relnamespace = 'public'::regnamespace")
            .get(0));
    content.put(
        "ids",
        servers.column(server, "SELECT (last_value, is_called)::text FROM trade_id_seq").get(0));
    return content;
  }
}
