package io.quartet.report.internal.advise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A comparison in the condition of a plan node that an index on its column could answer.
 *
 * @param isEquality false for a range
 */
record Condition(String column, boolean isEquality) {

  private static final List<String> OPERATORS = List.of(" = ", " >= ", " <= ", " > ", " < ");
  private static final Pattern CAST =
      Pattern.compile("(::[a-z ]+(\\(\\d+(,\\d+)?\\))?(\\[\\])?)+$");
  private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9_]+");

  /**
   * Reads a condition as PostgreSQL shows it, such as {@code ((t_ca_id = $1) AND (t_dts >= $2))}.
   * Parts that no index of plain columns answers are passed over: alternatives, functions,
   * inequalities, and comparisons of two columns of the table.
   *
   * @param columns of the table
   */
  static List<Condition> in(String text, Set<String> columns) {
    List<Condition> found = new ArrayList<>();
    for (String part : parts(bare(text), " AND ")) {
      comparison(bare(part), columns).ifPresent(found::add);
    }
    return found;
  }

  private static Optional<Condition> comparison(String text, Set<String> columns) {
    for (String operator : OPERATORS) {
      List<String> sides = parts(text, operator);
      if (sides.size() == 2) {
        Optional<String> left = column(sides.get(0), columns);
        Optional<String> right = column(sides.get(1), columns);
        String other = left.isPresent() ? sides.get(1) : sides.get(0);
        return mentions(other, columns)
            ? Optional.empty()
            : left.or(() -> right).map(name -> new Condition(name, operator.equals(" = ")));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> column(String side, Set<String> columns) {
    String name = bare(CAST.matcher(bare(side)).replaceFirst(""));
    String plain = name.substring(name.lastIndexOf('.') + 1);
    return columns.contains(plain) ? Optional.of(plain) : Optional.empty();
  }

  private static boolean mentions(String text, Set<String> columns) {
    return Arrays.stream(NO_WORD.split(text)).anyMatch(columns::contains);
  }

  /** Without the parentheses around all of it. */
  private static String bare(String text) {
    String inner = text.strip();
    while (inner.startsWith("(") && closing(inner) == inner.length() - 1) {
      inner = inner.substring(1, inner.length() - 1).strip();
    }
    return inner;
  }

  /** Where the first parenthesis is closed; -1 if nowhere. */
  private static int closing(String text) {
    int depth = 0;
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      isQuoted ^= letter == '\'';
      depth += isQuoted ? 0 : depth(letter);
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static int depth(char letter) {
    return letter == '(' ? 1 : letter == ')' ? -1 : 0;
  }

  /** Splits at a separator that stands neither in parentheses nor in quotes. */
  static List<String> parts(String text, String separator) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    boolean isQuoted = false;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      isQuoted ^= letter == '\'';
      depth += isQuoted ? 0 : depth(letter);
      if (depth == 0 && !isQuoted && text.startsWith(separator, i)) {
        parts.add(text.substring(start, i));
        start = i + separator.length();
      }
    }
    parts.add(text.substring(start));
    return parts;
  }
}
