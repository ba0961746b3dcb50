package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.quartet.report.internal.figure.Rows;
import io.quartet.results.statistics.Activity;
import java.util.List;

/**
 * Activity of the VMs in each measured phase, from the statistics of their servers.
 *
 * @param groups phase by phase and Group by Group, at last phase {@code all}
 * @param vms phase by phase and VM by VM, at last phase {@code all}
 * @param gaps VMs for which samples are missing
 * @param notRead statistics that a database did not give
 * @param machines phase by phase and machine by machine, at last phase {@code all}
 * @param disks the same by disk
 * @param notSampled what of machines and tables was not recorded, each a sentence
 */
public record Statistics(
    Rows<Activity> groups,
    Rows<Activity> vms,
    List<SampleGaps> gaps,
    List<NotRead> notRead,
    Rows<MachineActivity> machines,
    Rows<DiskActivity> disks,
    @JsonUnwrapped Space space,
    List<String> notSampled) {

  /**
   * Times without samples of one VM.
   *
   * @param source {@code database} or {@code process}; those of processes are of all VMs together
   */
  public record SampleGaps(String vm, String source, int gaps, double missedSeconds) {

    /** The source in words; all but two are collectors of a machine. */
    public String inWords() {
      return switch (source) {
        case "process" -> "the processes of all VMs";
        case "database" -> "its database";
        default -> "its collector " + source;
      };
    }
  }

  /**
   * Statistics that some databases did not give.
   *
   * @param isDenied true if they may not be read, false if there are none
   */
  public record NotRead(String source, boolean isDenied, List<String> vms, String reason) {}

  /**
   * One machine in one phase; percent are of all its processors.
   *
   * @param machine {@code host} is the driver's; that of the databases, too, where they are
   *     embedded; a prepared one has the name of the first VM on it
   * @param iowaitPercent idle while a disk had work to do
   * @param stealPercent taken by the hypervisor
   * @param receivedMib by all interfaces but the loopback
   * @param loopbackMib sent from the machine to itself
   * @param isIncomplete true if a tenth of the phase or more is without samples
   */
  public record MachineActivity(
      String phase,
      String machine,
      double seconds,
      Double userPercent,
      Double systemPercent,
      Double iowaitPercent,
      Double stealPercent,
      Double swappedInMib,
      Double swappedOutMib,
      Double receivedMib,
      Double sentMib,
      Double loopbackMib,
      boolean isIncomplete) {}

  /**
   * One disk in one phase.
   *
   * @param awaitMillis mean time of an operation, queue included, each counting alike
   * @param busyPercent of the time in which it had work to do
   * @param operationsPerTradeResult by Trade-Result of the Sets whose databases are on the machine;
   *     null if there are none
   * @param mibPerTradeResult as {@code operationsPerTradeResult}
   * @param isIncomplete true if a tenth of the phase or more is without samples
   */
  public record DiskActivity(
      String phase,
      String machine,
      String device,
      double seconds,
      Double readsPerSecond,
      Double writesPerSecond,
      Double readMibPerSecond,
      Double writtenMibPerSecond,
      Double readAwaitMillis,
      Double writeAwaitMillis,
      Double awaitMillis,
      Double busyPercent,
      Double operationsPerTradeResult,
      Double mibPerTradeResult,
      boolean isIncomplete) {}
}
