package io.quartet.config;

import static java.util.Map.entry;

import io.quartet.model.plan.EventAction.DiskRate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations, sizes and rates with units, as the schema spells them. */
public final class Units {

  private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h)");
  private static final Pattern SIZE = Pattern.compile("([0-9]+)(kB|MB|GB)");
  private static final Pattern RATE = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) (e?tps)");

  /** Trades per second, the unit of a brokerage. */
  public static final String ETPS = "etps";

  /** Transactions per second, the unit of a tool. */
  public static final String TPS = "tps";

  private static final String PER_SECOND = "/s";

  private Units() {}

  /**
   * Reads a length of time.
   *
   * @param text for instance {@code 1.5s}: a number and {@code ms}, {@code s}, {@code m} or {@code
   *     h}
   * @throws IllegalArgumentException if it is none
   * @throws ArithmeticException if it does not fit 64 bits of nanoseconds
   */
  public static Duration duration(String text) {
    Matcher match = matched(DURATION, text);
    long unitNanos =
        switch (match.group(2)) {
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          default -> 3_600_000_000_000L;
        };
    return Duration.ofNanos(
        new BigDecimal(match.group(1))
            .multiply(BigDecimal.valueOf(unitNanos))
            .setScale(0, RoundingMode.HALF_UP)
            .longValueExact());
  }

  /** Exact text in seconds. */
  public static String text(Duration duration) {
    BigDecimal seconds = BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros();
    return seconds.toPlainString() + "s";
  }

  /**
   * @param text for instance {@code 512MB}; 1 kB is 1,024 bytes, as PostgreSQL counts
   * @throws ArithmeticException if it does not fit 64 bits
   */
  public static long bytes(String text) {
    Matcher match = matched(SIZE, text);
    long unit =
        switch (match.group(2)) {
          case "kB" -> 1L << 10;
          case "MB" -> 1L << 20;
          default -> 1L << 30;
        };
    return Math.multiplyExact(new BigDecimal(match.group(1)).longValueExact(), unit);
  }

  /** Whole kB; sizes from a file are never finer. */
  public static String text(long bytes) {
    return (bytes >> 10) + "kB";
  }

  /**
   * @param text for instance {@code 20 MB/s} or {@code 500 IOPS}; must match the schema
   */
  public static DiskRate diskRate(String text) {
    String[] parts = text.split(" ", 2);
    boolean areBytes = parts[1].endsWith(PER_SECOND);
    return new DiskRate(
        areBytes ? bytes(parts[0] + parts[1].replace(PER_SECOND, "")) : Long.parseLong(parts[0]),
        areBytes);
  }

  /** In the largest unit that gives a whole number. */
  public static String text(DiskRate rate) {
    if (!rate.areBytes()) {
      return rate.perSecond() + " IOPS";
    }
    for (Map.Entry<String, Integer> unit : List.of(entry("GB", 30), entry("MB", 20))) {
      if (rate.perSecond() % (1L << unit.getValue()) == 0) {
        return (rate.perSecond() >> unit.getValue()) + " " + unit.getKey() + PER_SECOND;
      }
    }
    return (rate.perSecond() >> 10) + " kB" + PER_SECOND;
  }

  /**
   * The number of a rate.
   *
   * @param text for instance {@code 40 etps}; must match the schema
   */
  public static double rate(String text) {
    return Double.parseDouble(matched(RATE, text).group(1));
  }

  /**
   * The unit of a rate.
   *
   * @param text as of {@link #rate}
   */
  public static String unit(String text) {
    return matched(RATE, text).group(2);
  }

  /** A rate with its unit. */
  public static String rateText(double rate, String unit) {
    return BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString() + " " + unit;
  }

  /** The same number without exponent and trailing zeros. */
  public static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher match = pattern.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException("'" + text + "' does not match " + pattern);
    }
    return match;
  }
}
