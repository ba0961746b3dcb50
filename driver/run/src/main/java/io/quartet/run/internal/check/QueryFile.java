package io.quartet.run.internal.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A file with one query.
 *
 * @param name name of the file without its ending
 * @param query the query with its comments, without a semicolon
 */
record QueryFile(Path path, String name, String query) {

  private static final String ENDING = ".sql";

  /** The query files of a folder, in the order of their names. */
  static List<QueryFile> readAll(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .sorted()
          .map(QueryFile::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static QueryFile read(Path file) {
    try {
      String text = Files.readString(file).strip();
      String query = text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
      String name = file.getFileName().toString();
      return new QueryFile(file, name.substring(0, name.length() - ENDING.length()), query);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
