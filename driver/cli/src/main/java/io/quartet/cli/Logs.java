package io.quartet.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Destination of the log. A service ({@code worker}) logs to standard error, which its owner keeps;
 * everything else logs to a file per verb and shows only warnings on standard error.
 */
final class Logs {

  private static final String FILE_PROPERTY = "quartet.log.file";
  private static final String SCREEN_LEVEL_PROPERTY = "quartet.log.screen";
  private static final String CONFIGURATION_PROPERTY = "logback.configurationFile";
  private static final long LARGEST_BYTES = 10L << 20;

  private Logs() {}

  /**
   * Has to run before the first logger is made.
   *
   * @param isVerbose true to show more than warnings on standard error
   */
  static void configure(String verb, boolean isVerbose) {
    if (verb.equals("worker")) {
      setIfAbsent(CONFIGURATION_PROPERTY, "io/quartet/cli/logback-service.xml");
    } else {
      setIfAbsent(CONFIGURATION_PROPERTY, "io/quartet/cli/logback.xml");
      setIfAbsent(SCREEN_LEVEL_PROPERTY, isVerbose ? "INFO" : "WARN");
      setIfAbsent(FILE_PROPERTY, fileFor(verb.matches("[a-z]+") ? verb : "quartet").toString());
    }
  }

  /** The log file, or standard error for a service. */
  static String file() {
    return System.getProperty(FILE_PROPERTY, "on standard error");
  }

  /** The folder of the log files. */
  static Path folder() {
    String state = System.getenv("XDG_STATE_HOME");
    return state == null || state.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".local", "state", "quartet", "log")
        : Path.of(state, "quartet", "log");
  }

  private static Path fileFor(String verb) {
    Path folder = folder();
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve(verb + ".log");
      if (Files.exists(file) && Files.size(file) > LARGEST_BYTES) {
        Files.delete(file);
      }
      if (Files.isWritable(folder)) {
        return file;
      }
    } catch (IOException e) {
      // A home that cannot be written is no reason not to run.
    }
    try {
      // Another user may have put a link at a name that is always the same.
      return Files.createTempFile("quartet-" + verb + "-", ".log");
    } catch (IOException e) {
      return Path.of("/dev/null");
    }
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }
}
