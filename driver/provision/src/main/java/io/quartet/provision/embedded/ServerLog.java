package io.quartet.provision.embedded;

import io.quartet.provision.internal.DataFolder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The errors in the log of a PostgreSQL that did not start.
 *
 * @param start bytes that were there before the server was started
 */
record ServerLog(Path file, long start) {

  private static final Pattern SAID =
      Pattern.compile(".*?\\b((?:FATAL|PANIC|ERROR|DETAIL|HINT): .+)");

  /** Answer of a server that starts or ends. It is not an error. */
  private static final String NOT_READY = "the database system is ";

  private static final int MOST_LINES = 6;
  private static final int MOST_BYTES = 1 << 16;

  /** The log from its present end on. */
  static ServerLog from(Path file) {
    return new ServerLog(file, size(file));
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0; // Not there yet.
    }
  }

  /** The last errors with their hints, without time and process; empty if there are none. */
  List<String> errors() {
    List<String> errors =
        tail()
            .lines()
            .map(SAID::matcher)
            .filter(line -> line.matches())
            .map(line -> line.group(1))
            .filter(line -> !line.contains(NOT_READY))
            .toList();
    return errors.subList(Math.max(0, errors.size() - MOST_LINES), errors.size());
  }

  private String tail() {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      log.seek(Math.max(Math.min(start, log.length()), log.length() - MOST_BYTES));
      byte[] bytes = new byte[(int) (log.length() - log.getFilePointer())];
      log.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Copies the log to a file for its owner alone.
   *
   * @return the copy, or the log itself where that fails
   */
  Path copyTo(Path copy) {
    try {
      DataFolder.writeSecret(copy, tail());
      return copy;
    } catch (IOException e) {
      return file;
    }
  }
}
