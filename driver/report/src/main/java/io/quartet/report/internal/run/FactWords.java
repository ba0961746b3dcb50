package io.quartet.report.internal.run;

import io.quartet.model.size.Bytes;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Fact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Recorded facts as people read them: words for the keys of the file, sizes with their unit, and
 * one row for each disk and mount.
 */
final class FactWords {

  /** Keys that describe the recorded file and say nothing about the machine. */
  private static final Set<String> OF_THE_FILE = Set.of("schemaVersion");

  /** Settings of the kernel and limits have names that people know. */
  private static final Pattern KNOWN_BY_NAME = Pattern.compile("(?:settings|limits)\\.(.+)");

  private static final Pattern LIMIT_OF_BYTES = Pattern.compile("limits\\..+ (?:memory|size)");

  private static final Pattern ITEM = Pattern.compile("(\\w+?)s\\.(\\d+)\\.(\\w+)");
  private static final Pattern UNIT = Pattern.compile("(?<=[a-z])(Bytes|Mib|Kib)\\b|\\bbytes$");
  private static final Map<String, Long> BYTES =
      Map.of("Bytes", 1L, "bytes", 1L, "Kib", Bytes.KIB, "Mib", Bytes.MIB);
  private static final Pattern NEXT_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
  private static final Pattern DOT = Pattern.compile("\\.");
  private static final Pattern DIGITS = Pattern.compile("\\d+");
  private static final Pattern DECIMAL = Pattern.compile("\\d{1,9}\\.\\d+");
  private static final int LONGEST = 18;
  private static final Map<String, String> NAMES =
      Map.of(
          "utcMillis", "read at",
          "tierA", "Tier A",
          "provider.ownership", "provider, databases are removed by",
          "provider.postgres.isEmbedded", "provider, PostgreSQL from Maven",
          "processors.numaNodes", "processors, NUMA nodes online");
  private static final Map<String, String> ACRONYMS =
      Map.of(
          "cpu", "CPU", "numa", "NUMA", "smt", "SMT", "mhz", "MHz", "mtu", "MTU", "dss", "DSS",
          "oltp", "OLTP");

  private static final Map<String, String> PLAIN_WORDS =
      Map.of(
          "true", "yes",
          "false", "no",
          "notsupported", "not supported",
          "owned", "the command that made them",
          "surviving", "quartet down");

  /** What a kernel measures to more digits than anyone reads. */
  private static final Pattern CLOCK = Pattern.compile("(?i).*mhz");

  private static final String CONTROL_GROUP = "controlGroup.";

  /** Where a number that no machine reaches means that there is no limit. */
  private static final Pattern LIMITED = Pattern.compile("controlGroup\\.|settings\\.kernel\\.shm");

  /** Bytes that the processes of the kit may use on a machine, or a text without digits. */
  private static final String MEMORY_LIMIT = CONTROL_GROUP + "memory";

  private static final String MEMORY_TOTAL = "memory.totalKib";

  /** Limits of a control group from here on are none: the kernel writes the most that fits. */
  private static final double NO_LIMIT = 0x1p62;

  private FactWords() {}

  /** The same facts in the same order; those of disks and mounts follow, one fact for each. */
  static List<Fact> of(List<Fact> recorded) {
    List<Fact> facts = new ArrayList<>();
    Map<String, List<String>> items = new LinkedHashMap<>();
    for (Fact fact : recorded) {
      Matcher item = ITEM.matcher(fact.name());
      if (item.matches()) {
        String key = item.group(1) + "." + item.group(2);
        List<String> parts =
            items.computeIfAbsent(key, none -> new ArrayList<>(List.of(item.group(1))));
        parts.add(part(item.group(3), fact, parts.size() == 1));
      } else if (!OF_THE_FILE.contains(fact.name())) {
        facts.add(new Fact(words(fact.name()), value(fact)));
      }
    }
    for (List<String> parts : items.values()) {
      String name = parts.get(0) + " " + parts.get(1);
      facts.add(new Fact(name, String.join(", ", parts.subList(2, parts.size()))));
    }
    // A file system that is mounted twice at one place is told once.
    return facts.stream().distinct().toList();
  }

  /** The first part of a disk or mount is its name. */
  private static String part(String key, Fact fact, boolean isName) {
    boolean saysItself = isName || UNIT.matcher(key).matches();
    return saysItself ? value(fact) : words(key) + " " + value(fact);
  }

  private static String words(String key) {
    Matcher known = KNOWN_BY_NAME.matcher(key);
    if (known.matches()) {
      return known.group(1);
    }
    if (NAMES.containsKey(key)) {
      return NAMES.get(key);
    }
    return DOT.splitAsStream(UNIT.matcher(key).replaceFirst(""))
        .map(FactWords::phrase)
        .collect(Collectors.joining(", "));
  }

  private static String phrase(String camelCase) {
    return NEXT_WORD
        .splitAsStream(camelCase)
        .map(word -> word.toLowerCase(Locale.ROOT))
        .map(word -> ACRONYMS.getOrDefault(word, word))
        .collect(Collectors.joining(" "));
  }

  private static String value(Fact fact) {
    String text = fact.value();
    if (LIMITED.matcher(fact.name()).lookingAt() && isNoLimit(text)) {
      return "no limit";
    }
    if (fact.name().endsWith(".rotational")) {
      return text.equals("0") ? "no" : "yes";
    }
    if (isAsRecorded(fact)) {
      return text;
    }
    if (PLAIN_WORDS.containsKey(text)) {
      return PLAIN_WORDS.get(text);
    }
    if (CLOCK.matcher(fact.name()).matches() && DECIMAL.matcher(text).matches()) {
      return Format.figure(Double.parseDouble(text), 0);
    }
    if (!DIGITS.matcher(text).matches() || text.length() > LONGEST) {
      return text;
    }
    if (fact.name().equals("utcMillis")) {
      return Format.utc(Long.parseLong(text));
    }
    if (fact.name().equals(MEMORY_LIMIT) || LIMIT_OF_BYTES.matcher(fact.name()).matches()) {
      return Format.memory(Long.parseLong(text));
    }
    Matcher unit = UNIT.matcher(fact.name());
    return unit.find()
        ? Format.memory(Double.parseDouble(text) * BYTES.get(unit.group()))
        : Format.count(Long.parseLong(text));
  }

  /** Bytes of memory that a machine has, from its facts by name. */
  static OptionalDouble memoryTotal(Map<String, String> facts) {
    return number(facts, MEMORY_TOTAL, Bytes.KIB);
  }

  /** Bytes of memory that the processes of the kit may use, if that is less than all of it. */
  static OptionalDouble memoryLimit(Map<String, String> facts) {
    OptionalDouble limit = number(facts, MEMORY_LIMIT, 1);
    double total = memoryTotal(facts).orElse(0);
    return limit.orElse(total) < total ? limit : OptionalDouble.empty();
  }

  private static OptionalDouble number(Map<String, String> facts, String name, long unit) {
    String text = facts.getOrDefault(name, "");
    return DIGITS.matcher(text).matches()
        ? OptionalDouble.of(Double.parseDouble(text) * unit)
        : OptionalDouble.empty();
  }

  /** Settings stand as the kernel writes them, and a name may be all digits. */
  private static boolean isAsRecorded(Fact fact) {
    return fact.name().startsWith("settings.") || fact.name().endsWith(".model");
  }

  private static boolean isNoLimit(String text) {
    return text.equals("-1")
        || text.startsWith("max")
        || DIGITS.matcher(text).matches() && Double.parseDouble(text) >= NO_LIMIT;
  }
}
