package io.quartet.report.compare;

import io.quartet.config.PlanDocument;
import io.quartet.report.compare.Comparison.Difference;
import io.quartet.report.internal.run.EffectiveSettings;
import io.quartet.report.internal.run.FactTable;
import io.quartet.report.section.Fact;
import io.quartet.results.RunInfo;
import io.quartet.results.system.DatabaseSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds in what the configurations of several runs differ. */
final class ConfigurationDifferences {

  /** Facts of the driver's machine that its collectors record too. */
  private static final Set<String> ALSO_COLLECTED =
      Set.of("cores", "cpuModel", "kernel", "memoryBytes", "system");

  /** Databases of another index profile or version differ in many parts. */
  private static final int MOST_PARTS = 20;

  private final List<ComparedRun> runs;
  private final List<Difference> differences = new ArrayList<>();

  /** Names of settings that the version of a database lacks. */
  private final Set<String> ofOtherVersions = new HashSet<>();

  private ConfigurationDifferences(List<ComparedRun> runs) {
    this.runs = runs;
  }

  /**
   * The differences: plan, what became of the caches, PostgreSQL settings, schema, versions,
   * driver's host, machines, provider.
   */
  static List<Difference> of(List<ComparedRun> runs) {
    ConfigurationDifferences found = new ConfigurationDifferences(runs);
    found.add("plan", run -> plan(run.info()));
    found.add("caches", ComparedRun::caches);
    found.addSettings();
    found.addSchema();
    found.add("versions", run -> versions(run.info()));
    found.add("host", run -> found.host(run.info()));
    found.addMachines();
    found.add("provider", run -> provider(run.info()));
    return found.differences;
  }

  /** Without what is of no effect on a run: what is disclosed of the system, and prices. */
  private static List<Fact> plan(RunInfo info) {
    return FactTable.of(PlanDocument.toJson(info.plan())).stream()
        .filter(fact -> !fact.name().matches("(disclosure|pricing)\\..*"))
        .toList();
  }

  private static List<Fact> versions(RunInfo info) {
    List<Fact> versions = new ArrayList<>();
    new TreeMap<>(info.versions()).forEach((name, value) -> versions.add(new Fact(name, value)));
    versions.add(new Fact("kit commit", info.commit()));
    return versions;
  }

  /** Without what is of no effect on a run: who removes the databases after it. */
  private static List<Fact> provider(RunInfo info) {
    return FactTable.of(info.provider()).stream()
        .filter(fact -> !fact.name().equals("ownership"))
        .toList();
  }

  private List<Fact> host(RunInfo info) {
    boolean isCollected =
        runs.stream().allMatch(run -> run.machineFacts().containsKey(VmValues.DRIVER));
    return FactTable.of(info.host()).stream()
        .filter(fact -> !isCollected || !ALSO_COLLECTED.contains(fact.name()))
        .toList();
  }

  private void add(String area, Function<ComparedRun, List<Fact>> facts) {
    List<Map<String, String>> valuesOfRuns = new ArrayList<>();
    for (ComparedRun run : runs) {
      Map<String, String> values = new LinkedHashMap<>();
      facts.apply(run).forEach(fact -> values.put(fact.name(), fact.value()));
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

  /** The text for a VM without a value that it has in another run; null if nothing is known. */
  private interface Absent {
    String of(int run, String vm, String name);
  }

  /** By name, those of one version last: of two versions they are many. */
  private void addSettings() {
    List<Map<String, Map<String, String>>> valuesOfRuns = new ArrayList<>();
    for (ComparedRun run : runs) {
      Map<String, Map<String, String>> values = new LinkedHashMap<>();
      run.settings().forEach((vm, settings) -> values.put(vm, settings.values()));
      valuesOfRuns.add(values);
    }
    int first = differences.size();
    addByVm("PostgreSQL", valuesOfRuns, this::absentSetting);
    differences
        .subList(first, differences.size())
        .sort(
            Comparator.<Difference, Boolean>comparing(
                    setting -> ofOtherVersions.contains(setting.name()))
                .thenComparing(Difference::name));
  }

  private String absentSetting(int run, String vm, String name) {
    EffectiveSettings settings = runs.get(run).settings().get(vm);
    // Older runs have no facts of their build.
    if (!settings.isWhole() || name.startsWith("build.")) {
      return null;
    }
    boolean isOneVersion =
        runs.stream()
            .map(other -> other.settings().get(vm))
            .filter(other -> other != null && other.values().containsKey(name))
            .map(other -> other.values().get(DatabaseSettings.VERSION))
            .allMatch(
                version ->
                    Objects.equals(version, settings.values().get(DatabaseSettings.VERSION)));
    // Those of a library, which may not be loaded, have a full stop in their names.
    if (isOneVersion || name.contains(".")) {
      return "no such setting";
    }
    ofOtherVersions.add(name);
    return "not in this version";
  }

  private void addSchema() {
    int first = differences.size();
    addByVm(
        "schema",
        runs.stream().map(ComparedRun::databaseParts).toList(),
        (run, vm, name) -> runs.get(run).databaseParts().containsKey(vm) ? "not there" : null);
    List<Difference> parts = differences.subList(first, differences.size());
    int left = parts.size() - MOST_PARTS;
    if (left > 0) {
      parts.subList(MOST_PARTS, parts.size()).clear();
      parts.add(new Difference("schema", left + " more", Collections.nCopies(runs.size(), null)));
    }
  }

  private void addMachines() {
    List<Map<String, Map<String, String>>> facts =
        runs.stream().map(ComparedRun::machineFacts).toList();
    int first = differences.size();
    addByVm("machine", facts, this::absentFact);
    differences
        .subList(first, differences.size())
        .removeIf(difference -> difference.name().equals(MachineFacts.VERSION));
  }

  /** A run whose kit did not collect a fact yet is not compared by it. */
  private String absentFact(int run, String vm, String name) {
    boolean isOlder =
        runs.stream()
            .filter(other -> facts(other, vm).containsKey(name))
            .anyMatch(
                other ->
                    !Objects.equals(
                        facts(other, vm).get(MachineFacts.VERSION),
                        facts(runs.get(run), vm).get(MachineFacts.VERSION)));
    if (isOlder || name.startsWith(MachineFacts.MOUNTS + ".")) {
      return null;
    }
    return name.startsWith("index.") || name.startsWith("wal.") ? "as data" : "not told";
  }

  private static Map<String, String> facts(ComparedRun run, String vm) {
    return run.machineFacts().getOrDefault(vm, Map.of());
  }

  /** Compares VM by VM; a VM that only one run has is compared with none. */
  private void addByVm(
      String area, List<Map<String, Map<String, String>>> valuesOfRuns, Absent absent) {
    valuesOfRuns.stream()
        .flatMap(run -> run.values().stream())
        .flatMap(values -> values.keySet().stream())
        .distinct()
        .forEach(name -> addByVm(area, name, valuesOfRuns, absent));
  }

  private void addByVm(
      String area,
      String name,
      List<Map<String, Map<String, String>>> valuesOfRuns,
      Absent absent) {
    List<VmValues> values = new ArrayList<>();
    for (int run = 0; run < valuesOfRuns.size(); run++) {
      Map<String, String> byVm = new LinkedHashMap<>();
      for (Map.Entry<String, Map<String, String>> vm : valuesOfRuns.get(run).entrySet()) {
        String value = vm.getValue().get(name);
        if (value == null && isOnVm(vm.getKey(), name, valuesOfRuns)) {
          value = absent.of(run, vm.getKey(), name);
        }
        if (value != null) {
          byVm.put(vm.getKey(), value);
        }
      }
      values.add(new VmValues(byVm));
    }
    if (values.stream().anyMatch(one -> values.stream().anyMatch(one::differsFrom))) {
      differences.add(
          new Difference(
              area,
              name,
              // A list that may hold null.
              values.stream().map(VmValues::describe).collect(Collectors.toList())));
    }
  }

  private static boolean isOnVm(
      String vm, String name, List<Map<String, Map<String, String>>> valuesOfRuns) {
    return valuesOfRuns.stream().anyMatch(run -> run.getOrDefault(vm, Map.of()).containsKey(name));
  }
}
