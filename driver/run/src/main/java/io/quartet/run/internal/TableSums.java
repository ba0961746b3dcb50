package io.quartet.run.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Rows and checksum of every table of a database. A checksum is the sum of 64-bit hashes of the
 * rows: it does not depend on their order. It is of the values, not of the text that a session
 * shows, so settings such as {@code DateStyle} do not matter. Equal numbers of another scale are
 * equal.
 *
 * @param byTable rows and checksum by table
 */
public record TableSums(Map<String, String> byTable) {

  private static final String TABLES =
      "SELECT oid::regclass FROM pg_class"
          + " WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname";

  public static TableSums read(Connection connection) throws SQLException {
    Map<String, String> sums = new TreeMap<>();
    try (Statement statement = connection.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet row = statement.executeQuery(TABLES)) {
        while (row.next()) {
          tables.add(row.getString(1));
        }
      }
      for (String table : tables) {
        sums.put(table, sum(statement, table));
      }
    }
    return new TableSums(sums);
  }

  private static String sum(Statement statement, String table) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT count(*) || ' rows, ' || coalesce(sum(hash_record_extended(t, 0)), 0)"
                + " FROM "
                + table
                + " AS t")) {
      row.next();
      return row.getString(1);
    }
  }

  /** Tables that differ, or that only one of the two has. */
  public List<String> differences(TableSums other) {
    Map<String, String> all = new TreeMap<>(byTable);
    all.putAll(other.byTable);
    return all.keySet().stream()
        .filter(
            table ->
                !byTable
                    .getOrDefault(table, "none")
                    .equals(other.byTable.getOrDefault(table, "none")))
        .toList();
  }
}
