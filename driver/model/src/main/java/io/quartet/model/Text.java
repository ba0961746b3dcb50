package io.quartet.model;

import java.util.Locale;

/** Text that is the same wherever this runs. */
public final class Text {

  private Text() {}

  /** As {@link String#format}, with a full stop as the decimal sign in every locale. */
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
