package io.quartet.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Text that is the same wherever this runs. */
public final class Text {

  /**
   * Characters that a terminal obeys or does not show: control characters, marks of direction and
   * other invisible ones, separators of lines.
   */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  private static final Pattern UNPRINTABLE_IN_LINES =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\n\t]]");

  private static final MathContext MOST_DIGITS = new MathContext(4, RoundingMode.HALF_UP);

  private Text() {}

  /** As {@link String#format}, with a full stop as the decimal sign in every locale. */
  public static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /**
   * As {@link #format}, for lines with text of others. Every argument that is not a number stands
   * in it as {@link #visible}, so that none can end its line and begin a false one.
   */
  public static String line(String format, Object... arguments) {
    Object[] shown = new Object[arguments.length];
    for (int i = 0; i < shown.length; i++) {
      Object argument = arguments[i];
      shown[i] =
          argument == null || argument instanceof Number || argument instanceof Character
              ? argument
              : visible(argument.toString());
    }
    return format(format, shown);
  }

  /**
   * Control characters and invisible ones as escapes, as in "\u001b": no terminal may obey them.
   * The escapes are those of JSON. Line feeds are among them.
   */
  public static String visible(String text) {
    return escaped(text, UNPRINTABLE);
  }

  /** The same for text of several lines: line feeds and tabs stay. */
  public static String visibleLines(String text) {
    return escaped(text, UNPRINTABLE_IN_LINES);
  }

  private static String escaped(String text, Pattern unprintable) {
    return unprintable
        .matcher(text)
        .replaceAll(
            found ->
                found
                    .group()
                    .chars()
                    .mapToObj(unit -> format("\\\\u%04x", unit))
                    .collect(Collectors.joining()));
  }

  /**
   * A derived figure: thousands separators, and four significant digits at most, because no
   * measurement of the kit is exact to more, and a true minus sign. For instance {@code 0.38},
   * {@code 1,235} and {@code −12,350}. Not for counts: they are exact, and {@link #counted} shows
   * all their digits.
   *
   * @param mostDecimals from 0; a large figure gets fewer
   */
  public static String figure(double number, int mostDecimals) {
    return derived("%,.", number, mostDecimals);
  }

  /** At most so many characters, whole words if there are any, and an ellipsis for the rest. */
  public static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = text.lastIndexOf(' ', most - 1);
    return text.substring(0, end > 0 ? end : most - 1) + "…";
  }

  /** A time that was measured, for instance {@code 5.2 s}. */
  public static String seconds(double seconds, int mostDecimals) {
    return figure(seconds, mostDecimals) + " s";
  }

  /**
   * A number that someone chose, such as a limit or a load: with all its digits, without decimals
   * where it has none, and with separators, for instance {@code 5}, {@code 0.5} and {@code 1,500}.
   */
  public static String chosen(double number) {
    return new DecimalFormat("#,##0.######", DecimalFormatSymbols.getInstance(Locale.ROOT))
        .format(number);
  }

  /** An exact count, with thousands separators. */
  public static String count(long number) {
    return format("%,d", number);
  }

  /** A number of things, such as {@code 1 Set} or {@code 1,200 Sets}. */
  public static String counted(long number, String thing) {
    return count(number) + " " + thing + (number == 1 ? "" : "s");
  }

  /** A figure with its sign, for instance {@code +0.8}; what rounds to zero has none. */
  public static String signed(double number, int mostDecimals) {
    String text = derived("%+,.", number, mostDecimals);
    return text.matches("[+−]0\\.?0*") ? text.substring(1) : text;
  }

  private static String derived(String form, double number, int mostDecimals) {
    if (!Double.isFinite(number)) {
      return Double.toString(number);
    }
    BigDecimal exact = BigDecimal.valueOf(number);
    BigDecimal rounded = exact.round(MOST_DIGITS);
    int wholeDigits = Math.max(1, rounded.precision() - rounded.scale());
    int decimals = Math.min(mostDecimals, MOST_DIGITS.getPrecision() - wholeDigits);
    return format(
            form + Math.max(0, decimals) + "f", exact.setScale(decimals, RoundingMode.HALF_UP))
        .replace('-', '−');
  }

  /**
   * The text of an interval, for instance {@code 0.8 to 2.4}.
   *
   * @param low null if there is no interval
   * @param number formats one end, and null as the sign for a missing value
   */
  public static String interval(Double low, Double high, Function<Double, String> number) {
    return low == null ? number.apply(null) : number.apply(low) + " to " + number.apply(high);
  }

  /** A text of several lines, such as the message of a server, in one. */
  public static String inOneLine(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining(" "));
  }

  /** With a capital first letter, for the beginning of a sentence. */
  public static String capitalized(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** The beginning of a long text, with an ellipsis in place of the rest. */
  public static String shortened(String text, int mostCharacters) {
    return text.length() <= mostCharacters
        ? text
        : text.substring(0, mostCharacters) + "… (" + counted(text.length(), "character") + ")";
  }

  /** The first five problems of a list in one line, and how many more there are. */
  public static String first(List<String> problems) {
    int shown = 5;
    String text = String.join("; ", problems.subList(0, Math.min(shown, problems.size())));
    return problems.size() > shown
        ? text + "; and " + count(problems.size() - shown) + " more"
        : text;
  }
}
