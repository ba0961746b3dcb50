package io.quartet.report.internal.experiment;

import io.quartet.model.Text;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.Experiment.Quantity;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Cost;
import io.quartet.report.experiment.ExperimentCell.DiskCost;
import io.quartet.report.experiment.ExperimentReport.Reference;
import io.quartet.report.internal.experiment.KeyWords.Subject;
import io.quartet.report.internal.statistics.Quantity.Disks;
import io.quartet.report.section.Contents;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Sets figures of a study beside those of today. */
final class References {

  private final Contents contents;
  private final List<ExperimentCell> comparable;

  private References(Contents contents, List<ExperimentCell> cells) {
    this.contents = contents;
    this.comparable = ExperimentCell.comparable(cells);
  }

  static List<Reference> of(Experiment experiment, List<ExperimentCell> cells) {
    References references = new References(contents(experiment), cells);
    return experiment.revisits().stream()
        .map(
            one ->
                new Reference(
                    one.what(),
                    one.then(),
                    one.source(),
                    one.now().flatMap(references::now).orElse(null),
                    one.note().orElse(null)))
        .toList();
  }

  private static Contents contents(Experiment experiment) {
    return experiment.cells().stream()
        .map(cell -> Contents.of(cell.plan()))
        .findFirst()
        .orElse(Contents.BROKERAGE);
  }

  private Optional<String> now(Quantity quantity) {
    return switch (quantity) {
      case ETPS ->
          comparable.stream()
              .max(Comparator.comparingDouble(cell -> cell.etps().mean()))
              .map(
                  cell ->
                      Text.format(
                          "highest mean: %s %s, with %s",
                          Text.figure(cell.etps().mean(), 1), contents.unit(), cell.label()));
      case DIFFERENCE -> difference();
      case P90 -> range(Cost::p90Millis, "ms");
      case CPU -> range(Cost::cpuMillisPerTrade, "ms a " + contents.trade());
      case DISK -> range(Cost::diskOperationsPerTrade, "operations a " + contents.trade());
      case WAL -> range(Cost::walBytesPerTrade, "bytes a " + contents.trade());
      case OPERATIONS ->
          range(
              of(Disks.OF_DATABASES, DiskCost::operationsPerTrade),
              "operations a " + contents.trade());
      case MIB -> range(of(Disks.OF_DATABASES, DiskCost::mibPerTrade), "MiB a " + contents.trade());
      case AWAIT_DATA -> range(of(Disks.DATA, DiskCost::awaitMillis), "ms");
      case AWAIT_WAL -> range(of(Disks.WAL, DiskCost::awaitMillis), "ms");
      case GROWTH -> range(Cost::indexGrowthPerTrade, "bytes of indexes a " + contents.trade());
    };
  }

  /** A figure of some disks; null where it is not known. */
  private static Function<Cost, Double> of(Disks disks, Function<DiskCost, Double> figure) {
    return cost ->
        cost.disks().stream()
            .filter(one -> one.of().equals(disks.label()))
            .map(figure)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  /** The cell that is furthest from the baseline. */
  private Optional<String> difference() {
    return comparable.stream()
        .filter(cell -> cell.difference() != null && cell.difference().percent() != null)
        .max(Comparator.comparingDouble(cell -> Math.abs(cell.difference().percent())))
        .map(cell -> new CellChange(new Subject(cell.label(), false), cell))
        .map(
            change ->
                Text.format(
                    "%s%s",
                    change.gains(),
                    change.is(Conclusion.HIGHER) || change.is(Conclusion.LOWER)
                        ? ""
                        : ", no difference shown"));
  }

  /** The cells with the least and the most. */
  private Optional<String> range(Function<Cost, Double> figure, String unit) {
    List<ExperimentCell> known =
        comparable.stream()
            .filter(cell -> cell.cost() != null && figure.apply(cell.cost()) != null)
            .sorted(Comparator.comparingDouble(cell -> figure.apply(cell.cost())))
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    ExperimentCell least = known.get(0);
    ExperimentCell most = known.get(known.size() - 1);
    return Optional.of(
        Text.format(
            "%s (%s) to %s %s (%s)",
            ExperimentPage.digits(figure.apply(least.cost())),
            least.label(),
            ExperimentPage.digits(figure.apply(most.cost())),
            unit,
            most.label()));
  }
}
