package io.quartet.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.CheckRow;
import io.quartet.results.RunResults;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.system.DatabaseSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rules about what is installed and loaded: every table has its rows, and all VMs of a role are
 * alike. Rules 4 and 5 of run-rules.md section 3.4.
 */
final class InstallationRules {

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

  /** What run.json says of a Tier A that all of them share. */
  private static final List<String> PROGRAM =
      List.of("quartetVersion", "engineVersion", "programSha256", "sessionSettings");

  private final RunResults results;
  private final RunPlan plan;

  private InstallationRules(RunResults results) {
    this.results = results;
    this.plan = results.info().plan();
  }

  static List<Check> judge(RunResults results) {
    InstallationRules rules = new InstallationRules(results);
    return List.of(rules.cardinalities(), rules.sameness());
  }

  /** The row counts were compared with their formulas by the checks before the run. */
  private Check cardinalities() {
    String id = "cardinalities";
    String title = "Every table has the rows that its Load Units ask for";
    List<CheckRow> rows =
        results.checks().stream()
            .filter(row -> row.moment().equals(CheckRow.BEFORE) && ROW_COUNTS.contains(row.check()))
            .toList();
    List<String> uncounted =
        plan.databases().stream()
            .filter(vm -> rows.stream().filter(row -> row.vm().equals(vm)).count() < 2)
            .toList();
    List<String> problems =
        rows.stream()
            .filter(row -> !row.hasPassed())
            .map(row -> row.vm() + " " + row.check() + ": " + row.rows() + " differences")
            .toList();
    if (problems.isEmpty() && !uncounted.isEmpty()) {
      return Check.notJudged(
          id,
          title,
          Severity.FATAL,
          "rows can be counted on a fresh load only, and were not on "
              + String.join(", ", uncounted)
              + ": restore the databases before the run (run --restore)");
    }
    return Check.of(
        id,
        title,
        Severity.FATAL,
        problems.isEmpty(),
        rows.size() - problems.size() + " of " + rows.size() + " counts right",
        "all",
        Text.first(problems));
  }

  private Check sameness() {
    String id = "same-on-all-vms";
    String title = "Same programs, schema and settings on all VMs of a role";
    Map<String, DatabaseSettings> settings = new HashMap<>();
    for (String vm : plan.databases()) {
      Optional<DatabaseSettings> found = DatabaseSettings.read(results.folder(), vm);
      if (found.isEmpty() || SchemaFile.read(results.folder(), vm).isEmpty()) {
        return Check.notJudged(
            id, title, Severity.FATAL, "settings/ or schema/ has no file of " + vm);
      }
      settings.put(vm, found.get());
    }
    Map<VmSet, JsonNode> tierAs = tierAs();
    if (tierAs.size() < plan.sets().size()) {
      return Check.notJudged(
          id, title, Severity.FATAL, "run.json does not tell the programs of every Tier A");
    }
    List<String> problems = new ArrayList<>(tierADifferences(tierAs));
    for (VmRole role : plan.databaseRoles()) {
      problems.addAll(settingDifferences(role, settings));
      problems.addAll(schemaDifferences(role));
    }
    return Check.of(
        id,
        title,
        Severity.FATAL,
        problems.isEmpty(),
        problems.size() + " differences",
        "0",
        Text.first(problems));
  }

  /** By Set, those that said what they run. */
  private Map<VmSet, JsonNode> tierAs() {
    Map<VmSet, JsonNode> found = new HashMap<>();
    for (VmSet set : plan.sets()) {
      for (JsonNode vm : results.info().vms()) {
        boolean isIt = vm.path("vm").asText().equals(set.vmName(VmRole.TIER_A));
        if (isIt && PROGRAM.stream().noneMatch(what -> vm.path(what).asText().isEmpty())) {
          found.put(set, vm);
        }
      }
    }
    return found;
  }

  private List<String> tierADifferences(Map<VmSet, JsonNode> tierAs) {
    VmSet model = plan.sets().get(0);
    List<String> differences = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (String what : PROGRAM) {
        String wanted = tierAs.get(model).path(what).asText();
        String found = tierAs.get(set).path(what).asText();
        if (!found.equals(wanted)) {
          differences.add(
              difference(what, model.vmName(VmRole.TIER_A), wanted, set, VmRole.TIER_A, found));
        }
      }
    }
    return differences;
  }

  /** Sizes are compared with the first Set of the Group, all else with the first of the run. */
  private List<String> settingDifferences(VmRole role, Map<String, DatabaseSettings> settings) {
    List<String> differences = new ArrayList<>();
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

  private List<String> schemaDifferences(VmRole role) {
    String model = plan.sets().get(0).vmName(role);
    return plan.sets().stream()
        .flatMap(set -> SchemaFile.differences(results.folder(), model, set.vmName(role)).stream())
        .toList();
  }

  private static String difference(
      String what, String model, String wanted, VmSet set, VmRole role, String found) {
    return what + " is '" + found + "' on " + set.vmName(role) + ", '" + wanted + "' on " + model;
  }
}
