package io.quartet.report.internal.experiment;

import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.report.compare.FigureName;
import io.quartet.report.compare.Spread;
import io.quartet.report.experiment.ExperimentCell.Cost;
import io.quartet.report.internal.experiment.MeasuredRuns.Measured;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Costs of a trade in a cell. */
final class Costs {

  private static final double BYTES_PER_MIB = 1 << 20;

  private Costs() {}

  /**
   * @param spreads of the runs that count
   * @param runs that count
   */
  static Cost of(Map<FigureName, Spread> spreads, List<Measured> runs) {
    return new Cost(
        sum(spreads, Stream.of(FigureName.p90(TransactionType.TRADE_ORDER)), 1),
        sum(spreads, Stream.of(VmRole.values()).map(FigureName::processorTime), 1),
        sum(spreads, Stream.of(FigureName.diskOperations()), 1),
        sum(spreads, VmRole.DATABASES.stream().map(FigureName::writeAheadLog), 1),
        sum(spreads, VmRole.DATABASES.stream().map(FigureName::tables), BYTES_PER_MIB),
        sum(spreads, VmRole.DATABASES.stream().map(FigureName::indexes), BYTES_PER_MIB),
        sum(spreads, VmRole.DATABASES.stream().map(FigureName::tableGrowth), 1),
        sum(spreads, VmRole.DATABASES.stream().map(FigureName::indexGrowth), 1),
        sum(spreads, VmRole.DATABASES.stream().map(FigureName::heapFetches), 1),
        worstForeignPercent(runs));
  }

  /** Null unless all are known. */
  private static Double sum(
      Map<FigureName, Spread> spreads, Stream<FigureName> names, double factor) {
    List<Spread> addends = names.map(spreads::get).toList();
    return addends.contains(null)
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
