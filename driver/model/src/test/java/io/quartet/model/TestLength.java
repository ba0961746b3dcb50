package io.quartet.model;

/** How long a test runs: the usual length, or the one of {@code scripts/test soak}. */
public final class TestLength {

  private static final boolean IS_SOAK = Boolean.getBoolean("quartet.soak");

  private TestLength() {}

  /** True in a soak suite, which sets the system property {@code quartet.soak}. */
  public static boolean isSoak() {
    return IS_SOAK;
  }

  /** The first value, or the second in a soak suite. */
  public static <T> T usualOrSoak(T usual, T soak) {
    return IS_SOAK ? soak : usual;
  }
}
