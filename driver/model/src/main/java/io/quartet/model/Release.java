package io.quartet.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What sets a release apart from a clone. The kit is a release where its folder, the system
 * property {@code quartet.home}, has the file {@code COMMIT}.
 */
public final class Release {

  private static final String COMMIT = "COMMIT";

  private Release() {}

  /** Commit that the release was built from; empty in a clone. */
  public static Optional<String> commit() {
    return commitFile(Path.of(System.getProperty("quartet.home", ""))).map(Release::content);
  }

  /** The file with that commit; empty in a clone. */
  public static Optional<Path> commitFile(Path home) {
    return Optional.of(home.resolve(COMMIT)).filter(Files::isRegularFile);
  }

  /** What brings back a part of the kit that is missing or damaged, as a sentence. */
  public static String repair() {
    return commit().isPresent()
        ? "Install Quartet " + QuartetVersion.current() + " again."
        : "Run scripts/quickstart.";
  }

  private static String content(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
