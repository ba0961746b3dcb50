package io.quartet.run.internal.collect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One query for statistics. All its numbers are taken as they come, because the columns of a view
 * differ by version.
 *
 * @param name name of its file, {@code stats/<vm>/<name>.csv}
 * @param keys how many of its first columns tell the rows apart; 0 if there is one row
 * @param pace how often it is asked
 */
record DatabaseQuery(String name, String query, int keys, Pace pace) {

  private static final Set<Integer> NUMBERS =
      Set.of(Types.BIGINT, Types.INTEGER, Types.SMALLINT, Types.DOUBLE, Types.REAL, Types.NUMERIC);

  /** An object's number tells nothing to a reader, and is a number to the driver. */
  private static final String OBJECT_NUMBER = "oid";

  private static final int DECIMALS = 3;

  /** How often a query is asked. */
  enum Pace {
    /** At every interval: counters of the whole server, which cost next to nothing. */
    EACH_INTERVAL,
    /** Every 10 s and at phase switches: sources with at least one row per table. */
    SLOW
  }

  /**
   * The answer to a query.
   *
   * @param rows values in the order of the columns; empty text for null
   */
  record Answer(List<String> columns, List<List<String>> rows) {

    /** A whole number of the first row; empty if there is no such column. */
    OptionalLong first(String column) {
      int index = columns.indexOf(column);
      return Optional.of(rows)
          .filter(some -> index >= 0 && !some.isEmpty())
          .map(some -> some.get(0).get(index))
          .filter(value -> value.matches("[0-9]{1,18}"))
          .map(value -> OptionalLong.of(Long.parseLong(value)))
          .orElse(OptionalLong.empty());
    }
  }

  Answer ask(Connection connection) throws SQLException {
    // The driver keeps the statement prepared from one call to the next.
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet result = statement.executeQuery()) {
      ResultSetMetaData all = result.getMetaData();
      List<Integer> taken = taken(all);
      List<String> columns = new ArrayList<>();
      for (int column : taken) {
        columns.add(all.getColumnLabel(column));
      }
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column : taken) {
          row.add(text(result, column, all.getColumnType(column)));
        }
        rows.add(row);
      }
      return new Answer(columns, rows);
    }
  }

  private List<Integer> taken(ResultSetMetaData columns) throws SQLException {
    List<Integer> taken = new ArrayList<>();
    for (int column = 1; column <= columns.getColumnCount(); column++) {
      boolean isNumber =
          NUMBERS.contains(columns.getColumnType(column))
              && !OBJECT_NUMBER.equals(columns.getColumnTypeName(column));
      if (column <= keys || isNumber) {
        taken.add(column);
      }
    }
    return taken;
  }

  private static String text(ResultSet row, int column, int type) throws SQLException {
    if (type != Types.DOUBLE && type != Types.REAL) {
      String text = row.getString(column);
      return text == null ? "" : text;
    }
    double value = row.getDouble(column);
    if (row.wasNull()) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString();
  }
}
