package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.CheckRow;
import io.quartet.results.ChecksCsv;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.VmFacts.Program;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rules about what is installed and loaded: every table has its rows, and all VMs of a role are
 * alike.
 */
public final class InstallationRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal("cardinalities", "Every table has the rows that its Load Units ask for")
              .number(4)
              .reads(ChecksCsv.NAME)
              .how(
                  "checks I29 (23 tables, exact) and I27 (TRADE, exact) before the run, on every"
                      + " database. The other nine tables follow from TRADE by further checks of"
                      + " `consistency-before`. Not judged on databases that a run has used; restore them first"
                      + " (`run --restore`)")
              .judge(InstallationRules::new, InstallationRules::cardinalities),
          Scope.OFFICIAL
              .fatal("same-on-all-vms", "Same programs, schema and settings on all VMs of a role")
              .number(5)
              .reads(RunInfo.NAME, "settings/*.json", "schema/*.txt")
              .how(
                  "Tier A: versions, session settings and a hash of program and engine. Databases: every"
                      + " setting, and the version, except settings that locate a server. Sizes of memory and"
                      + " WAL may differ between Groups, but not within one. Schema: every table, column,"
                      + " constraint, index, trigger and function")
              .judge(InstallationRules::new, InstallationRules::sameness));

  /** The checks that count rows: of 23 tables, and of TRADE, from which the other nine follow. */
  private static final List<String> ROW_COUNTS = List.of("i29_row_counts", "i27_trade_count");

  /** Settings that go with the size of a VM and its data, which differ between Groups. */
  private static final Set<String> SIZES =
      Set.of(
          "autovacuum_work_mem",
          "effective_cache_size",
          "huge_pages_status",
          "maintenance_work_mem",
          "max_wal_size",
          "min_wal_size",
          "shared_buffers",
          "shared_memory_size",
          "shared_memory_size_in_huge_pages",
          "temp_buffers",
          "wal_buffers",
          "wal_keep_size",
          "work_mem");

  private final RunResults results;
  private final RunPlan plan;

  private InstallationRules(AuditedRun run) {
    this.results = run.results();
    this.plan = run.plan();
  }

  /** The row counts were compared with their formulas by the checks before the run. */
  private Judgment cardinalities() {
    List<CheckRow> rows =
        results.checks().stream()
            .filter(row -> row.moment().equals(CheckRow.BEFORE) && ROW_COUNTS.contains(row.check()))
            .toList();
    List<String> uncounted =
        plan.databases().stream()
            .filter(vm -> rows.stream().filter(row -> row.vm().equals(vm)).count() < 2)
            .toList();
    List<Finding> problems =
        rows.stream()
            .filter(row -> !row.hasPassed())
            .map(
                row ->
                    Finding.of(
                            Subject.VM,
                            row.vm(),
                            Text.format(
                                "%s %s: %s",
                                row.vm(), row.check(), Text.counted(row.rows(), "difference")))
                        .and(Subject.CHECK, row.check()))
            .toList();
    if (problems.isEmpty() && !uncounted.isEmpty()) {
      return Judgment.notJudged(
          "rows can be counted only after a fresh load, and were not counted on "
              + String.join(", ", uncounted)
              + ": restore the databases before the run (run --restore)");
    }
    return Judgment.of(
        Text.format("%,d of %,d counts right", rows.size() - problems.size(), rows.size()),
        "all",
        problems);
  }

  private Judgment sameness() {
    RunFiles files = new RunFiles(results.folder());
    Map<String, DatabaseSettings> settings = new HashMap<>();
    for (String vm : plan.databases()) {
      Optional<DatabaseSettings> found = DatabaseSettings.read(results.folder(), vm);
      if (found.isEmpty() || files.schema(vm).orRefuse().orElse(List.of()).isEmpty()) {
        return Judgment.notJudged("settings/ or schema/ has no file of " + vm);
      }
      settings.put(vm, found.get());
    }
    Map<VmSet, Program> tierAs = tierAs();
    if (tierAs.size() < plan.sets().size()) {
      return Judgment.notJudged("run.json does not list the programs of every Tier A");
    }
    List<Finding> problems = new ArrayList<>(tierADifferences(tierAs));
    for (VmRole role : plan.databaseRoles()) {
      problems.addAll(settingDifferences(role, settings));
      problems.addAll(schemaDifferences(role));
    }
    return Judgment.of(Text.counted(problems.size(), "difference"), "0", problems);
  }

  /** By Set, those that said what they run. */
  private Map<VmSet, Program> tierAs() {
    Map<VmSet, Program> found = new HashMap<>();
    for (VmSet set : plan.sets()) {
      for (VmFacts vm : results.info().vms()) {
        boolean isIt = vm.vm().equals(set.vmName(VmRole.TIER_A));
        if (isIt && vm.program().byKey().values().stream().noneMatch(String::isEmpty)) {
          found.put(set, vm.program());
        }
      }
    }
    return found;
  }

  private List<Finding> tierADifferences(Map<VmSet, Program> tierAs) {
    VmSet model = plan.sets().get(0);
    Map<String, String> wanted = tierAs.get(model).byKey();
    List<Finding> differences = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      Map<String, String> found = tierAs.get(set).byKey();
      for (String what : found.keySet()) {
        if (!found.get(what).equals(wanted.get(what))) {
          String modelVm = model.vmName(VmRole.TIER_A);
          differences.add(
              difference(what, modelVm, wanted.get(what), set, VmRole.TIER_A, found.get(what)));
        }
      }
    }
    return differences;
  }

  /** Sizes are compared with the first Set of the Group, all else with the first of the run. */
  private List<Finding> settingDifferences(VmRole role, Map<String, DatabaseSettings> settings) {
    List<Finding> differences = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      DatabaseSettings found = settings.get(set.vmName(role));
      for (String name : namesIn(settings.values())) {
        String model = (SIZES.contains(name) ? firstOfGroup(set) : plan.sets().get(0)).vmName(role);
        String wanted = settings.get(model).get(name);
        if (!DatabaseSettings.PLACES.contains(name) && !found.get(name).equals(wanted)) {
          differences.add(difference(name, model, wanted, set, role, found.get(name)));
        }
      }
    }
    return differences;
  }

  private static Set<String> namesIn(Iterable<DatabaseSettings> all) {
    Set<String> names = new LinkedHashSet<>();
    all.forEach(settings -> names.addAll(settings.values().keySet()));
    return names;
  }

  private VmSet firstOfGroup(VmSet set) {
    return plan.sets().stream()
        .filter(other -> other.group() == set.group())
        .findFirst()
        .orElseThrow();
  }

  private List<Finding> schemaDifferences(VmRole role) {
    RunFiles files = new RunFiles(results.folder());
    Map<String, InstalledSchema> schemas = new LinkedHashMap<>();
    for (VmSet set : plan.sets()) {
      String vm = set.vmName(role);
      schemas.put(vm, InstalledSchema.of(files.schema(vm).orRefuse().orElse(List.of())));
    }
    String model = InstalledSchema.model(schemas);
    return schemas.keySet().stream()
        .flatMap(
            vm ->
                files.schemaDifferences(model, vm).stream()
                    .map(difference -> Finding.of(Subject.VM, vm, difference)))
        .toList();
  }

  private static Finding difference(
      String what, String model, String wanted, VmSet set, VmRole role, String found) {
    String vm = set.vmName(role);
    return Finding.of(
            Subject.VM,
            vm,
            what + " is '" + found + "' on " + vm + ", '" + wanted + "' on " + model)
        .and(Subject.SETTING, what);
  }
}
