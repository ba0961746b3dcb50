package io.quartet.results.statistics;

import io.quartet.model.VmGroup;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Activity of one VM, or all VMs of a Group, in one phase.
 *
 * @param phase {@code 1} to {@code n}, or {@link #ALL_PHASES}
 * @param vm the VM; empty for all of the Group
 * @param seconds length of the phase
 * @param tradeResults completed in the phase by the VM's Set, or by the Group
 * @param values statistics that are known
 * @param isIncomplete true if samples are missing at the borders of the phase, so that some values
 *     are too low or only estimated
 * @param hasReset true if counters were reset, as after a crash; their counts between the last
 *     sample and the reset are not known
 */
public record Activity(
    String phase,
    VmGroup group,
    Optional<String> vm,
    double seconds,
    long tradeResults,
    Map<Statistic, Double> values,
    boolean isIncomplete,
    boolean hasReset)
    implements Span.Phased {

  /** {@link #phase} of what the measured phases have in sum. */
  public static final String ALL_PHASES = "all";

  public Activity {
    values = Map.copyOf(values);
  }

  /** A statistic; empty if it is not known. */
  public OptionalDouble value(Statistic statistic) {
    Double value = values.get(statistic);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  /** Sum of those that are known; empty if none is. */
  public OptionalDouble sum(Statistic... statistics) {
    OptionalDouble sum = OptionalDouble.empty();
    for (Statistic statistic : statistics) {
      OptionalDouble value = value(statistic);
      if (value.isPresent()) {
        sum = OptionalDouble.of(sum.orElse(0) + value.getAsDouble());
      }
    }
    return sum;
  }

  /** Processors busy on average. */
  public OptionalDouble processors() {
    return ratio(value(Statistic.CPU_MILLIS), OptionalDouble.of(1e3 * seconds), 1);
  }

  /** Blocks found in shared buffers, of all blocks asked for. */
  public OptionalDouble blockHitPercent() {
    return ratio(
        value(Statistic.BLOCKS_HIT), sum(Statistic.BLOCKS_HIT, Statistic.BLOCKS_READ), 100);
  }

  /**
   * Index entries read without a look at the table, of all. Index-only scans do so; bitmap scans
   * and entries of dead rows, which are not counted as fetched either, make it a little larger.
   */
  public OptionalDouble indexOnlyPercent() {
    return indexOnlyPercent(value(Statistic.HEAP_FETCHES), value(Statistic.INDEX_ENTRIES_READ));
  }

  /** {@link #indexOnlyPercent()} from the two counts that it follows from. */
  static OptionalDouble indexOnlyPercent(OptionalDouble heapFetches, OptionalDouble entriesRead) {
    OptionalDouble fetched = ratio(heapFetches, entriesRead, 100);
    return fetched.isEmpty()
        ? fetched
        : OptionalDouble.of(Math.max(0, 100 - fetched.getAsDouble()));
  }

  /** A statistic by second of the phase. */
  public OptionalDouble perSecond(Statistic statistic) {
    return ratio(value(statistic), OptionalDouble.of(seconds), 1);
  }

  /** A sum of statistics by Trade-Result; empty without any. */
  public OptionalDouble perTradeResult(Statistic... statistics) {
    return ratio(sum(statistics), OptionalDouble.of(tradeResults), 1);
  }

  private static OptionalDouble ratio(OptionalDouble part, OptionalDouble whole, double factor) {
    return part.isEmpty() || whole.isEmpty() || whole.getAsDouble() <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(factor * part.getAsDouble() / whole.getAsDouble());
  }

  /** Adds those of other VMs in the same phase. */
  static Activity ofGroup(
      String phase, VmGroup group, double seconds, long tradeResults, List<Activity> vms) {
    return summed(phase, group, Optional.empty(), seconds, tradeResults, vms);
  }

  /** Adds those of one VM, or Group, in several phases. */
  static Activity ofAllPhases(List<Activity> phases) {
    Activity first = phases.get(0);
    return summed(
        ALL_PHASES,
        first.group,
        first.vm,
        phases.stream().mapToDouble(Activity::seconds).sum(),
        phases.stream().mapToLong(Activity::tradeResults).sum(),
        phases);
  }

  private static Activity summed(
      String phase,
      VmGroup group,
      Optional<String> vm,
      double seconds,
      long tradeResults,
      List<Activity> parts) {
    Map<Statistic, Double> values = new EnumMap<>(Statistic.class);
    parts.forEach(
        part ->
            part.values.forEach((statistic, value) -> values.merge(statistic, value, Double::sum)));
    return new Activity(
        phase,
        group,
        vm,
        seconds,
        tradeResults,
        values,
        parts.stream().anyMatch(Activity::isIncomplete),
        parts.stream().anyMatch(Activity::hasReset));
  }
}
