package io.quartet.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.VmMachine;
import io.quartet.report.internal.run.MachineSettingsTable;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.MountPoints;
import io.quartet.results.system.DatabaseSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Facts about the machines of a run, for each VM, because another run may have the same VM on
 * another machine. Disks and interfaces have their names. File systems are those that hold the
 * database, or all if its folder is not known.
 */
final class MachineFacts {

  /** Facts of file systems by mount point, only where it is not known which hold the database. */
  static final String MOUNTS = "mounts";

  /** Format of the facts of a machine. */
  static final String VERSION = "schemaVersion";

  /** Lists of things by the field that names one. */
  private static final Map<String, String> NAMED =
      Map.of("disks", "device", "interfaces", "interface");

  private final ResultsFolder folder;
  private final RunPlan plan;
  private final Map<String, JsonNode> factsByMachine = new TreeMap<>();

  private MachineFacts(ResultsFolder folder, RunPlan plan) {
    this.folder = folder;
    this.plan = plan;
    new RunFiles(folder)
        .machineFacts()
        .orRefuse()
        .orElse(Map.of())
        .forEach(
            (machine, content) ->
                content
                    .orRefuse()
                    .filter(JsonNode::isObject)
                    .ifPresent(facts -> factsByMachine.put(machine, facts)));
  }

  /**
   * Facts by VM, or {@link VmValues#DRIVER}, and name; a VM on a machine without collectors has
   * none.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  static Map<String, Map<String, String>> of(ResultsFolder folder, RunPlan plan) {
    return new MachineFacts(folder, plan).byVm();
  }

  private Map<String, Map<String, String>> byVm() {
    Map<String, Map<String, String>> byVm = new LinkedHashMap<>();
    JsonNode driver = factsByMachine.get(VmMachine.OF_THE_DRIVER);
    if (driver != null) {
      byVm.put(VmValues.DRIVER, ofMachine(driver));
    }
    for (VmMachine machine : VmMachine.of(plan)) {
      JsonNode facts = factsByMachine.get(machine.name());
      if (facts != null) {
        Map<String, FileSystem> mounts = mounts(machine.name(), facts);
        for (VmMachine.Vm vm : machine.vms()) {
          Map<String, String> ofVm = ofMachine(facts);
          if (vm.role().isDatabase()) {
            addFileSystems(ofVm, vm.name(), mounts);
          }
          byVm.put(vm.name(), ofVm);
        }
      }
    }
    return byVm;
  }

  /** Disks and interfaces by name, so that their order does not count. */
  private static Map<String, String> ofMachine(JsonNode facts) {
    ObjectNode named = facts.deepCopy();
    named.remove(MOUNTS);
    NAMED.forEach(
        (list, name) -> {
          ObjectNode byName = named.putObject(list);
          for (JsonNode one : facts.path(list)) {
            if (one instanceof ObjectNode object) {
              byName.set(one.path(name).asText(), object.deepCopy().without(name));
            }
          }
        });
    Map<String, String> flat = new LinkedHashMap<>();
    MachineSettingsTable.shared(named).forEach(fact -> flat.put(fact.name(), fact.value()));
    return flat;
  }

  /**
   * @param options empty if the facts do not have them
   */
  private record FileSystem(String type, Optional<String> options) {

    void addTo(Map<String, String> values, String name) {
      values.put(name + ".fileSystem", type);
      options.ifPresent(known -> values.put(name + ".mountOptions", known));
    }
  }

  private void addFileSystems(
      Map<String, String> values, String vm, Map<String, FileSystem> mounts) {
    Optional<String> own =
        DatabaseSettings.read(folder, vm)
            .map(settings -> settings.get("data_directory"))
            .filter(name -> !name.isEmpty());
    if (own.isEmpty()) {
      mounts.forEach((mount, fileSystem) -> fileSystem.addTo(values, MOUNTS + "." + mount));
    }
    for (Storage storage : Storage.values()) {
      Optional.ofNullable(plan.provider().tablespaces().get(storage))
          .or(() -> storage == Storage.DATA ? own : Optional.empty())
          .flatMap(name -> MountPoints.of(name, mounts.keySet()))
          .map(mounts::get)
          .ifPresent(fileSystem -> fileSystem.addTo(values, storage.label()));
    }
  }

  /** By mount point. File systems in memory may be missing in the facts of older folders. */
  private Map<String, FileSystem> mounts(String machine, JsonNode facts) {
    Map<String, FileSystem> mounts = new TreeMap<>();
    MountPoints.types(folder, machine)
        .forEach((mount, type) -> mounts.put(mount, new FileSystem(type, Optional.empty())));
    for (JsonNode mount : facts.path(MOUNTS)) {
      mounts.put(
          MountPoints.asSampled(mount.path("mount").asText()),
          new FileSystem(mount.path("type").asText(), Optional.of(mount.path("options").asText())));
    }
    return mounts;
  }
}
