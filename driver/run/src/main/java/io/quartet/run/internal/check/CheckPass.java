package io.quartet.run.internal.check;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One file of {@code schema/checks/passes}: a query that reads a large table once for several
 * checks and returns one row, with a figure for each of them. A check has passed if its figures in
 * all passes add up to 0; otherwise its own query decides.
 *
 * @param name name of the file, for instance {@code trade}
 * @param checks numbers of the checks, for instance {@code I01}; column {@code i01} is its figure
 * @param query the query, without a semicolon
 */
public record CheckPass(String name, List<String> checks, String query) {

  private static final Pattern COLUMN = Pattern.compile("\\bAS i(\\d\\d)\\b");

  public CheckPass {
    checks = List.copyOf(checks);
  }

  /** All passes in the order of their names. */
  public static List<CheckPass> readAll(Path folder) {
    return QueryFile.readAll(folder).stream().map(CheckPass::of).toList();
  }

  private static CheckPass of(QueryFile file) {
    return new CheckPass(
        file.name(),
        COLUMN.matcher(file.query()).results().map(match -> "I" + match.group(1)).toList(),
        file.query());
  }

  /** This pass for some of its checks only: PostgreSQL does not work out the other figures. */
  CheckPass only(List<String> wanted) {
    List<String> kept = checks.stream().filter(wanted::contains).toList();
    return new CheckPass(
        name, kept, "SELECT " + String.join(", ", kept) + "\nFROM (\n" + query + "\n) AS figures");
  }
}
