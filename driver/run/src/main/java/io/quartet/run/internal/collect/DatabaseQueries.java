package io.quartet.run.internal.collect;

import io.quartet.run.internal.collect.DatabaseQuery.Pace;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries to a database, by version. Counters of the server come first, because they matter most if
 * another query is slow.
 */
final class DatabaseQueries {

  private static final int VERSION_WITH_IO = 16;
  private static final int VERSION_WITH_CHECKPOINTER = 17;

  /** Name of the query that counts checkpoints up to version 16. */
  static final String BACKGROUND_WRITER = "pg_stat_bgwriter";

  /** Name of the query that counts checkpoints from version 17 on. */
  static final String CHECKPOINTER = "pg_stat_checkpointer";

  /** The wait events of active sessions; a session without one is working. */
  private static final DatabaseQuery WAITS =
      new DatabaseQuery(
          "waits",
          """
          SELECT backend_type
               , coalesce(wait_event_type, 'none') AS wait_event_type
               , coalesce(wait_event, 'none') AS wait_event
               , count(*) AS sessions
            FROM pg_stat_activity
           WHERE state = 'active' AND pid <> pg_backend_pid()
           GROUP BY 1, 2, 3
          """,
          3,
          Pace.EACH_INTERVAL);

  /** Without the many combinations that never happen. */
  private static final DatabaseQuery IO =
      new DatabaseQuery(
          "pg_stat_io",
          """
          SELECT backend_type, object, context, io.*
            FROM pg_stat_io AS io
           WHERE coalesce(reads, 0) + coalesce(writes, 0) + coalesce(extends, 0)
               + coalesce(hits, 0) + coalesce(fsyncs, 0) > 0
          """,
          3,
          Pace.SLOW);

  private static final DatabaseQuery TABLES =
      new DatabaseQuery(
          "tables",
          """
          SELECT s.relname AS table_name, s.*
               , io.heap_blks_read, io.heap_blks_hit, io.idx_blks_read, io.idx_blks_hit
               , pg_relation_size(s.relid) / current_setting('block_size')::int AS pages
               , c.relallvisible AS all_visible_pages
            FROM pg_stat_user_tables AS s
            JOIN pg_statio_user_tables AS io ON io.relid = s.relid
            JOIN pg_class AS c ON c.oid = s.relid
          """,
          1,
          Pace.SLOW);

  /** To look at the leaves, a whole index has to be read: samples of every 10 s leave it out. */
  private static final DatabaseQuery INDEXES = indexes("NULL::double precision");

  private static final DatabaseQuery SIZES =
      new DatabaseQuery(
          "sizes",
          """
          SELECT relname AS table_name
               , pg_table_size(relid) AS table_bytes
               , pg_indexes_size(relid) AS index_bytes
               , (SELECT count(*) FROM pg_index WHERE indrelid = relid) AS indexes
            FROM pg_stat_user_tables
          """,
          1,
          Pace.SLOW);

  private static final DatabaseQuery LOCKS =
      new DatabaseQuery(
          "locks",
          """
          SELECT locktype AS lock_type
               , mode
               , CASE WHEN granted THEN 'granted' ELSE 'waiting' END AS state
               , count(*) AS locks
            FROM pg_locks
           WHERE pid IS DISTINCT FROM pg_backend_pid()
           GROUP BY 1, 2, 3
          """,
          3,
          Pace.SLOW);

  /**
   * How long something keeps dead rows from being cleaned up, and sessions of which we may not see
   * whether they do. Vacuums themselves do not. A snapshot may be younger than our own transaction.
   */
  private static final DatabaseQuery HORIZON =
      new DatabaseQuery(
          "horizon",
          """
          SELECT round(greatest(extract(epoch FROM max(now() - held.since)), 0)::numeric, 1)
                   AS oldest_snapshot_s
               , count(*) FILTER (WHERE held.is_hidden) AS hidden_sessions
            FROM (SELECT CASE WHEN backend_xmin IS NOT NULL THEN xact_start END AS since
                       , query = '<insufficient privilege>' AS is_hidden
                    FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()
                     AND backend_type IS DISTINCT FROM 'autovacuum worker'
                  UNION ALL
                  SELECT prepared, false FROM pg_prepared_xacts
                   WHERE database = current_database()) AS held
          """,
          0,
          Pace.SLOW);

  private static final DatabaseQuery VACUUMS =
      new DatabaseQuery(
          "vacuums",
          """
          SELECT relid::regclass::text AS table_name
               , phase
               , heap_blks_total, heap_blks_scanned, heap_blks_vacuumed, index_vacuum_count
            FROM pg_stat_progress_vacuum
           WHERE datname = current_database()
          """,
          2,
          Pace.SLOW);

  private DatabaseQueries() {}

  /**
   * The queries of a version, in the order in which they are asked.
   *
   * @param major 14 or newer
   */
  static List<DatabaseQuery> of(int major) {
    List<DatabaseQuery> queries = new ArrayList<>();
    queries.add(view("pg_stat_database", " WHERE datname = current_database()"));
    queries.add(view(BACKGROUND_WRITER, ""));
    if (major >= VERSION_WITH_CHECKPOINTER) {
      queries.add(view(CHECKPOINTER, ""));
    }
    queries.add(view("pg_stat_wal", ""));
    queries.add(view("pg_stat_archiver", ""));
    queries.add(WAITS);
    if (major >= VERSION_WITH_IO) {
      queries.add(IO);
    }
    queries.addAll(List.of(TABLES, INDEXES, SIZES, LOCKS, HORIZON, VACUUMS));
    return List.copyOf(queries);
  }

  /**
   * As the query of every 10 s, with the density of the leaves of each index. It reads all indexes.
   *
   * @param schema of the extension pgstattuple, quoted
   */
  static DatabaseQuery indexesWithLeafDensity(String schema) {
    return indexes(
        """
        (SELECT nullif((%s.pgstatindex(i.indexrelid::regclass)).avg_leaf_density, 'NaN')
                   FROM pg_index AS i
                   JOIN pg_class AS c ON c.oid = i.indexrelid
                   JOIN pg_am AS method ON method.oid = c.relam
                  WHERE i.indexrelid = s.indexrelid
                    AND i.indisvalid AND method.amname = 'btree')\
        """
            .formatted(schema));
  }

  /**
   * @param leafDensity percent of the room in the leaves that is used, as an expression
   */
  private static DatabaseQuery indexes(String leafDensity) {
    return new DatabaseQuery(
        "indexes",
        """
        SELECT s.relname AS table_name, s.indexrelname AS index_name
             , s.idx_scan, s.idx_tup_read, s.idx_tup_fetch, io.idx_blks_read, io.idx_blks_hit
             , pg_total_relation_size(s.indexrelid) AS index_bytes
             , %s AS leaf_density
          FROM pg_stat_user_indexes AS s
          JOIN pg_statio_user_indexes AS io ON io.indexrelid = s.indexrelid
        """
            .formatted(leafDensity),
        2,
        Pace.SLOW);
  }

  private static DatabaseQuery view(String view, String condition) {
    return new DatabaseQuery(view, "SELECT * FROM " + view + condition, 0, Pace.EACH_INTERVAL);
  }
}
