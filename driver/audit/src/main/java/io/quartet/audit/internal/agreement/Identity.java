package io.quartet.audit.internal.agreement;

import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.VmFacts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * {@code run.json}, {@code settings/} and {@code schema/} against the plan: the VMs are those of
 * the plan, their databases were loaded as it says, and each settings file is of its server.
 */
final class Identity {

  private static final String SCHEMA_HASH = "schema hash";

  private final Contradictions found = new Contradictions();
  private final RunResults run;
  private final RunPlan plan;

  private Identity(RunResults run) {
    this.run = run;
    this.plan = run.info().plan();
  }

  static Contradictions contradictions(RunResults run) {
    Identity identity = new Identity(run);
    identity.name();
    if (!run.info().vms().isEmpty()) {
      identity.vms();
    }
    if (identity.plan.workload() instanceof Brokerage) {
      identity.plan.databases().forEach(identity::loadedAsPlanned);
    }
    return identity.found;
  }

  private void name() {
    if (!run.info().runId().endsWith("-" + plan.name())) {
      found.add(RunInfo.NAME, "run " + run.info().runId() + " is not one of " + plan.name());
    }
  }

  private void vms() {
    Map<String, VmFacts> planned = new TreeMap<>();
    VmMachine.of(plan).stream()
        .flatMap(machine -> machine.vms().stream())
        .map(vm -> VmFacts.of(plan, vm.set(), vm.role(), "", VmFacts.Program.NONE, Map.of()))
        .forEach(vm -> planned.put(vm.vm(), vm));
    List<VmFacts> listed = run.info().vms();
    found.requireUnique(RunInfo.NAME, listed, VmFacts::vm);
    for (VmFacts vm : listed) {
      VmFacts expected = planned.remove(vm.vm());
      if (expected == null || !isLike(vm, expected)) {
        found.addOfVm(vm.vm(), "differs from the plan");
      } else if (plan.provider().isLocal() && plan.databases().contains(vm.vm())) {
        settings(vm);
      }
    }
    planned.keySet().forEach(vm -> found.addOfVm(vm, "is not in " + RunInfo.NAME));
  }

  private static boolean isLike(VmFacts vm, VmFacts expected) {
    return vm.group().equals(expected.group())
        && vm.set().equals(expected.set())
        && vm.role().equals(expected.role())
        && vm.loadUnits() == expected.loadUnits()
        && vm.seed() == expected.seed();
  }

  /** Only embedded servers listen where the driver connects, and are all of one version. */
  private void settings(VmFacts vm) {
    DatabaseSettings settings =
        DatabaseSettings.read(run.folder(), vm.vm()).orElse(new DatabaseSettings(Map.of()));
    compare(
        vm.vm(),
        settings.get("listen_addresses") + ":" + settings.get("port"),
        settings.get("port").isEmpty() ? ":" : vm.address());
    compare(
        vm.vm(),
        settings.get(DatabaseSettings.VERSION),
        settings.get(DatabaseSettings.VERSION).isEmpty()
            ? ""
            : run.info().provider().at("/postgres/version").asText());
  }

  private void compare(String vm, String setting, String expected) {
    if (!setting.equals(expected)) {
      found.addOfVm(vm, "settings/ has " + setting + ", " + RunInfo.NAME + " says " + expected);
    }
  }

  /** The line in which a database tells its load. */
  private void loadedAsPlanned(String vm) {
    Map<String, String> load =
        InstalledSchema.of(new RunFiles(run.folder()).schema(vm).orRefuse().orElse(List.of()))
            .load();
    Map<String, String> planned = new TreeMap<>();
    planned.put("trade days", String.valueOf(plan.database().tradeDays()));
    planned.put("news length", String.valueOf(plan.database().newsLength()));
    String schema = plannedSchema(vm);
    if (schema.isEmpty() || !load.containsKey(SCHEMA_HASH)) {
      planned.put("indexes", plan.database().indexesName());
    } else {
      // Two profiles may share a name, and one profile may have two.
      planned.put(SCHEMA_HASH, schema);
    }
    planned.forEach(
        (parameter, value) -> {
          if (load.containsKey(parameter) && !Objects.equals(load.get(parameter), value)) {
            found.addOfVm(vm, "was loaded with " + parameter + " " + load.get(parameter));
          }
        });
  }

  /** Empty if an older version of Quartet wrote the run. */
  private String plannedSchema(String vm) {
    return run.info().vms().stream()
        .filter(listed -> listed.vm().equals(vm))
        .map(VmFacts::schemaSha256)
        .findFirst()
        .orElse("");
  }
}
