package io.quartet.provision.hosts;

import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.DriverTls;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.Purpose;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.PasswordFile;
import io.quartet.provision.internal.prepared.MachinePlaces;
import io.quartet.provision.internal.prepared.MachinePreparation;
import io.quartet.provision.internal.prepared.SettingsReading;
import io.quartet.provision.os.Parallel;
import io.quartet.tiera.wire.NetworkThreads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Looks at machines that are prepared for a benchmark, several at a time; changes nothing. */
public final class PreparedMachines {

  private static final int AT_A_TIME = 16;

  private PreparedMachines() {}

  /**
   * Checks every database server of a plan.
   *
   * @param purpose what they are to be ready for
   * @return one for each, Set by Set, DSS before OLTP
   */
  public static List<PreparedMachine> databases(RunPlan plan, Path passwordFile, Purpose purpose) {
    return check(
        DatabaseServer.all(plan), server -> DatabaseCheck.at(server, plan, passwordFile, purpose));
  }

  /** Checks the Tier A of every Set of a plan that has one. */
  public static List<PreparedMachine> tierAs(RunPlan plan) {
    try (NetworkThreads network = new NetworkThreads("check-network", 1, DriverTls.of(plan))) {
      return check(plan.setsWithTierA(), set -> TierACheck.at(set, plan, network));
    }
  }

  /**
   * File with the passwords of the databases.
   *
   * @throws QuartetException PASSWORD_FILE
   */
  public static Path passwordFile(RunPlan plan) {
    return passwordFile(plan, PasswordFile::find);
  }

  /**
   * File with the passwords of the databases.
   *
   * @param given finds the file for machines that an administrator has prepared
   */
  static Path passwordFile(RunPlan plan, Supplier<Path> given) {
    return plan.provider().preparation().isPresent()
        ? DataFolder.of(plan).passwordFile()
        : given.get();
  }

  /** Checks that every database that Quartet prepared has the settings that Quartet gave it. */
  static List<PreparedMachine> settings(RunPlan plan, Path passwordFile) {
    return check(DatabaseServer.all(plan), server -> SettingsReading.at(server, passwordFile));
  }

  /**
   * Problems with the folders of machines that Quartet prepares, as far as they can be known
   * without a connection; empty if there are none.
   *
   * @param plan one with {@code provider.prepare}
   */
  public static List<Problem> folderProblems(RunPlan plan) {
    return MachinePlaces.of(plan).problems(DataFolder.unchecked(plan).folder());
  }

  /**
   * Machines that Quartet prepares, as they are.
   *
   * @param reachable an entry for each, with what keeps Quartet from preparing it
   * @param prepared the same, and what keeps a run from using it
   */
  public record Machines(List<PreparedMachine> reachable, List<PreparedMachine> prepared) {}

  /**
   * Looks at machines that Quartet prepares.
   *
   * @param plan one with {@code provider.prepare}
   */
  public static Machines machines(RunPlan plan) {
    MachinePreparation preparation = new MachinePreparation(plan);
    return new Machines(preparation.reach(), preparation.look());
  }

  /**
   * Checks that statistics can be collected on every machine and hypervisor of a plan; none if they
   * are not wanted.
   */
  public static List<PreparedMachine> collectors(RunPlan plan) {
    return plan.provider()
        .ssh()
        .map(
            ssh ->
                check(
                    VmMachine.withHypervisors(plan),
                    machine -> RemoteCollectors.check(ssh, machine, plan)))
        .orElse(List.of());
  }

  private static <T> List<PreparedMachine> check(
      List<T> places, Function<T, PreparedMachine> check) {
    Map<T, PreparedMachine> found = new ConcurrentHashMap<>();
    Parallel.forEach(places, AT_A_TIME, place -> found.put(place, check.apply(place)));
    return places.stream().map(found::get).toList();
  }
}
