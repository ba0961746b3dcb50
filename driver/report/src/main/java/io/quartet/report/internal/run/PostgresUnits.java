package io.quartet.report.internal.run;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of {@code pg_settings} in the units an operator would write: 16384 x 8kB is 128MB. */
final class PostgresUnits {

  private static final Map<String, Long> BYTES =
      Map.of("B", 1L, "kB", 1L << 10, "MB", 1L << 20, "GB", 1L << 30);
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L);

  /** Blocks of tables and of the log have the size that the server was built with. */
  private static final Pattern BLOCKS = Pattern.compile("([1-9][0-9]{0,3})?(B|kB|MB|GB)");

  private static final String[] BYTE_UNITS = {"GB", "MB", "kB"};
  private static final String[] TIME_UNITS = {"h", "min", "s"};

  private PostgresUnits() {}

  static String readable(String value, String unit) {
    long number;
    try {
      number = Long.parseLong(value);
    } catch (NumberFormatException e) {
      return value + " " + unit;
    }
    if (number <= 0) {
      return value;
    }
    Matcher blocks = BLOCKS.matcher(unit);
    if (blocks.matches()) {
      long size = blocks.group(1) == null ? 1 : Long.parseLong(blocks.group(1));
      return scaled(number * size * BYTES.get(blocks.group(2)), BYTES, BYTE_UNITS, "B");
    }
    if (MILLIS.containsKey(unit)) {
      return scaled(number * MILLIS.get(unit), MILLIS, TIME_UNITS, "ms");
    }
    return value + " " + unit;
  }

  private static String scaled(
      long amount, Map<String, Long> sizes, String[] units, String smallest) {
    for (String unit : units) {
      if (amount % sizes.get(unit) == 0) {
        return amount / sizes.get(unit) + unit;
      }
    }
    return amount + smallest;
  }
}
