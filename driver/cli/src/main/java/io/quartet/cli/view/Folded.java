package io.quartet.cli.view;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Folds results for people: their lines also have to fit where no terminal folds them. */
public final class Folded {

  /** Maximum length of a line, in characters. */
  public static final int WIDTH = 100;

  private static final int FURTHER_IN = 2;

  /** Inside a command: behind its verb, and behind and before an option. */
  private static final String BEHIND = "quartet(?: [a-z-]{1,20})?|--[a-z-]{1,30}";

  private static final String BLANKS = " ++(?!--[a-z])";

  /** Blanks where a line may end. A path stays beside the label that ends in a colon. */
  private static final Pattern PLACE =
      Pattern.compile(
          "(?<! |" + BEHIND + ")" + BLANKS + "(?=[^ /]+(?: |$))|(?<![: ]|" + BEHIND + ")" + BLANKS);

  private static final Pattern COPIED = Pattern.compile("[/=]");

  private Folded() {}

  /** Folds long lines at blanks. The rest of a line begins two columns further in. */
  public static String lines(String text) {
    return within(WIDTH, text);
  }

  /** As {@link #lines(String)}, for another maximum length of a line. */
  static String within(int width, String text) {
    return text.lines()
        .map(line -> folded(line, firstWord(line) + FURTHER_IN, width))
        .collect(Collectors.joining());
  }

  /** As {@link #lines(String)}, but the rest of a line begins at this column, from 0. */
  public static String lines(String text, int column) {
    return lines(text, column, WIDTH);
  }

  /** As {@link #lines(String, int)}, for another maximum length of a line. */
  static String lines(String text, int column, int width) {
    return text.lines().map(line -> folded(line, column, width)).collect(Collectors.joining());
  }

  private static String folded(String line, int wantedColumn, int width) {
    int column = Math.min(wantedColumn, width / 2);
    StringBuilder text = new StringBuilder();
    String rest = line.stripTrailing();
    for (int end = end(rest, width); end < rest.length(); end = end(rest, width)) {
      text.append(rest.substring(0, end).stripTrailing()).append(System.lineSeparator());
      rest = " ".repeat(column) + rest.substring(end).strip();
    }
    return text.append(rest).append(System.lineSeparator()).toString();
  }

  /**
   * Where to fold, the length if the line fits. A word that is too long is cut, unless it is a path
   * or a tag: those are copied.
   */
  static int end(String line, int width) {
    if (line.length() <= width) {
      return line.length();
    }
    int first = firstWord(line);
    int before = -1;
    int behind = line.length();
    Matcher place = PLACE.matcher(line);
    for (boolean isFound = place.find(first); isFound; isFound = place.find()) {
      if (place.start() > width) {
        behind = place.start();
        break;
      }
      before = place.start();
    }
    if (before > first) {
      return before;
    }
    if (COPIED.matcher(line.substring(first, behind)).find()) {
      return behind;
    }
    int cut = Math.max(width, first + 1);
    boolean isInside = cut < line.length() && Character.isLowSurrogate(line.charAt(cut));
    return isInside ? cut - 1 : cut;
  }

  private static int firstWord(String line) {
    return line.length() - line.stripLeading().length();
  }
}
