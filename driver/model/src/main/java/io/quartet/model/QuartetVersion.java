package io.quartet.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this kit, which processes that work together compare. */
public final class QuartetVersion {

  private static final String CURRENT = read();

  private QuartetVersion() {}

  /** Version of the build, for instance {@code 0.1.0-SNAPSHOT}; {@code pom.xml} names it. */
  public static String current() {
    return CURRENT;
  }

  private static String read() {
    try (InputStream file = QuartetVersion.class.getResourceAsStream("version")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
