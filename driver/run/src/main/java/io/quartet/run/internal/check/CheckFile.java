package io.quartet.run.internal.check;

import io.quartet.model.QuartetException;
import io.quartet.results.CheckRow;
import io.quartet.run.check.CheckResult;
import java.nio.file.Path;
import java.util.List;

/**
 * One file of {@code schema/checks}: a query that returns no row when all is well.
 *
 * @param name number and name, for instance {@code i01_broker_trade_count}
 * @param number for instance {@code I01}
 * @param checkClass A holds at any time, L right after a load only
 * @param title what has to hold, in words
 * @param query the query, without a semicolon
 */
public record CheckFile(String name, String number, String checkClass, String title, String query) {

  public static final String ANY_TIME = "A";

  /** All checks in the order of their numbers. */
  public static List<CheckFile> readAll(Path folder) {
    return QueryFile.readAll(folder).stream().map(CheckFile::of).toList();
  }

  private static CheckFile of(QueryFile file) {
    return new CheckFile(
        file.name(),
        header(file, "-- check:"),
        header(file, "-- class:"),
        header(file, "-- title:"),
        file.query());
  }

  private static String header(QueryFile file, String key) {
    return file.query()
        .lines()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).strip())
        .findFirst()
        .orElseThrow(
            () ->
                new QuartetException(
                    QuartetException.Kind.BUG,
                    "CHECK_HEADER",
                    file.path() + " has no line '" + key + "'. Add one."));
  }

  public boolean holdsAtAnyTime() {
    return checkClass.equals(ANY_TIME);
  }

  /** What it found on a database. */
  public CheckResult result(CheckRow row, List<String> examples) {
    return new CheckResult(row, number, title, examples);
  }

  /** A query that counts the rows which break the check. */
  String countQuery() {
    return "SELECT count(*) FROM (\n" + query + "\n) AS broken";
  }

  /** A query for a few of the rows which break the check. */
  String exampleQuery(int most) {
    return "SELECT * FROM (\n" + query + "\n) AS broken LIMIT " + most;
  }
}
