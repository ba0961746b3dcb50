package io.quartet.report.section;

import io.quartet.model.VmGroup;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.DiskContents;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MissedSamples;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.Span.Phased;
import io.quartet.results.statistics.WaitStatistics.Waits;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Activity of the VMs and machines in each measured phase, from the statistics of the servers and
 * the collectors.
 *
 * @param groups phase by phase and Group by Group, at last phase {@code all}
 * @param vms phase by phase and VM by VM, at last phase {@code all}
 * @param gaps VMs for which samples are missing
 * @param notRead statistics that a database did not give
 * @param machines phase by phase and machine by machine, at last phase {@code all}
 * @param disks the same by disk
 * @param storage the same by what lies on the disks
 * @param waits phase by phase and database by database, at last phase {@code all}
 * @param processors VM by VM
 * @param guests what the guests of hosts of VMs got
 * @param notSampled what of machines and tables was not recorded, each a sentence
 */
public record Statistics(
    List<Activity> groups,
    List<Activity> vms,
    List<MissedSamples> gaps,
    List<NotRead> notRead,
    List<MachineActivity> machines,
    List<DiskActivity> disks,
    Storage storage,
    List<Waits> waits,
    List<VmProcessors> processors,
    GuestStatistics guests,
    Space space,
    List<String> notSampled) {

  /**
   * Processor time of one VM over the measured phases.
   *
   * @param mean processors busy on average
   * @param peakPhase the phase with the highest mean
   * @param peakToMean mean of that phase by the mean of all
   * @param variationPercent coefficient of variation: standard deviation of the means of the phases
   *     by their mean; empty without work, like the one before
   * @param trend of the processor time by Trade-Result through the run; null if it is not known
   * @param isDrifting true if it rises
   */
  public record VmProcessors(
      String vm,
      VmGroup group,
      double mean,
      String peakPhase,
      OptionalDouble peakToMean,
      OptionalDouble variationPercent,
      Trend trend,
      boolean isDrifting) {}

  /**
   * Change of a figure from the begin of the measured interval to its end, on a fitted line.
   *
   * @param percent the change
   * @param lowPercent lower end of its 95 % interval
   * @param highPercent upper end
   * @param pValue probability of a change at least as large if there is none, 0 to 1
   */
  public record Trend(double percent, double lowPercent, double highPercent, double pValue) {}

  /**
   * Statistics that some databases did not give.
   *
   * @param isDenied true if they may not be read, false if there are none
   */
  public record NotRead(String source, boolean isDenied, List<String> vms, String reason) {}

  /**
   * One machine in one phase.
   *
   * @param machine {@code host} is the driver's
   * @param interfaces of the network, without the loopback
   */
  public record MachineActivity(
      String phase,
      String machine,
      double seconds,
      Rates processors,
      Rates memory,
      List<Rates> interfaces,
      Rates loopback)
      implements Phased {

    /** True if a tenth of the phase or more is without samples. */
    public boolean isIncomplete() {
      return processors.isIncomplete(MachineRate.USER);
    }
  }

  /**
   * One disk in one phase.
   *
   * @param holds what lies on it
   * @param tradeResults completed in the phase by the Sets whose databases are on the machine
   */
  public record DiskActivity(
      String phase,
      String machine,
      String device,
      DiskContents.Disk holds,
      double seconds,
      Rates rates,
      long tradeResults)
      implements Phased {

    /** True if a tenth of the phase or more is without samples. */
    public boolean isIncomplete() {
      return rates.isIncomplete(MachineRate.READS);
    }
  }

  /**
   * Load of the disks by what lies on them, over all machines.
   *
   * @param roles phase by phase in the order of the roles, at last phase {@code all}; none if it is
   *     not known what lies where
   * @param cache phase by phase, at last phase {@code all}; none if either side is not known
   */
  public record Storage(List<RoleActivity> roles, List<SystemCache> cache) {

    public Storage {
      roles = List.copyOf(roles);
      cache = List.copyOf(cache);
    }
  }

  /**
   * All disks with one role in one phase.
   *
   * @param role for readers, for instance {@code data, indexes}
   * @param disks how many
   * @param rates their sum
   * @param peakOperations the most in a second
   * @param tradeResults completed in the phase by all Sets
   * @param lacksMachines true if disks of a machine with databases are missing
   */
  public record RoleActivity(
      String phase,
      String role,
      int disks,
      double seconds,
      Rates rates,
      OptionalDouble peakOperations,
      long tradeResults,
      boolean lacksMachines)
      implements Phased {

    /** True if a machine is missing, or a tenth of the phase or more is without samples. */
    public boolean isIncomplete() {
      return lacksMachines || rates.isIncomplete(MachineRate.READS);
    }
  }

  /**
   * What the databases read, and what of it their disks read.
   *
   * @param databaseMib blocks that PostgreSQL asked of the operating system, MiB
   * @param diskMib read from the disks with tables or indexes, MiB
   */
  public record SystemCache(String phase, double seconds, double databaseMib, double diskMib)
      implements Phased {

    /**
     * Part of the blocks that came from the cache of the operating system, in percent; empty
     * without reads.
     */
    public OptionalDouble hitPercent() {
      return databaseMib <= 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.max(0, 100 * (1 - diskMib / databaseMib)));
    }
  }
}
