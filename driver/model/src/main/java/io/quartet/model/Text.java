package io.quartet.model;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Text that is the same wherever this runs. */
public final class Text {

  private static final Pattern CONTROL = Pattern.compile("\\p{Cc}");

  private Text() {}

  /** As {@link String#format}, with a full stop as the decimal sign in every locale. */
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** Control characters as escapes, as in "\u001b": no terminal may obey them. */
  public static String visible(String text) {
    return CONTROL
        .matcher(text)
        .replaceAll(found -> format("\\\\u%04x", (int) found.group().charAt(0)));
  }

  /** With a capital first letter, for the beginning of a sentence. */
  public static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** The beginning of a long text, with an ellipsis in place of the rest. */
  public static String shortened(String text, int mostCharacters) {
    return text.length() <= mostCharacters
        ? text
        : text.substring(0, mostCharacters) + "… (" + text.length() + " characters)";
  }

  /** The first five problems of a list in one line, and how many more there are. */
  public static String first(List<String> problems) {
    int shown = 5;
    String text = String.join("; ", problems.subList(0, Math.min(shown, problems.size())));
    return problems.size() > shown ? text + "; and " + (problems.size() - shown) + " more" : text;
  }
}
