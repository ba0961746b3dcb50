package io.quartet.results.lab;

import io.quartet.model.QuartetException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An index that is built or dropped on a copy of a database, to measure what it does.
 *
 * @param isDropped false if it is built
 * @param sql the statement that does it
 */
public record TriedIndex(boolean isDropped, String name, String table, String sql) {

  /** Code of the error of a statement that cannot be tried. */
  public static final String REFUSED = "INDEX_STATEMENT";

  private static final Pattern CREATE =
      Pattern.compile(
          "\\s*CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+(?!CONCURRENTLY\\s)([A-Za-z_]\\w*)\\s+ON"
              + "\\s+(?:public\\.)?([A-Za-z_]\\w*)\\s*(?:USING\\s+\\w+\\s*)?\\([^;]*\\)[^;]*;?\\s*",
          Pattern.CASE_INSENSITIVE);

  /**
   * The index of a statement.
   *
   * @throws QuartetException INDEX_STATEMENT if it is not one CREATE INDEX with a name
   */
  public static TriedIndex built(String statement) {
    Matcher parts = CREATE.matcher(statement);
    if (!parts.matches()) {
      throw QuartetException.badInput(
          REFUSED,
          ("--try: '%s' is not one CREATE INDEX statement with a name. Give it in the form CREATE "
                  + "INDEX trade_by_executor ON trade (t_exec_name).")
              .formatted(statement));
    }
    return new TriedIndex(
        false, lower(parts.group(1)), lower(parts.group(2)), statement.strip().replace(";", ""));
  }

  /** An index that is there, and goes. */
  public static TriedIndex dropped(String name, String table) {
    return new TriedIndex(true, name, table, "DROP INDEX " + name);
  }

  /** As PostgreSQL reads names without quotes. */
  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
