package io.quartet.report.internal.experiment;

import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.size.Bytes;
import io.quartet.report.compare.Spread;
import io.quartet.report.experiment.ExperimentCell.Cost;
import io.quartet.report.experiment.ExperimentCell.DiskCost;
import io.quartet.report.internal.experiment.MeasuredRuns.Measured;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Disks;
import io.quartet.report.internal.statistics.Quantity.Measure;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Costs of a trade in a cell. */
final class Costs {

  private static final Quantity P90 =
      Quantity.response(Measure.P90, null, TransactionType.TRADE_ORDER);

  /** A KiB in MiB. */
  private static final double KIB = (double) Bytes.KIB / Bytes.MIB;

  private Costs() {}

  /**
   * @param spreads of the runs that count
   * @param runs that count
   * @param roles of the VMs that a Set has
   */
  static Cost of(Map<Quantity, Spread> spreads, List<Measured> runs, List<VmRole> roles) {
    return new Cost(
        sum(spreads, Stream.of(P90), 1),
        sum(spreads, resources(roles, Measure.PROCESSOR_TIME), 1),
        sum(spreads, resources(roles, Measure.DISK_OPERATIONS), 1),
        sum(spreads, resources(roles, Measure.WRITE_AHEAD_LOG), 1),
        sum(spreads, resources(roles, Measure.TABLES), Bytes.MIB),
        sum(spreads, resources(roles, Measure.INDEXES), Bytes.MIB),
        sum(spreads, resources(roles, Measure.TABLE_GROWTH), 1),
        sum(spreads, resources(roles, Measure.INDEX_GROWTH), 1),
        sum(spreads, resources(roles, Measure.HEAP_FETCHES), 1),
        worstForeignPercent(runs),
        Stream.of(Disks.values())
            .map(disks -> disks(spreads, disks))
            .filter(cost -> cost.awaitMillis() != null)
            .toList());
  }

  private static DiskCost disks(Map<Quantity, Spread> spreads, Disks disks) {
    Function<Measure, Stream<Quantity>> of = measure -> Stream.of(Quantity.ofDisks(measure, disks));
    return new DiskCost(
        disks.label(),
        sum(spreads, of.apply(Measure.DISK_RATE), 1),
        sum(spreads, of.apply(Measure.DISK_THROUGHPUT), 1),
        sum(spreads, of.apply(Measure.DISK_AWAIT), 1),
        sum(spreads, of.apply(Measure.DISK_OPERATIONS), 1),
        sum(spreads, of.apply(Measure.DISK_VOLUME), KIB));
  }

  /** Those of these roles, or of the machines. */
  private static Stream<Quantity> resources(List<VmRole> roles, Measure measure) {
    return Quantity.resources().stream()
        .filter(quantity -> quantity.measure() == measure && quantity.disks() == null)
        .filter(quantity -> quantity.role() == null || roles.contains(quantity.role()));
  }

  /** Null unless all are known, or if there are none. */
  private static Double sum(
      Map<Quantity, Spread> spreads, Stream<Quantity> quantities, double factor) {
    List<Spread> addends = quantities.map(spreads::get).toList();
    return addends.isEmpty() || addends.contains(null)
        ? null
        : (Double) (factor * addends.stream().mapToDouble(Spread::median).sum());
  }

  private static Double worstForeignPercent(List<Measured> runs) {
    return runs.stream()
        .flatMap(one -> one.run().stream())
        .flatMapToDouble(run -> run.foreignPercent().stream())
        .boxed()
        .max(Double::compare)
        .orElse(null);
  }
}
