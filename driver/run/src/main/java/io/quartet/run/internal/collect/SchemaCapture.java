package io.quartet.run.internal.collect;

import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes {@code schema/<vm>.txt}: what a database consists of, as its catalogue tells. Load Units
 * and seed are left out: they belong to the Set and are in {@code run.json}.
 */
public final class SchemaCapture {

  private static final String QUERY =
      """
      SELECT line
      FROM (
        SELECT CASE
                 WHEN told ->> 'workload' IS NOT NULL
                   THEN 'load: ' || (
                     SELECT string_agg(replace(key, '_', ' ') || ' ' || value, ', ' ORDER BY key)
                     FROM jsonb_each_text(told)
                     WHERE key <> 'is_complete')
                 ELSE 'load: generator ' || coalesce(told ->> 'generator', '1')
                   || ', trade days ' || (told ->> 'trade_days')
                   || ', news length ' || (told ->> 'news_length')
                   || ', indexes ' || regexp_replace(told ->> 'indexes', '[[:space:],]', '_', 'g')
                   || ', role ' || (told ->> 'role')
                   || coalesce(', schema hash ' || (told ->> 'schema_sha256'), '')
               END AS line
        FROM quartet_load AS loaded, to_jsonb(loaded) AS told
        UNION ALL
        SELECT 'table ' || relname || coalesce(' ' || reloptions::text, '')
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        UNION ALL
        SELECT 'column ' || relname || '.' || attname
               || ' ' || format_type(atttypid, atttypmod)
               || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
               || coalesce(' DEFAULT ' || pg_get_expr(adbin, adrelid), '')
        FROM pg_attribute
        JOIN pg_class ON pg_class.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT 'constraint ' || conrelid::regclass || ' ' || conname
               || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
        UNION ALL
        SELECT 'index ' || pg_get_indexdef(indexrelid)
               || CASE WHEN indisvalid THEN '' ELSE ' INVALID' END
        FROM pg_index
        JOIN pg_class ON pg_class.oid = indrelid
        WHERE relnamespace = 'public'::regnamespace
        UNION ALL
        SELECT 'trigger ' || pg_get_triggerdef(pg_trigger.oid)
        FROM pg_trigger
        JOIN pg_class ON pg_class.oid = tgrelid
        WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
        UNION ALL
        SELECT 'function ' || oid::regprocedure || ' ' || md5(prosrc)
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
      ) AS lines
      ORDER BY line COLLATE "C"
      """;

  private SchemaCapture() {}

  public static void write(ResultsFolder folder, DatabaseServer server, Databases databases) {
    List<String> lines = new ArrayList<>();
    try (Connection connection = databases.connect(server);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUERY)) {
      while (row.next()) {
        lines.add(row.getString(1).replace('\n', ' '));
      }
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
    SchemaFile.write(folder, server.vm(), lines);
  }
}
