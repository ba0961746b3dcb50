package io.quartet.report.section;

import io.quartet.model.size.Pinning;
import io.quartet.model.size.VmSize;
import io.quartet.results.events.RunEvent.StageEnd;
import io.quartet.results.system.VmFacts;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The system of the run and its settings.
 *
 * @param stages parts of the whole benchmark, from starting the servers to the last check
 * @param start what was done right before the first request
 * @param tierAs those that reported their programs or seeds
 * @param settings PostgreSQL settings that differ from their default
 * @param askedSettings PostgreSQL settings that the plan gives databases
 * @param sessionSettings PostgreSQL settings that the sessions of the Tier As make themselves
 * @param configuration the benchmark file as it was run, by key
 * @param versions of the kit, its workers and what it uses
 * @param host the driver's machine
 * @param named those of these facts that a summary names
 * @param machineSettings what the collectors found on the machines: processors, kernel settings,
 *     file systems and disks; the driver's first; empty without collectors
 */
public record SystemUnderTest(
    List<StageEnd> stages,
    Start start,
    Build build,
    List<Vm> virtualMachines,
    List<Placement> placements,
    List<VmFacts> tierAs,
    List<Setting> settings,
    List<Setting> askedSettings,
    List<Setting> sessionSettings,
    List<Fact> configuration,
    List<Fact> versions,
    List<Fact> host,
    Named named,
    List<MachineSettings> machineSettings) {

  /** Facts that were found on a machine, by name; empty if none were. */
  public Map<String, String> found(Predicate<MachineSettings> machine) {
    return machineSettings.stream()
        .filter(machine)
        .findFirst()
        .map(
            alike ->
                alike.facts().stream()
                    .filter(fact -> fact.value() != null)
                    .collect(Collectors.toMap(Fact::name, Fact::value, (one, two) -> one)))
        .orElse(Map.of());
  }

  /**
   * Facts that a summary names. Null: not recorded.
   *
   * @param version of the kit
   * @param commit of the kit; a plus at its end says that the sources had changes since
   * @param postgres versions of the databases, from {@code server_version}
   * @param cpuModel of the driver's machine
   * @param operatingSystem of the driver's machine
   * @param rampUp with its unit, as in the plan, for instance {@code 5s}; so are the next two
   * @param workers none where the driver offered the load itself
   */
  public record Named(
      String version,
      String commit,
      String postgres,
      String cpuModel,
      String operatingSystem,
      String rampUp,
      String warmUp,
      String rampDown,
      List<Fact> workers) {

    public Named {
      workers = List.copyOf(workers);
    }

    /** True if the kit was built from sources with changes since its commit. */
    public boolean hasChanges() {
      return commit != null && commit.endsWith("+");
    }

    /** The hash of the commit without the sign of changes. */
    public String hash() {
      return hasChanges() ? commit.substring(0, commit.length() - 1) : commit;
    }
  }

  /**
   * One VM of the system under test.
   *
   * @param size its hard limits
   */
  public record Vm(VmFacts facts, VmSize size) {}

  /**
   * A process and where it ran.
   *
   * @param process {@code driver}, {@code worker 1} or the name of a VM
   * @param runs what it does
   * @param machine {@code driver's machine}, or the name or address of another
   * @param address where it listens, or empty
   * @param sets Sets that it serves; empty for all
   * @param hugePageBytes memory in huge pages that a database had when the run began; null if that
   *     is not known
   * @param pinning processors and memory that the plan binds it to
   */
  public record Placement(
      String process,
      String runs,
      String machine,
      String address,
      List<String> sets,
      Long hugePageBytes,
      Pinning pinning) {}

  /**
   * A PostgreSQL setting.
   *
   * @param compared its default; or, of one that the plan gives, what the benchmark file asks for,
   *     for instance {@code 25%} of the VM's memory; or, of one that a session makes, the reason
   * @param values value to the databases, or Tier As, that have it
   */
  public record Setting(String name, String compared, Map<String, String> values) {}

  /**
   * Settings of one machine, or of several that are alike.
   *
   * @param machines folders of their samples; {@code host} is the driver's
   * @param facts of several machines only what tells them not apart
   */
  public record MachineSettings(List<String> machines, List<Fact> facts) {

    /** True if it is the driver's machine. */
    public boolean isDrivers() {
      return machines.contains("host");
    }
  }
}
