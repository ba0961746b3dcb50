package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Experiment.VariedKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Wording of keys and values of a benchmark file in sentences. */
public final class KeyWords {

  private static final int MOST_PLAIN = 24;
  private static final int MOST_CHARACTERS = 40;
  private static final Pattern AMOUNT =
      Pattern.compile("([+-]?[0-9]+(?:\\.[0-9]+)?)\\s*(%|[kKMGT]?i?B|us|ms|s|min|m|h|d)?");
  private static final Pattern CONTAINER = Pattern.compile("(?s)\\[.*\\]|\\{.*\\}");
  private static final Pattern COUNT = Pattern.compile("[0-9]+");
  private static final Pattern POSTGRES =
      Pattern.compile("(?:.*[/-])?(?:pgsql-|postgresql-|pg)?([0-9]{2})(?:\\.[0-9]+)?(?:/bin)?/?");

  /** Kind of amount and factor to its base unit, by unit. */
  private static final Map<String, Unit> UNITS =
      Map.ofEntries(
          Map.entry("", new Unit("", 1)),
          Map.entry("%", new Unit("%", 1)),
          Map.entry("b", new Unit("bytes", 1)),
          Map.entry("kb", new Unit("bytes", 1 << 10)),
          Map.entry("mb", new Unit("bytes", 1 << 20)),
          Map.entry("gb", new Unit("bytes", 1 << 30)),
          Map.entry("tb", new Unit("bytes", 1L << 40)),
          Map.entry("us", new Unit("seconds", 1e-6)),
          Map.entry("ms", new Unit("seconds", 1e-3)),
          Map.entry("s", new Unit("seconds", 1)),
          Map.entry("min", new Unit("seconds", 60)),
          Map.entry("m", new Unit("seconds", 60)),
          Map.entry("h", new Unit("seconds", 3_600)),
          Map.entry("d", new Unit("seconds", 86_400)));

  private KeyWords() {}

  private record Unit(String kind, double factor) {}

  private record Amount(String kind, double value) {}

  /**
   * Something that a sentence is about.
   *
   * @param isPlural decides the form of the verb
   */
  record Subject(String text, boolean isPlural) {

    String verb(String singular, String plural) {
      return isPlural ? plural : singular;
    }
  }

  /** True if every value is an amount, all of them of one kind. A version is none. */
  static boolean isNumeric(VariedKey key) {
    if (isPostgresFolder(key) || isPlace(key)) {
      return false;
    }
    List<Amount> amounts = key.values().stream().map(KeyWords::parse).toList();
    return amounts.stream().allMatch(Objects::nonNull)
        && amounts.stream().map(Amount::kind).distinct().count() == 1;
  }

  /** The number of a value, in the base unit of its kind; empty if it is none. */
  static OptionalDouble amount(String value) {
    Amount amount = parse(value);
    return amount == null ? OptionalDouble.empty() : OptionalDouble.of(amount.value());
  }

  private static Amount parse(String value) {
    Matcher matcher = AMOUNT.matcher(value.strip());
    if (!matcher.matches()) {
      return null;
    }
    String written = matcher.group(2) == null ? "" : matcher.group(2).toLowerCase(Locale.ROOT);
    Unit unit = UNITS.get(written.replace("ib", "b"));
    return unit == null
        ? null
        : new Amount(unit.kind(), Double.parseDouble(matcher.group(1)) * unit.factor());
  }

  /** A value by itself, for instance {@code 25 %}, {@code 16} or {@code PostgreSQL 15}. */
  public static String value(VariedKey key, String value) {
    if (key.names().containsKey(value)) {
      return key.names().get(value);
    }
    Matcher postgres = POSTGRES.matcher(value);
    if (isPostgresFolder(key) && postgres.matches()) {
      return "PostgreSQL " + postgres.group(1);
    }
    return value.isEmpty() ? "''" : shortened(key, value).replaceFirst("(?<=[0-9])\\s*%$", " %");
  }

  /** Without the folders that all values of the key begin with, and not longer than a label. */
  private static String shortened(VariedKey key, String value) {
    int common = value.length() > MOST_PLAIN ? value.lastIndexOf('/') : -1;
    while (common > 0 && !isCommon(key, value.substring(0, common + 1))) {
      common = value.lastIndexOf('/', common - 1);
    }
    String rest = common > 0 ? "…" + value.substring(common) : value;
    return rest.length() <= MOST_CHARACTERS
        ? rest
        : "…" + rest.substring(rest.length() - MOST_CHARACTERS);
  }

  /** True for lists and maps, and for what is shown only in part. */
  static boolean isLong(VariedKey key, String value) {
    return CONTAINER.matcher(value).matches() || value(key, value).length() > MOST_CHARACTERS;
  }

  private static boolean isCommon(VariedKey key, String beginning) {
    return key.values().stream().allMatch(value -> value.startsWith(beginning));
  }

  /** Describes in words what the key counts or sets. */
  public static String label(VariedKey key) {
    return isPostgresSetting(key)
        ? key.label()
        : key.label().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  private static boolean isPostgresFolder(VariedKey key) {
    return key.key().startsWith("provider.postgres");
  }

  /** Numbers of processors and nodes are names: none is more than another. */
  private static boolean isPlace(VariedKey key) {
    return key.key().endsWith("cpuset") || key.key().endsWith("numaNode");
  }

  private static boolean isPostgresSetting(VariedKey key) {
    return key.key().contains("settings.");
  }

  /** A value with its key, for instance {@code shared_buffers 25 %} or {@code 16 users}. */
  static Subject named(VariedKey key, String value) {
    String text = value(key, value);
    if (text.startsWith("PostgreSQL ") || key.key().endsWith(".access")) {
      return new Subject(text, false);
    }
    return isCount(key, value)
        ? new Subject(text + " " + unit(key, text), !text.equals("1"))
        : new Subject(label(key) + " " + text, false);
  }

  /** The same after a sentence has named the key. */
  static Subject again(VariedKey key, String value) {
    return isCount(key, value) ? named(key, value) : new Subject(value(key, value), false);
  }

  private static boolean isCount(VariedKey key, String value) {
    return !isPostgresSetting(key) && key.label().endsWith("s") && COUNT.matcher(value).matches();
  }

  private static String unit(VariedKey key, String count) {
    String label = label(key);
    return count.equals("1") ? label.substring(0, label.length() - 1) : label;
  }

  /** The values of a cell, for instance {@code 16 users, shared_buffers 25 %}. */
  public static String cell(List<VariedKey> varied, Map<String, String> values) {
    return String.join(
        ", ", varied.stream().map(key -> named(key, values.get(key.key())).text()).toList());
  }
}
