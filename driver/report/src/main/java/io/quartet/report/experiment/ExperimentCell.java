package io.quartet.report.experiment;

import io.quartet.report.compare.Conclusion;
import java.util.List;
import java.util.Map;

/**
 * One combination of values, with the figures of its runs. Immutable.
 *
 * @param number from 1
 * @param label its values in words
 * @param values by key, as in the experiment file or else in the benchmark file
 * @param etps throughput; null without a run that counts
 * @param difference from the baseline; null for the baseline, and without figures of both
 * @param cost medians over the runs that count; null without one
 * @param percentOfMaximum mean etps in percent of the stated maximum; null without either
 * @param percentOfBest mean etps in percent of the peak of the same curve; null without one, and
 *     for a cell that is not comparable with the baseline
 * @param percentOfSeries etps in percent of the cell that the experiment names for it; null without
 *     one
 * @param percentOfSum etps in percent of what its Sets would bring together if each had its
 *     machines alone; null unless the experiment names cells where they have
 * @param worstServed the Set that got the smallest part of what it gets alone; null likewise
 * @param runs attempts in the order of their start, also those that do not count
 */
public record ExperimentCell(
    int number,
    String label,
    Map<String, String> values,
    boolean isBaseline,
    State state,
    Etps etps,
    Difference difference,
    Cost cost,
    Double percentOfMaximum,
    Double percentOfBest,
    Double percentOfSeries,
    Double percentOfSum,
    WorstServed worstServed,
    List<Run> runs) {

  public ExperimentCell {
    runs = List.copyOf(runs);
  }

  /**
   * Cells whose difference from the baseline is not known precisely enough: half of its interval is
   * wider, or it has none. A cell without any run that counts is not among them: more runs would
   * not help. Neither is any cell while the baseline has none.
   *
   * @param percent of the baseline
   * @return their numbers
   */
  public static List<Integer> imprecise(List<ExperimentCell> cells, double percent) {
    boolean hasBaseline = cells.stream().anyMatch(cell -> cell.isBaseline && cell.etps != null);
    return cells.stream()
        .filter(cell -> hasBaseline && !cell.isBaseline)
        .filter(cell -> cell.etps != null && !cell.isWithin(percent))
        .map(ExperimentCell::number)
        .toList();
  }

  /**
   * Cells whose figures may be set beside each other: those that are comparable with the baseline.
   * If no other cell is, the baseline itself may be what was disturbed, and there are none.
   */
  public static List<ExperimentCell> comparable(List<ExperimentCell> cells) {
    List<ExperimentCell> measured = cells.stream().filter(cell -> cell.etps != null).toList();
    List<ExperimentCell> comparable =
        measured.stream()
            .filter(
                cell ->
                    cell.difference == null
                        || cell.difference.verdict() != Conclusion.NOT_COMPARABLE)
            .toList();
    boolean isBaselineAlone = comparable.stream().allMatch(ExperimentCell::isBaseline);
    return isBaselineAlone && comparable.size() < measured.size() ? List.of() : comparable;
  }

  private boolean isWithin(double percent) {
    return difference != null
        && difference.lowPercent() != null
        && (difference.highPercent() - difference.lowPercent()) / 2 <= percent;
  }

  /** The same cell, once the others are known too. */
  public ExperimentCell withPercents(
      Double ofBest, Double ofSeries, Double ofSum, WorstServed worst) {
    return new ExperimentCell(
        number,
        label,
        values,
        isBaseline,
        state,
        etps,
        difference,
        cost,
        percentOfMaximum,
        ofBest,
        ofSeries,
        ofSum,
        worst,
        runs);
  }

  /**
   * A Set among others.
   *
   * @param set its name
   * @param percent what it got, of what it gets alone
   */
  public record WorstServed(String set, double percent) {}

  /** Progress of a cell. */
  public enum State {
    WAITING("waiting"),
    RUNNING("running"),
    MEASURED("measured"),
    FAILED("failed");

    private final String word;

    State(String word) {
      this.word = word;
    }

    /** As it is written everywhere. */
    public String word() {
      return word;
    }
  }

  /**
   * Completed Trade-Results per second over the runs that count. Mean, interval and median stand at
   * the difference from the baseline within the blocks of the experiment, so a cell without a run
   * in some blocks has the figures that it would have in all.
   *
   * @param runs that count
   * @param mean of the means of the blocks
   * @param low lower end of the interval of the mean; null with runs in fewer than three blocks
   * @param high its upper end
   * @param least of the runs
   * @param most of the runs
   * @param variationPercent coefficient of variation of the runs; null for one run
   */
  public record Etps(
      int runs,
      double mean,
      Double low,
      Double high,
      double median,
      double least,
      double most,
      Double variationPercent) {}

  /**
   * Difference from the baseline in percent of it.
   *
   * @param percent null if one side has no figure
   * @param lowPercent lower end of the interval; null if there is not enough data or the runs are
   *     not comparable
   * @param highPercent its upper end
   * @param verdict of the statistics, once the false discovery rate is bounded
   * @param obstacles why the runs are not comparable, a sentence each; empty if they are
   */
  public record Difference(
      Double percent,
      Double lowPercent,
      Double highPercent,
      Conclusion verdict,
      List<String> obstacles) {

    public Difference {
      obstacles = List.copyOf(obstacles);
    }
  }

  /**
   * Costs of a trade, which is a completed Trade-Result. Null: not collected.
   *
   * @param p90Millis 90th percentile of the response time of Trade-Order
   * @param cpuMillisPerTrade processor time of Tier A and databases
   * @param diskOperationsPerTrade of the machines with databases
   * @param walBytesPerTrade write-ahead log of all databases
   * @param tableBytes of all databases at the end of the measured interval
   * @param indexBytes likewise
   * @param tableGrowthPerTrade bytes by which the tables of all databases grew in the measured
   *     interval
   * @param indexGrowthPerTrade likewise
   * @param heapFetchesPerTrade rows that index scans had to look up in their tables
   * @param foreignPercent the largest share of processor time that others got
   * @param disks by what lies on them; none if that is not known
   */
  public record Cost(
      Double p90Millis,
      Double cpuMillisPerTrade,
      Double diskOperationsPerTrade,
      Double walBytesPerTrade,
      Double tableBytes,
      Double indexBytes,
      Double tableGrowthPerTrade,
      Double indexGrowthPerTrade,
      Double heapFetchesPerTrade,
      Double foreignPercent,
      List<DiskCost> disks) {

    public Cost {
      disks = List.copyOf(disks);
    }
  }

  /**
   * Load of the disks with some part of the databases, over all machines. Null: not known, for
   * instance because a disk also has another part.
   *
   * @param of which disks, for readers
   * @param operationsPerSecond reads and writes
   * @param mibPerSecond read and written
   * @param awaitMillis mean time of a read or write, queue included
   * @param operationsPerTrade of all disks of databases only
   * @param mibPerTrade likewise
   */
  public record DiskCost(
      String of,
      Double operationsPerSecond,
      Double mibPerSecond,
      Double awaitMillis,
      Double operationsPerTrade,
      Double mibPerTrade) {}

  /**
   * One attempt.
   *
   * @param block from 1
   * @param runId null if the attempt has no results folder
   * @param state {@code running}, {@code finished}, {@code failed} or {@code interrupted}
   * @param isCounted true if its figures are those of the cell
   * @param reason why it is not counted; null if it is, or still runs
   * @param etps null if it is not counted
   * @param report its page, relative to the folder of the experiment; null if there is none
   */
  public record Run(
      int block,
      boolean isControl,
      String runId,
      String state,
      boolean isCounted,
      String reason,
      Double etps,
      String report) {}
}
