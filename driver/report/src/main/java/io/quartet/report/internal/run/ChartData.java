package io.quartet.report.internal.run;

import io.quartet.model.VmGroup;
import io.quartet.report.section.Contents;
import java.util.List;
import java.util.Map;

/**
 * The numbers of the charts, as in {@code charts} of {@code report.json}. Plain records that hold
 * everything for drawing. Every series has one value per point of its {@code seconds}; null where
 * nothing happened or nothing is known. All points are those of the {@code TimeGrid} and share one
 * length of time, so that charts can be laid on top of each other.
 *
 * @param contents the workload, by which the charts are chosen
 * @param bands segments of the run, in time order
 * @param events times in which events of the benchmark file were in force
 * @param throughput requests and Trade-Results over time
 * @param responses response times over time
 * @param distribution how the response times of each transaction are spread
 * @param machine processors and disks over time
 * @param checkpoints of each database
 * @param growth of tables and indexes over time
 * @param steps throughput against response time of a ramp
 * @param missing a sentence to stand in place of a chart that cannot be drawn, by its name: {@link
 *     #DISTRIBUTION}, {@link #PROCESSORS}, {@link #VM_PROCESSORS}, {@link #DISKS}, {@link
 *     #CHECKPOINTS} or {@link #GROWTH}; a chart that can be drawn has none
 */
public record ChartData(
    Contents contents,
    List<Band> bands,
    List<EventBand> events,
    Throughput throughput,
    Responses responses,
    Distribution distribution,
    Machine machine,
    Checkpoints checkpoints,
    Growth growth,
    Steps steps,
    Map<String, String> missing) {

  /** Name of the chart of {@link Distribution}. */
  public static final String DISTRIBUTION = "distribution";

  /** Name of the chart of {@link Machine#processors}. */
  public static final String PROCESSORS = "processors";

  /** Name of the chart of {@link Machine#vmProcessors}. */
  public static final String VM_PROCESSORS = "vmProcessors";

  /** Name of the charts of {@link Machine#disks}. */
  public static final String DISKS = "disks";

  /** Name of the chart of {@link Checkpoints}. */
  public static final String CHECKPOINTS = "checkpoints";

  /** Name of the chart of {@link Growth}. */
  public static final String GROWTH = "growth";

  /** One segment, in seconds since the start of the run. */
  public record Band(
      String name, boolean isMeasured, double from, double to, Map<VmGroup, Double> targets) {}

  /**
   * An event of the benchmark file, in seconds since the start of the run.
   *
   * @param number from 1, in the order of the file
   */
  public record EventBand(int number, String name, double from, double to) {}

  /**
   * Offered load and throughput, by Group.
   *
   * @param seconds end of each point in seconds since the start of the run
   * @param results Trade-Results completed per second
   * @param requests Customer Emulator requests started per second
   * @param shares share of these requests in percent
   * @param targets share that the Group should have, in percent
   * @param byDatabase results by VM with a database; empty for a brokerage
   */
  public record Throughput(
      List<Double> seconds,
      Map<String, List<Double>> results,
      Map<String, List<Double>> requests,
      Map<String, List<Double>> shares,
      Map<String, List<Double>> targets,
      Map<String, List<Double>> byDatabase) {}

  /**
   * 90th percentiles of response times in milliseconds.
   *
   * @param p90Seconds end of each point, by the intervals of the latency logs, which are longer
   *     than those of {@link Throughput}
   * @param p90ByGroup of customer requests
   * @param p90ByTransaction of those with a limit that had answers
   */
  public record Responses(
      List<Double> p90Seconds,
      Map<String, List<Double>> p90ByGroup,
      Map<String, List<Double>> p90ByTransaction) {}

  /**
   * Response times over the measured phases, all Groups, sorted into bins that are the same for all
   * transactions and equally wide on a logarithmic axis.
   *
   * @param edgesMillis borders of the bins, ascending, one more than there are bins
   * @param transactions those that had answers, in the order of {@code TransactionType}
   */
  public record Distribution(List<Double> edgesMillis, List<Spread> transactions) {}

  /**
   * One transaction.
   *
   * @param percents its answers that fall into each bin, in percent of all its answers
   * @param meanMillis mean response time
   * @param p90Millis 90th percentile
   * @param limitMillis largest allowed 90th percentile; null if there is none
   */
  public record Spread(
      String transaction,
      List<Double> percents,
      double meanMillis,
      double p90Millis,
      Double limitMillis) {}

  /**
   * Load of the machines.
   *
   * @param seconds end of each point in seconds since the start of the run
   * @param processors by machine
   * @param vmProcessors processors that the processes of a VM kept busy, by VM ({@code a1-vm3}); if
   *     Groups have several Sets, the sum of their VMs of the same role ({@code a-vm3})
   * @param disks by role; in runs that did not record what lies where, the busiest disks
   * @param guests of hosts of VMs: those of the plan first, and at most so many as can be told
   *     apart
   */
  public record Machine(
      List<Double> seconds,
      List<Processors> processors,
      Map<String, List<Double>> vmProcessors,
      List<Disk> disks,
      List<GuestLine> guests) {}

  /**
   * One guest of a host.
   *
   * @param is names of its VMs, or what else it is
   * @param residentMib memory that it holds
   * @param waited processors that it was ready to use, but did not get
   */
  public record GuestLine(String guest, String is, List<Double> residentMib, List<Double> waited) {}

  /**
   * Time of the processors of one machine, in percent of all of them.
   *
   * @param machine folder of its samples: {@code host} is the driver's machine, which the databases
   *     of the embedded provider share
   * @param iowait idle while a disk had work to do
   * @param steal taken by the hypervisor
   */
  public record Processors(
      String machine,
      List<Double> user,
      List<Double> system,
      List<Double> iowait,
      List<Double> steal) {}

  /**
   * All disks with one role, or one disk.
   *
   * @param name the role, or machine and device
   * @param reads operations per second
   * @param writes operations per second
   * @param readMib MiB per second
   * @param writeMib MiB per second
   * @param awaitMillis mean time of an operation, read or write, queue included; null without any
   */
  public record Disk(
      String name,
      List<Double> reads,
      List<Double> writes,
      List<Double> readMib,
      List<Double> writeMib,
      List<Double> awaitMillis) {}

  /**
   * Checkpoints, to be drawn over {@link Throughput#results}.
   *
   * @param databases one lane each, in the order of Sets and roles
   * @param notes what to know of them, for instance that a log could not be read
   */
  public record Checkpoints(List<Lane> databases, List<String> notes) {}

  /**
   * One database.
   *
   * @param isFromLog true if its log told the spans; otherwise it was only seen that a checkpoint
   *     had begun, and each is an instant: {@code from} equals {@code to}
   */
  public record Lane(
      String vm, String group, boolean isFromLog, List<CheckpointSpan> checkpoints) {}

  /**
   * One checkpoint, in seconds since the start of the run.
   *
   * @param kind {@code timed}: on schedule, {@code requested}: too much log, or a command, or
   *     {@code unknown}
   */
  public record CheckpointSpan(String kind, double from, double to) {}

  /**
   * Space that tables and indexes have grown by since the first sample, in MiB.
   *
   * @param seconds moment of each point in seconds since the start of the run
   * @param groups all databases of each Group together; without those that were not sampled whole
   * @param notes which Groups are missing and why
   */
  public record Growth(List<Double> seconds, List<Space> groups, List<String> notes) {}

  /**
   * The steps of a ramp in the order of their response times; empty if the load was no ramp. All
   * lists are of one length.
   *
   * @param phases names of the steps
   * @param meanResponseMillis of the customer requests
   * @param etps Trade-Results per second
   */
  public record Steps(List<String> phases, List<Double> meanResponseMillis, List<Double> etps) {}

  /** One Group; {@code tableMib} with TOAST and maps. */
  public record Space(String group, List<Double> tableMib, List<Double> indexMib) {}
}
