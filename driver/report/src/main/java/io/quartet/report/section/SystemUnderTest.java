package io.quartet.report.section;

import java.util.List;
import java.util.Map;

/**
 * The system of the run and its settings.
 *
 * @param configuration the benchmark file as it was run, by key
 * @param versions of the kit, its workers and what it uses
 * @param host the driver's machine
 * @param machineSettings what the collectors found on the machines: processors, kernel settings,
 *     file systems and disks; the driver's first; empty without collectors
 */
public record SystemUnderTest(
    List<Stage> stages,
    Build build,
    List<Vm> virtualMachines,
    List<Placement> placements,
    List<TierA> tierAs,
    List<Setting> settings,
    List<AskedSetting> askedSettings,
    List<Fact> configuration,
    List<Fact> versions,
    List<Fact> host,
    List<MachineSettings> machineSettings) {

  /** Begins the name of the fact about each worker among {@code versions}. */
  public static final String WORKER = "worker ";

  /** Time one part of the whole benchmark took, from starting the servers to the last check. */
  public record Stage(String stage, double seconds) {}

  /**
   * One VM of the system under test.
   *
   * @param address empty for Tier A of the embedded provider
   * @param seed seed of the data of its Set
   * @param cpus hard limit of processor time in cores; null if there is none
   * @param memoryBytes hard limit of memory; null if there is none
   */
  public record Vm(
      String vm,
      String group,
      String role,
      String address,
      long loadUnits,
      String seed,
      Double cpus,
      Long memoryBytes) {}

  /**
   * A process and where it ran.
   *
   * @param process {@code driver}, {@code worker 1} or the name of a VM
   * @param runs what it does
   * @param machine {@code driver's machine}, or the name or address of another
   * @param address where it listens, or empty
   * @param sets Sets that it serves
   * @param hugePageBytes memory in huge pages that a database had when the run began; null if that
   *     is not known
   */
  public record Placement(
      String process,
      String runs,
      String machine,
      String address,
      List<String> sets,
      Long hugePageBytes) {}

  /**
   * Programs of a Tier A, as it reported them; empty text for missing facts.
   *
   * @param sessionSettings options of its sessions with the databases
   * @param streamSeeds seeds of its streams of random numbers, by name
   */
  public record TierA(
      String vm,
      String quartetVersion,
      String engineVersion,
      String programSha256,
      String sessionSettings,
      Map<String, String> streamSeeds) {}

  /**
   * A PostgreSQL setting that differs from its default.
   *
   * @param values value to the databases that have it
   */
  public record Setting(String name, String defaultValue, Map<String, String> values) {}

  /**
   * A PostgreSQL setting that the plan gives databases.
   *
   * @param asked as in the benchmark file, for instance {@code 25%} of the VM's memory
   * @param values resulting value, to the databases that have it
   */
  public record AskedSetting(String name, String asked, Map<String, String> values) {}

  /**
   * Settings of one machine, or of several that are alike.
   *
   * @param machines folders of their samples; {@code host} is the driver's
   * @param facts of several machines only what tells them not apart
   */
  public record MachineSettings(List<String> machines, List<Fact> facts) {}
}
