package io.quartet.run.internal.start;

import io.quartet.model.QuartetException;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.results.events.RunEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads tables and indexes of a database into its shared buffers, with extension {@code
 * pg_prewarm}. Those whose load ended first come first: of the others, the cache of the operating
 * system still holds more.
 */
final class CacheWarming {

  /**
   * Part of the shared buffers that is filled. The rest stays for pages that the run needs beside
   * them: a full buffer pool would evict warmed pages at the first requests.
   */
  static final double SHARE_OF_BUFFERS = 0.8;

  private static final String SCHEMA =
      """
      SELECT quote_ident(n.nspname)
      FROM pg_extension AS e
      JOIN pg_namespace AS n ON n.oid = e.extnamespace
      WHERE e.extname = 'pg_prewarm'
      """;

  /** Has a separate schema, so that its functions are not listed among those of the benchmark. */
  private static final String CREATE =
      """
      CREATE SCHEMA IF NOT EXISTS prewarm;
      CREATE EXTENSION IF NOT EXISTS pg_prewarm WITH SCHEMA prewarm;
      """;

  private static final String IS_POSSIBLE =
      """
      SELECT EXISTS (SELECT FROM pg_extension AS e
                     JOIN pg_depend AS d ON d.refobjid = e.oid AND d.deptype = 'e'
                     JOIN pg_proc AS p ON p.oid = d.objid AND p.proname = 'pg_prewarm'
                     WHERE e.extname = 'pg_prewarm'
                       AND has_schema_privilege(p.pronamespace, 'USAGE')
                       AND has_function_privilege(p.oid, 'EXECUTE'))
          OR current_setting('is_superuser')::boolean
             AND EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_prewarm')
      """;

  private static final String BUFFERS =
      "SELECT setting::bigint FROM pg_settings WHERE name = 'shared_buffers'";

  /** Each table, its indexes, and the same of its long values, with their pages. */
  private static final String OBJECTS =
      """
      SELECT part.oid, pg_relation_size(part.oid) / current_setting('block_size')::bigint
      FROM pg_class AS t
      JOIN (SELECT table_name, max(finished_at) AS loaded_at
            FROM quartet_load_step
            GROUP BY table_name) AS step ON step.table_name = t.relname
      CROSS JOIN LATERAL (
        SELECT t.oid, 0 AS place
        UNION ALL
        SELECT indexrelid, 1 FROM pg_index WHERE indrelid = t.oid
        UNION ALL
        SELECT t.reltoastrelid, 2 WHERE t.reltoastrelid <> 0
        UNION ALL
        SELECT indexrelid, 3 FROM pg_index WHERE indrelid = t.reltoastrelid) AS part
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r'
      ORDER BY step.loaded_at, t.relname, part.place, part.oid
      """;

  /** No more pages than the table has by now: a vacuum may have made it shorter. */
  private static final String READ =
      "SELECT coalesce((SELECT %s(%d::oid, 'buffer', 'main', 0, least(%d, now.pages) - 1)"
          + " FROM (SELECT pg_relation_size(%d::oid) / %d AS pages) AS now"
          + " WHERE now.pages > 0), 0)";

  private CacheWarming() {}

  /** A table or index. */
  private record Part(long oid, long pages) {}

  /**
   * Makes sure that a database can be warmed; creates the extension where it may.
   *
   * @throws QuartetException PREWARM_MISSING, DATABASE_UNREACHABLE
   */
  static void require(DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement()) {
      if (schema(statement).isEmpty()) {
        create(server, statement);
      } else if (!Connections.isTrue(statement, IS_POSSIBLE)) {
        throw QuartetException.environment(
            "PREWARM_MISSING",
            ("%s: caches is warm, but role %s may not execute pg_prewarm. As superuser, in database"
                    + " quartet: GRANT EXECUTE ON FUNCTION pg_prewarm TO %s, and USAGE on its"
                    + " schema. Or choose caches: keep.")
                .formatted(server.place(), DatabaseServer.DATABASE, DatabaseServer.DATABASE));
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private static void create(DatabaseServer server, Statement statement) {
    try {
      statement.execute(CREATE);
    } catch (SQLException e) {
      throw QuartetException.environment(
          "PREWARM_MISSING",
          ("%s: caches is warm, but extension pg_prewarm cannot be created: %s. Install the"
                  + " additional modules of that PostgreSQL (package postgresql-contrib). On your own"
                  + " machines, in database quartet, as superuser: CREATE EXTENSION pg_prewarm. Or"
                  + " choose caches: keep.")
              .formatted(server.place(), e.getMessage()),
          e);
    }
  }

  /** True if {@link #require} will succeed; changes nothing. */
  static boolean isPossible(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return Connections.isTrue(statement, IS_POSSIBLE);
    }
  }

  private static Optional<String> schema(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(SCHEMA)) {
      return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
    }
  }

  /**
   * Warms a database.
   *
   * @param running keeps the statement while it can be cancelled
   * @throws QuartetException DATABASE_UNREACHABLE, STATEMENT_REFUSED
   */
  @SuppressWarnings("try") // Only that the entry is removed matters.
  static RunEvent.CacheWarmed warm(
      DatabaseServer server, Databases databases, RunningStatements running) {
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement();
        RunningStatements.Entry entry = running.add(statement)) {
      String prewarm = schema(statement).orElseThrow() + ".pg_prewarm";
      long room = (long) (SHARE_OF_BUFFERS * number(statement, BUFFERS));
      long pageBytes = number(statement, "SELECT current_setting('block_size')::bigint");
      long warmed = 0;
      long all = 0;
      for (Part part : parts(statement)) {
        long pages = Math.min(part.pages, room - warmed);
        if (pages > 0) {
          warmed +=
              number(statement, READ.formatted(prewarm, part.oid, pages, part.oid, pageBytes));
        }
        all += part.pages;
      }
      return new RunEvent.CacheWarmed(server.vm(), warmed * pageBytes, all * pageBytes);
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private static List<Part> parts(Statement statement) throws SQLException {
    List<Part> parts = new ArrayList<>();
    try (ResultSet row = statement.executeQuery(OBJECTS)) {
      while (row.next()) {
        parts.add(new Part(row.getLong(1), row.getLong(2)));
      }
    }
    return parts;
  }

  private static long number(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }
}
