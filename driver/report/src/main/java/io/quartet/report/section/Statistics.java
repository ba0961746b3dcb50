package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
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
    List<PhaseActivity> groups,
    List<PhaseActivity> vms,
    List<SampleGaps> gaps,
    List<NotRead> notRead,
    List<MachineActivity> machines,
    List<DiskActivity> disks,
    @JsonUnwrapped Space space,
    List<String> notSampled) {

  /**
   * One Group, or one VM, in one phase. Counts between two samples are shared out by time, so they
   * may have decimals.
   *
   * @param vm null for the whole Group
   * @param tradeResults completed in the phase by the Group, or by the Set of the VM
   * @param isIncomplete true if samples are missing at the borders of the phase
   * @param hasReset true if a server reset its counters
   */
  public record PhaseActivity(
      String phase,
      String group,
      String vm,
      double seconds,
      long tradeResults,
      @JsonUnwrapped Work work,
      @JsonUnwrapped Writing writing,
      Double autovacuums,
      @JsonUnwrapped IndexUse indexes,
      PerSecond perSecond,
      PerTradeResult perTradeResult,
      boolean isIncomplete,
      boolean hasReset) {}

  /**
   * Load of the servers.
   *
   * @param processors busy on average, of all processes of the VMs on this machine
   */
  public record Work(
      Double processors,
      Double transactions,
      Double blocksRead,
      Double blockHitPercent,
      Double temporaryBytes) {}

  /**
   * Writes caused by changes, and the processes that wrote the blocks.
   *
   * @param walBuffersFull times that a session had to write log itself
   * @param walSyncMillis time of bringing log to its disk; null if no server timed it
   */
  public record Writing(
      Double walBytes,
      Double walBuffersFull,
      Double walSyncMillis,
      Double checkpointsTimed,
      Double checkpointsRequested,
      Double buffersCheckpointer,
      Double buffersBackgroundWriter,
      Double buffersBackends) {}

  /**
   * Use of indexes.
   *
   * @param indexOnlyPercent index entries read without a look at the table
   */
  public record IndexUse(Double indexEntriesRead, Double heapFetches, Double indexOnlyPercent) {}

  /** The same by second of the phase. */
  public record PerSecond(
      Double transactions, Double blocksRead, Double indexEntriesRead, Double heapFetches) {}

  /** The same by completed Trade-Result; null if there was none. */
  public record PerTradeResult(
      Double cpuMillis,
      Double blocksRead,
      Double buffersWritten,
      Double walBytes,
      Double walBuffersFull,
      Double walSyncMillis,
      Double heapFetches) {}

  /**
   * Times without samples of one VM.
   *
   * @param source {@code database} or {@code process}; those of processes are of all VMs together
   */
  public record SampleGaps(String vm, String source, int gaps, double missedSeconds) {}

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
