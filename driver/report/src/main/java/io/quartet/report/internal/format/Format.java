package io.quartet.report.internal.format;

import io.quartet.model.Text;
import io.quartet.model.size.Bytes;
import io.quartet.report.section.Judgment;
import io.quartet.results.Check.Severity;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Formats numbers for the report: English digits in every locale, a true minus sign, a dash for a
 * missing value.
 */
public final class Format {

  /** Stands for a value that is not known. */
  public static final String NOTHING = "–";

  /** Seconds from which on a length of time has minutes. */
  private static final int MINUTES_FROM = 300;

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Format() {}

  /** A value as it is. */
  public static String text(Object value) {
    return value == null ? NOTHING : value.toString();
  }

  /** A count with thousands separators. */
  public static String count(Number number) {
    return number == null ? NOTHING : Text.count(number.longValue());
  }

  /** A derived figure with so many decimals at most, and four significant digits at most. */
  public static String figure(Number number, int mostDecimals) {
    return number == null ? NOTHING : Text.figure(number.doubleValue(), mostDecimals);
  }

  /** The same with its sign; what rounds to zero has none. */
  public static String signed(Number number, int mostDecimals) {
    return number == null ? NOTHING : Text.signed(number.doubleValue(), mostDecimals);
  }

  /** Milliseconds with three significant digits. */
  public static String millis(Number millis) {
    if (millis == null) {
      return NOTHING;
    }
    double value = millis.doubleValue();
    return figure(value, value < 10 ? 2 : value < 100 ? 1 : 0);
  }

  /**
   * A number of things in words, such as {@code 1 Set} or {@code 1,200 Sets}; a dash for no number.
   */
  public static String counted(Number number, String thing) {
    return number == null ? NOTHING + " " + thing + "s" : Text.counted(number.longValue(), thing);
  }

  /** Numbers of the Groups in one word, for instance {@code 1/2/3/4}. */
  public static String slashed(Collection<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining("/"));
  }

  /** How long something took, in seconds; a dash for what never came. */
  public static String after(Number millis) {
    return millis == null ? NOTHING : Text.seconds(millis.doubleValue() / 1e3, 1);
  }

  /** Without decimals where there are none. */
  public static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  /** A length in a drawing. */
  public static String pixels(double length) {
    return plain(Math.round(length * 10) / 10.0);
  }

  /** An amount of money with its currency. */
  public static String money(BigDecimal amount, String currency) {
    return amount == null ? NOTHING : Text.format("%,.2f %s", amount, currency);
  }

  /** An amount of money in a column that names the currency. */
  public static String money(BigDecimal amount) {
    return amount == null ? NOTHING : Text.format("%,.2f", amount);
  }

  /** Memory in the largest of GiB, MiB and KiB of which there is one. */
  public static String memory(Number bytes) {
    return bytes == null ? NOTHING : Bytes.text(bytes.doubleValue());
  }

  /** Bytes in a column of MiB. */
  public static String mib(Number bytes) {
    return bytes == null ? NOTHING : figure(bytes.doubleValue() / Bytes.MIB, 2);
  }

  /** Moment in UTC to the second. */
  public static String utc(Number millis) {
    return millis == null || millis.longValue() == 0
        ? NOTHING
        : UTC.format(Instant.ofEpochMilli(millis.longValue()));
  }

  /** Length of time, for instance {@code 60 s}, {@code 6 min 40 s} or {@code 2 h 00 min}. */
  public static String seconds(double seconds) {
    if (seconds < MINUTES_FROM) {
      return plain(Math.round(seconds * 10) / 10.0) + " s";
    }
    long whole = Math.round(seconds);
    if (whole < 7_200) {
      return whole / 60 + " min" + (whole % 60 == 0 ? "" : " " + whole % 60 + " s");
    }
    long minutes = Math.round(seconds / 60);
    return Text.format("%d h %02d min", minutes / 60, minutes % 60);
  }

  /** An estimated length of time: whole minutes where {@link #seconds} has minutes. */
  public static String roughSeconds(double seconds) {
    int step = seconds < MINUTES_FROM ? 1 : 60;
    return seconds(step * Math.rint(seconds / step));
  }

  /** CSS class of a judgment. */
  public static String css(Judgment judgment) {
    return switch (judgment) {
      case PASS -> "pass";
      case FAIL -> "fail";
      case NOT_JUDGED -> "none";
    };
  }

  /** A judgment in words, never by colour alone. */
  public static String words(Judgment judgment) {
    return switch (judgment) {
      case PASS -> "✓ pass";
      case FAIL -> "✗ fail";
      case NOT_JUDGED -> "not judged";
    };
  }

  /** A judgment as a single sign. */
  public static String sign(Judgment judgment) {
    return switch (judgment) {
      case PASS -> "✓";
      case FAIL -> "✗";
      case NOT_JUDGED -> "";
    };
  }

  /** CSS class of the colour of a Group. */
  public static String group(String group) {
    return "g" + group.toLowerCase(Locale.ROOT);
  }

  /** Severity of a rule, in words. */
  public static String severity(Severity severity) {
    return switch (severity) {
      case FATAL -> "rule";
      case WARNING -> "warning";
      case INFORMATION -> "information";
    };
  }
}
