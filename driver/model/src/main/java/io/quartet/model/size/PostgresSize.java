package io.quartet.model.size;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sizes in settings of PostgreSQL, counted as the server counts them ({@code parse_int} of its
 * guc.c).
 */
public final class PostgresSize {

  private static final Pattern SIZE =
      Pattern.compile(
          "\\s*\\+?(0[xX][0-9a-fA-F]+|[0-9]*\\.?[0-9]*(?:[eE][+-]?[0-9]+)?)\\s*(B|kB|MB|GB|TB|)\\s*");

  private static final Pattern OCTAL = Pattern.compile("0[0-9]+");

  private PostgresSize() {}

  /**
   * The bytes that a value of a setting stands for; empty if it is no size.
   *
   * <p>A fraction is rounded to the next smaller unit, and the result to the unit of the setting.
   *
   * @param value for instance {@code 16GB}, {@code 60.5GB} or {@code 16384}
   * @param settingUnit bytes of the unit of the setting: that of a number without a unit
   */
  public static OptionalLong bytes(String value, long settingUnit) {
    Matcher size = SIZE.matcher(value);
    if (!size.matches()) {
      return OptionalLong.empty();
    }
    double number;
    try {
      number = number(size.group(1));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
    long unit =
        switch (size.group(2)) {
          case "B" -> 1;
          case "kB" -> 1L << 10;
          case "MB" -> 1L << 20;
          case "GB" -> 1L << 30;
          case "TB" -> 1L << 40;
          default -> settingUnit;
        };
    boolean hasSmallerUnit = unit > 1 && !size.group(2).isEmpty();
    double bytes = hasSmallerUnit ? rounded(number * unit, unit >> 10) : number * unit;
    // In floating point, which no number in the file can overflow.
    return OptionalLong.of((long) rounded(bytes, settingUnit));
  }

  /** As C reads it: also hexadecimal, and octal after a zero. */
  private static double number(String digits) {
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      return Long.parseLong(digits.substring(2), 16);
    }
    return OCTAL.matcher(digits).matches() ? Long.parseLong(digits, 8) : Double.parseDouble(digits);
  }

  private static double rounded(double bytes, long unit) {
    return Math.rint(bytes / unit) * unit;
  }
}
