package io.quartet.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.QuartetException;
import io.quartet.report.compare.Comparison.Difference;
import io.quartet.report.internal.tables.FactTable;
import io.quartet.report.internal.tables.SettingsTable;
import io.quartet.report.section.Fact;
import io.quartet.report.section.SystemUnderTest.Setting;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds in what the configurations of several runs differ. */
final class ConfigurationDifferences {

  private final List<ComparedRun> runs;
  private final List<Difference> differences = new ArrayList<>();

  private ConfigurationDifferences(List<ComparedRun> runs) {
    this.runs = runs;
  }

  /**
   * The differences: plan, PostgreSQL settings, versions, host, provider.
   *
   * @throws QuartetException RESULTS_UNREADABLE if a file of settings is damaged
   */
  static List<Difference> of(List<ComparedRun> runs) {
    ConfigurationDifferences found = new ConfigurationDifferences(runs);
    found.add("plan", info -> FactTable.of(PlanDocument.toJson(info.plan())));
    found.addSettings();
    found.add("versions", ConfigurationDifferences::versions);
    found.add("host", info -> FactTable.of(info.host()));
    found.add("provider", info -> FactTable.of(info.provider()));
    return found.differences;
  }

  private static List<Fact> versions(RunInfo info) {
    List<Fact> versions = new ArrayList<>();
    new TreeMap<>(info.versions()).forEach((name, value) -> versions.add(new Fact(name, value)));
    versions.add(new Fact("kit commit", info.commit()));
    return versions;
  }

  private void add(String area, Function<RunInfo, List<Fact>> facts) {
    List<Map<String, String>> valuesOfRuns = new ArrayList<>();
    for (ComparedRun run : runs) {
      Map<String, String> values = new LinkedHashMap<>();
      facts.apply(run.info()).forEach(fact -> values.put(fact.name(), fact.value()));
      valuesOfRuns.add(values);
    }
    valuesOfRuns.stream()
        .flatMap(values -> values.keySet().stream())
        .distinct()
        .forEach(
            name ->
                addIfDifferent(
                    area, name, valuesOfRuns.stream().map(values -> values.get(name)).toList()));
  }

  private void addIfDifferent(String area, String name, List<String> values) {
    if (values.stream().distinct().count() > 1) {
      differences.add(new Difference(area, name, values));
    }
  }

  /** A setting that a run does not list has its default there. */
  private void addSettings() {
    List<Map<String, Setting>> settingsOfRuns = new ArrayList<>();
    Map<String, String> defaults = new TreeMap<>();
    for (ComparedRun run : runs) {
      Map<String, Setting> settings = new HashMap<>();
      for (Setting setting : SettingsTable.of(settings(run.folder()))) {
        settings.put(setting.name(), setting);
        defaults.putIfAbsent(setting.name(), setting.defaultValue());
      }
      settingsOfRuns.add(settings);
    }
    defaults.forEach(
        (name, defaultValue) ->
            addIfDifferent(
                "PostgreSQL",
                name,
                settingsOfRuns.stream()
                    .map(settings -> describe(settings.get(name), defaultValue))
                    .toList()));
  }

  private static String describe(Setting setting, String defaultValue) {
    if (setting == null) {
      return defaultValue + " (default)";
    }
    return setting.values().entrySet().stream()
        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  private static Map<String, JsonNode> settings(ResultsFolder folder) {
    Map<String, JsonNode> settings = new TreeMap<>();
    new RunFiles(folder)
        .settings()
        .orRefuse()
        .orElse(Map.of())
        .forEach((vm, content) -> content.orRefuse().ifPresent(found -> settings.put(vm, found)));
    return settings;
  }
}
