package io.quartet.run.internal.check;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

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
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".sql"))
          .sorted()
          .map(CheckFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CheckFile read(Path file) {
    try {
      String text = Files.readString(file).strip();
      String query = text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
      String name = file.getFileName().toString();
      return new CheckFile(
          name.substring(0, name.length() - ".sql".length()),
          header(file, text, "-- check:"),
          header(file, text, "-- class:"),
          header(file, text, "-- title:"),
          query);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String header(Path file, String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()).strip())
        .findFirst()
        .orElseThrow(
            () ->
                new QuartetException(
                    QuartetException.Kind.BUG,
                    "CHECK_HEADER",
                    file + " has no line '" + key + "'. Add one."));
  }

  public boolean holdsAtAnyTime() {
    return checkClass.equals(ANY_TIME);
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
