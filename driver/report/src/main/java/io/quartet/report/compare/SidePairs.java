package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Comparison.Resource;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Estimates;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Measure;
import io.quartet.report.internal.statistics.RunPoints.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Every side against the first one, and all their rows judged together.
 *
 * @param method with the levels of the rows
 */
record SidePairs(Method method, List<Pair> pairs) {

  static SidePairs of(List<ComparedSide> sides) {
    ComparedSide baseline = sides.get(0);
    List<Pair> pairs =
        sides.subList(1, sides.size()).stream()
            .map(side -> new Maker(baseline, side).pair())
            .toList();
    Method method =
        Method.of(
            pairs.stream()
                .flatMap(SidePairs::figures)
                .filter(Figure::isPrimary)
                .map(Figure::change)
                .toList(),
            Stream.concat(
                    pairs.stream()
                        .flatMap(SidePairs::figures)
                        .filter(figure -> !figure.isPrimary())
                        .map(Figure::change),
                    pairs.stream().flatMap(pair -> pair.resources().stream()).map(Resource::change))
                .toList());
    return new SidePairs(
        method,
        pairs.stream()
            .map(pair -> judged(pair, method, sides.get(pair.side() - 1), baseline))
            .toList());
  }

  private static Stream<Figure> figures(Pair pair) {
    return Stream.of(pair.throughput(), pair.meanResponse(), pair.p90Response())
        .flatMap(List::stream);
  }

  private static Pair judged(Pair pair, Method method, ComparedSide side, ComparedSide baseline) {
    Function<List<Figure>, List<Figure>> judge =
        figures -> figures.stream().map(figure -> judged(figure, method)).toList();
    List<Figure> throughput = judge.apply(pair.throughput());
    List<Figure> mean = judge.apply(pair.meanResponse());
    List<Figure> p90 = judge.apply(pair.p90Response());
    String findings =
        pair.isComparable()
            ? PairSummary.of(throughput, Stream.of(mean, p90).flatMap(List::stream).toList())
            : "not comparable. " + String.join(" ", pair.notComparable());
    return new Pair(
        pair.baseline(),
        pair.side(),
        pair.notComparable(),
        pair.leftOut(),
        Text.format(
            "%s against %s: %s", Text.capitalized(side.label()), baseline.label(), findings),
        throughput,
        mean,
        p90,
        pair.resources().stream()
            .map(
                row ->
                    new Resource(
                        row.quantity(),
                        row.of(),
                        row.unit(),
                        row.change().judged(method.others().level())))
            .toList());
  }

  private static Figure judged(Figure figure, Method method) {
    Method.Family family = figure.isPrimary() ? method.primary() : method.others();
    return new Figure(
        figure.phase(),
        figure.group(),
        figure.transaction(),
        figure.change().judged(family.level()));
  }

  /** Makes a pair whose rows are not judged yet. */
  private static final class Maker {
    private final ComparedSide baseline;
    private final ComparedSide other;
    private final Comparability comparability;

    Maker(ComparedSide baseline, ComparedSide other) {
      this.baseline = baseline;
      this.other = other;
      this.comparability = Comparability.of(baseline.standing(), other.standing());
    }

    Pair pair() {
      return new Pair(
          baseline.number(),
          other.number(),
          Obstacle.sentences(comparability.notComparable()),
          Obstacle.sentences(
              comparability.leftOut().values().stream().flatMap(List::stream).toList()),
          "",
          figures(throughputs()),
          figures(responses(Measure.MEAN)),
          figures(responses(Measure.P90)),
          resources());
    }

    private Change change(Function<ComparedRun, Estimate> figure) {
      return Change.of(
          baseline.sample(comparability.leftOut().keySet(), figure),
          other.sample(comparability.leftOut().keySet(), figure),
          comparability.notComparable().isEmpty(),
          Method.seedOfSide(other.number()));
    }

    private List<Figure> figures(Stream<Quantity> quantities) {
      return quantities
          .map(
              quantity ->
                  new Figure(
                      quantity.phase(),
                      quantity.group() == null ? null : quantity.group().name(),
                      quantity.type() == null ? null : quantity.type().label(),
                      change(run -> run.estimates().get(quantity))))
          .filter(figure -> figure.change().baseline() != null || figure.change().other() != null)
          .toList();
    }

    private List<Resource> resources() {
      return baseline.runs().get(0).resources().figures().keySet().stream()
          .map(
              name ->
                  new Resource(
                      name.quantity(),
                      name.of(),
                      name.unit(),
                      change(run -> run.resources().estimate(name))))
          .toList();
    }

    /** In all, by Group, by phase, by phase and Group. */
    private Stream<Quantity> throughputs() {
      List<Quantity> quantities = new ArrayList<>();
      List<String> phases =
          Stream.of(baseline, other)
              .flatMap(side -> side.runs().stream())
              .flatMap(run -> run.phases().stream())
              .map(Phase::name)
              .distinct()
              .toList();
      Estimates.groupsAndAll().forEach(group -> quantities.add(Quantity.throughput(null, group)));
      phases.forEach(phase -> quantities.add(Quantity.throughput(phase, null)));
      for (String phase : phases) {
        for (VmGroup group : VmGroup.values()) {
          quantities.add(Quantity.throughput(phase, group));
        }
      }
      return quantities.stream();
    }

    /** By transaction, in all and by Group. */
    private static Stream<Quantity> responses(Measure measure) {
      return Stream.of(TransactionType.values())
          .flatMap(
              type ->
                  Estimates.groupsAndAll().stream()
                      .map(group -> new Quantity(measure, null, group, type)));
    }
  }
}
