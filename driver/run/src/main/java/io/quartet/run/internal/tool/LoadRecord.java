package io.quartet.run.internal.tool;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;

/** Table {@code quartet_load} of a database that a tool fills: what was loaded, and whether all. */
public final class LoadRecord {

  private static final String DROP_ALL =
      """
      DO $$
      DECLARE
        one regclass;
      BEGIN
        FOR one IN
          SELECT oid FROM pg_class
          WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
            AND NOT EXISTS (SELECT FROM pg_depend
                            WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
                              AND deptype = 'e')
        LOOP
          EXECUTE 'DROP TABLE ' || one::text || ' CASCADE';
        END LOOP;
        DROP SEQUENCE IF EXISTS trade_id_seq;
      END $$
      """;

  private LoadRecord() {}

  /**
   * Removes all tables of schema public, and says what will be loaded.
   *
   * @param rows what the state of a load consists of
   */
  public static void begin(Connection connection, Map<String, String> rows) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(DROP_ALL);
      statement.execute(
          "CREATE TABLE quartet_load ("
              + String.join(" text NOT NULL, ", rows.keySet())
              + " text NOT NULL, is_complete boolean NOT NULL)");
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO quartet_load VALUES ("
                + String.join(", ", Collections.nCopies(rows.size(), "?"))
                + ", false)")) {
      int position = 0;
      for (String value : rows.values()) {
        insert.setString(++position, value);
      }
      insert.execute();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  /** Says that all is loaded. */
  public static void end(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("UPDATE quartet_load SET is_complete = true");
    }
  }
}
