package io.quartet.tiera.engine;

import io.quartet.model.QuartetException;
import io.quartet.model.Release;
import java.nio.file.Files;
import java.nio.file.Path;

/** Loads {@code libquartet_engine.so}, once. */
final class NativeLibrary {

  private static final String LIBRARY_PROPERTY = "quartet.engine.library";
  private static final String HOME_PROPERTY = "quartet.home";

  private NativeLibrary() {}

  /** Runs on first use; a failure is thrown to every later caller as well. */
  private static final class Holder {
    static final QuartetException FAILURE = load();
  }

  /**
   * Makes sure the library is there.
   *
   * @throws QuartetException ENGINE_LIBRARY_MISSING or ENGINE_LIBRARY_UNUSABLE
   */
  static void require() {
    if (Holder.FAILURE != null) {
      throw Holder.FAILURE;
    }
  }

  static Path path() {
    String explicit = System.getProperty(LIBRARY_PROPERTY);
    if (explicit != null) {
      return Path.of(explicit).toAbsolutePath();
    }
    return Path.of(System.getProperty(HOME_PROPERTY, "."))
        .resolve("build/release/lib/libquartet_engine.so")
        .toAbsolutePath();
  }

  private static QuartetException load() {
    Path path = path();
    if (!Files.isRegularFile(path)) {
      return QuartetException.environment(
          "ENGINE_LIBRARY_MISSING",
          "there is no transaction engine %s. %s Or set QUARTET_JAVA_OPTIONS=-D%s=PATH."
              .formatted(path, Release.repair(), LIBRARY_PROPERTY));
    }
    try {
      System.load(path.toString());
      return null;
    } catch (UnsatisfiedLinkError e) {
      return QuartetException.environment(
          "ENGINE_LIBRARY_UNUSABLE",
          "the transaction engine %s cannot be loaded: %s. %s"
              .formatted(path, e.getMessage(), Release.repair()),
          e);
    }
  }
}
