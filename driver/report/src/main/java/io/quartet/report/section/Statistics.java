package io.quartet.report.section;

import io.quartet.model.VmGroup;
import io.quartet.results.statistics.Activity;
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
 * @param waits phase by phase and database by database, at last phase {@code all}
 * @param processors VM by VM
 * @param notSampled what of machines and tables was not recorded, each a sentence
 */
public record Statistics(
    List<Activity> groups,
    List<Activity> vms,
    List<MissedSamples> gaps,
    List<NotRead> notRead,
    List<MachineActivity> machines,
    List<DiskActivity> disks,
    List<Waits> waits,
    List<VmProcessors> processors,
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
   * @param tradeResults completed in the phase by the Sets whose databases are on the machine
   */
  public record DiskActivity(
      String phase, String machine, String device, double seconds, Rates rates, long tradeResults)
      implements Phased {

    /** True if a tenth of the phase or more is without samples. */
    public boolean isIncomplete() {
      return rates.isIncomplete(MachineRate.READS);
    }
  }
}
