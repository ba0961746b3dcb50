package io.quartet.report.internal.experiment;

import io.quartet.model.experiment.Experiment.VariedKey;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentCurve.Linear;
import io.quartet.report.experiment.ExperimentCurve.Point;
import io.quartet.report.experiment.ExperimentReport.Plan;
import io.quartet.results.LoadStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** Finds the curves among the cells of an experiment. */
final class Curves {

  /** Etps by unit of the value may fall so far below that of the first point. */
  private static final double LINEAR_SHARE = 0.9;

  private final List<VariedKey> varied;
  private final List<ExperimentCell> cells;
  private final List<ExperimentCell> comparable;

  private Curves(List<VariedKey> varied, List<ExperimentCell> cells) {
    this.varied = varied;
    this.cells = cells;
    this.comparable = ExperimentCell.comparable(cells);
  }

  /**
   * One for each combination of the other keys; none if no key has numbers. Cells that are not
   * comparable with the baseline are on the curve, but not in peak, knee and linear region.
   */
  static List<ExperimentCurve> of(List<VariedKey> varied, List<ExperimentCell> cells) {
    return axis(varied).map(key -> new Curves(varied, cells).over(key)).orElse(List.of());
  }

  /** The key with numbers that has the most values, of several the first. */
  static Optional<VariedKey> axis(List<VariedKey> varied) {
    return varied.stream()
        .filter(key -> key.values().size() > 1 && KeyWords.isNumeric(key))
        .reduce((one, other) -> other.values().size() > one.values().size() ? other : one);
  }

  /**
   * The cells in percent of the peak of their curve, if they are comparable with the baseline, and
   * of the cells that the plan names for them.
   *
   * @param rates throughput of each Set, by number of the cell
   */
  static List<ExperimentCell> withPercents(
      Plan plan,
      List<ExperimentCell> cells,
      List<ExperimentCurve> curves,
      IntFunction<Map<String, Double>> rates) {
    Map<Integer, Double> ofBest = new HashMap<>();
    List<ExperimentCell> comparable = ExperimentCell.comparable(cells);
    for (ExperimentCurve curve : curves) {
      for (Point point : curve.points()) {
        if (comparable.contains(cells.get(point.cell() - 1))) {
          double peak = cells.get(curve.peakCell() - 1).etps().mean();
          ofBest.put(point.cell(), 100 * point.etps() / peak);
        }
      }
    }
    return cells.stream()
        .map(
            cell -> {
              Optional<ExperimentCell> named = named(plan.percentOf().values(), cells, cell);
              Optional<Alone> alone = Alone.of(plan.percentOf(), cells, cell, named, rates);
              return cell.withPercents(
                  ofBest.get(cell.number()),
                  named.map(one -> 100 * cell.etps().mean() / one.etps().mean()).orElse(null),
                  alone.map(one -> 100 * cell.etps().mean() / one.sum()).orElse(null),
                  alone.flatMap(one -> one.worst(rates.apply(cell.number()))).orElse(null));
            })
        .toList();
  }

  /** The cell of which one is a percentage, if both have figures. */
  private static Optional<ExperimentCell> named(
      Map<String, String> percentOf, List<ExperimentCell> cells, ExperimentCell cell) {
    Map<String, String> values = new HashMap<>(cell.values());
    values.putAll(percentOf);
    return cells.stream()
        .filter(one -> cell.etps() != null && !percentOf.isEmpty())
        .filter(one -> one.etps() != null && one.values().equals(values))
        .findFirst();
  }

  private List<ExperimentCurve> over(VariedKey key) {
    List<VariedKey> fixed = varied.stream().filter(other -> !other.equals(key)).toList();
    Map<String, List<ExperimentCell>> series = new LinkedHashMap<>();
    for (ExperimentCell cell : cells) {
      series
          .computeIfAbsent(KeyWords.cell(fixed, cell.values()), name -> new ArrayList<>())
          .add(cell);
    }
    return series.entrySet().stream()
        .map(entry -> curve(key, entry.getKey(), entry.getValue()))
        .toList();
  }

  private ExperimentCurve curve(VariedKey key, String series, List<ExperimentCell> some) {
    List<Point> points = points(key, some);
    List<Point> standing = points(key, some.stream().filter(comparable::contains).toList());
    return new ExperimentCurve(
        key.key(),
        KeyWords.label(key),
        series,
        points,
        standing.stream()
            .max(Comparator.comparingDouble(Point::etps))
            .map(Point::cell)
            .orElse(null),
        knee(standing),
        linear(standing));
  }

  private List<Point> points(VariedKey key, List<ExperimentCell> some) {
    return some.stream()
        .filter(cell -> cell.etps() != null)
        .map(cell -> point(key, cell))
        .sorted(Comparator.comparingDouble(Point::amount))
        .toList();
  }

  private Point point(VariedKey key, ExperimentCell cell) {
    String value = cell.values().get(key.key());
    ExperimentCell.Etps etps = cell.etps();
    return new Point(
        cell.number(),
        value,
        KeyWords.amount(value).orElseThrow(),
        etps.mean(),
        etps.low(),
        etps.high(),
        etps.median());
  }

  private static Integer knee(List<Point> points) {
    var knee = LoadStep.kneeOf(points.stream().mapToDouble(Point::etps).toArray());
    return knee.isEmpty() ? null : (Integer) points.get(knee.getAsInt()).cell();
  }

  private static Linear linear(List<Point> points) {
    if (points.isEmpty() || points.get(0).amount() <= 0) {
      return null;
    }
    double first = points.get(0).etps() / points.get(0).amount();
    List<Point> part =
        points.stream()
            .takeWhile(
                point ->
                    point.etps() / point.amount() >= LINEAR_SHARE * first
                        && point.etps() / point.amount() <= first / LINEAR_SHARE)
            .toList();
    if (part.size() < 2) {
      return null;
    }
    double products = part.stream().mapToDouble(point -> point.amount() * point.etps()).sum();
    double squares = part.stream().mapToDouble(point -> point.amount() * point.amount()).sum();
    return new Linear(part.get(0).cell(), part.get(part.size() - 1).cell(), products / squares);
  }
}
