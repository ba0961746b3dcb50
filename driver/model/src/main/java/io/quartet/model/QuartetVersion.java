package io.quartet.model;

import java.util.Objects;

/** The version of this kit, which processes that work together compare. */
public final class QuartetVersion {

  private QuartetVersion() {}

  /** Version of the jar this class came from; {@code development} outside a jar. */
  public static String current() {
    return Objects.requireNonNullElse(
        QuartetVersion.class.getPackage().getImplementationVersion(), "development");
  }
}
