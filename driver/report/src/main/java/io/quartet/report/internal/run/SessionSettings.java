package io.quartet.report.internal.run;

import io.quartet.report.section.SystemUnderTest.Setting;
import io.quartet.results.RunDocument;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.VmFacts.Program;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * PostgreSQL settings that the sessions of the Tier As make themselves. Source:
 * docs/spec/transactions.md, "Isolation and retries".
 */
final class SessionSettings {

  /** Their name among the versions of a run; some older runs have them there only. */
  static final String VERSION = "engineSessions";

  /** A value may have spaces, each behind a backslash. */
  private static final Pattern OPTION = Pattern.compile("-c\\s+([\\w.]+)=((?:\\\\.|[^\\\\\\s])*)");

  private static final Pattern ESCAPED = Pattern.compile("\\\\(.)");

  private static final Map<String, String> REASONS =
      Map.of(
          "enable_seqscan",
          "no scan of a whole table where an index can serve: its predicate lock would collide"
              + " with every write",
          "random_page_cost",
          "an index is preferred to a scan, however small the table",
          "plan_cache_mode",
          "one plan for each statement, whatever its parameters",
          "jit",
          "the statements are too short to gain from compiling",
          "default_transaction_isolation",
          "the level of transactions that ask for no other");

  private static final String ALL = "all Tier As";
  static final String OF_THE_KIT = "as in every session of the kit";

  private SessionSettings() {}

  /** By name; the reason for each stands where other settings have their default. */
  static List<Setting> of(RunDocument run) {
    Map<String, Map<String, String>> values = new TreeMap<>();
    options(run).forEach((options, tierAs) -> add(options, tierAs, values));
    return values.entrySet().stream()
        .map(
            each ->
                new Setting(
                    each.getKey(),
                    REASONS.getOrDefault(each.getKey(), OF_THE_KIT),
                    each.getValue()))
        .toList();
  }

  private static void add(
      String options, String tierAs, Map<String, Map<String, String>> valuesByName) {
    Matcher option = OPTION.matcher(options);
    while (option.find()) {
      String value = ESCAPED.matcher(option.group(2)).replaceAll("$1");
      valuesByName
          .computeIfAbsent(option.group(1), name -> new TreeMap<>())
          .merge(value, tierAs, (some, others) -> some + ", " + others);
    }
  }

  /** Options of the sessions to the Tier As that have them. */
  private static Map<String, String> options(RunDocument run) {
    Map<String, String> tierAs =
        run.vms().stream()
            .filter(vm -> !vm.program().equals(Program.NONE))
            .collect(
                Collectors.groupingBy(
                    vm -> vm.program().sessionSettings(),
                    TreeMap::new,
                    Collectors.mapping(VmFacts::vm, Collectors.joining(", "))));
    if (tierAs.size() > 1) {
      return tierAs;
    }
    return Stream.concat(tierAs.keySet().stream(), Stream.ofNullable(run.versions().get(VERSION)))
        .findFirst()
        .map(options -> Map.of(options, ALL))
        .orElse(Map.of());
  }
}
