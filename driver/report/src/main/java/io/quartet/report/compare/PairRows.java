package io.quartet.report.compare;

import io.quartet.model.RequestKind;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Comparison.Resource;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Measure;
import io.quartet.report.section.Contents;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** The rows of two sides in the tables of a comparison. */
final class PairRows {

  private PairRows() {}

  /**
   * What the tables have rows of: throughput in all, by Group, by phase, by phase and Group;
   * response times by transaction, in all and by Group; resources.
   */
  static List<Quantity> quantities(Side baseline, Side other) {
    List<RequestKind> kinds =
        distinct(baseline, other, Quantity::kind)
            .sorted(Comparator.comparingInt(RequestKind::ordinal))
            .toList();
    return Quantity.all(kinds, distinct(baseline, other, Quantity::phase).toList());
  }

  /** What figures of two sides are of, each once; those of nothing are left out. */
  private static <T> Stream<T> distinct(Side baseline, Side other, Function<Quantity, T> of) {
    return Stream.of(baseline, other)
        .flatMap(side -> side.quantities().stream())
        .map(of)
        .filter(Objects::nonNull)
        .distinct();
  }

  /**
   * @param number of the other side
   */
  static Pair of(Pairing pairing, int number, Contents contents) {
    Comparability comparability = pairing.comparability();
    return new Pair(
        1,
        number,
        Obstacle.sentences(comparability.notComparable()),
        Obstacle.sentences(
            comparability.leftOut().values().stream().flatMap(List::stream).toList()),
        PairSummary.of(pairing, contents),
        figures(pairing, Measure.THROUGHPUT),
        figures(pairing, Measure.MEAN),
        figures(pairing, Measure.P90),
        rows(pairing)
            .filter(row -> row.getKey().measure().isResource())
            // Runs of which it is not known what lies where have no such rows.
            .filter(row -> row.getKey().disks() == null || row.getValue().isKnown())
            .filter(row -> contents.isBrokerage() || row.getValue().isKnown())
            .map(
                row ->
                    new Resource(
                        row.getKey().measure().label(),
                        row.getKey().owner(),
                        contents.words(row.getKey().measure().unit()),
                        row.getValue()))
            .toList());
  }

  private static Stream<Map.Entry<Quantity, Change>> rows(Pairing pairing) {
    return pairing.changes().entrySet().stream();
  }

  private static List<Figure> figures(Pairing pairing, Measure measure) {
    return rows(pairing)
        .filter(row -> row.getKey().measure() == measure && row.getValue().isKnown())
        .map(row -> figure(row.getKey(), row.getValue()))
        .toList();
  }

  private static Figure figure(Quantity quantity, Change change) {
    return new Figure(
        quantity.phase(),
        quantity.group() == null ? null : quantity.group().name(),
        quantity.kind() == null ? null : quantity.kind().label(),
        change);
  }
}
