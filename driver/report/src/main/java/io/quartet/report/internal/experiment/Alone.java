package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Experiment.PercentOf;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.WorstServed;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * What the Sets of a cell bring if each has its machines alone.
 *
 * @param sum of all of them
 * @param bySet by name of the Set; without those of which that is not known
 */
record Alone(double sum, Map<String, Double> bySet) {

  /**
   * That of a cell; empty if the experiment does not name where they are alone, if a cell there has
   * no figures, or the cell is such a cell itself.
   *
   * @param one the cell of the same values with another number of Sets, if values were named
   * @param rates throughput of each Set, by number of the cell
   */
  static Optional<Alone> of(
      PercentOf percentOf,
      List<ExperimentCell> cells,
      ExperimentCell cell,
      Optional<ExperimentCell> one,
      IntFunction<Map<String, Double>> rates) {
    if (!percentOf.comparesWithAlone() || cell.etps() == null) {
      return Optional.empty();
    }
    return percentOf.labels().isEmpty()
        ? one.map(
            named -> ofEqualSets(named, rates.apply(named.number()), rates.apply(cell.number())))
        : ofCells(percentOf.labels(), cells, cell, rates);
  }

  /** Each Set is taken for one of those in a cell. */
  private static Alone ofEqualSets(
      ExperimentCell one, Map<String, Double> there, Map<String, Double> here) {
    double each = one.etps().mean() / there.size();
    Map<String, Double> bySet = new HashMap<>();
    here.keySet().forEach(set -> bySet.put(set, each));
    return new Alone(each * here.size(), bySet);
  }

  private static Optional<Alone> ofCells(
      List<String> labels,
      List<ExperimentCell> cells,
      ExperimentCell cell,
      IntFunction<Map<String, Double>> rates) {
    List<ExperimentCell> alone =
        cells.stream().filter(one -> labels.contains(one.label())).toList();
    if (alone.isEmpty()
        || alone.contains(cell)
        || alone.stream().anyMatch(one -> one.etps() == null)) {
      return Optional.empty();
    }
    Map<String, Double> bySet = new HashMap<>();
    alone.forEach(one -> bySet.putAll(rates.apply(one.number())));
    return Optional.of(
        new Alone(alone.stream().mapToDouble(one -> one.etps().mean()).sum(), bySet));
  }

  /**
   * The Set that gets the smallest part of that; of several the first.
   *
   * @param rates of the cell, by name of the Set
   */
  Optional<WorstServed> worst(Map<String, Double> rates) {
    return rates.entrySet().stream()
        .filter(one -> bySet.getOrDefault(one.getKey(), 0.0) > 0)
        .map(one -> new WorstServed(one.getKey(), 100 * one.getValue() / bySet.get(one.getKey())))
        .min(Comparator.comparingDouble(WorstServed::percent).thenComparing(WorstServed::set));
  }
}
