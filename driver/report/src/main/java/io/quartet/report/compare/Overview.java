package io.quartet.report.compare;

import io.quartet.model.QuartetException;
import io.quartet.report.compare.Comparability.Obstacle;
import io.quartet.report.compare.Comparability.RunId;
import io.quartet.report.internal.statistics.Sample;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Many sides beside one baseline, with the figures that a table of the cells of an experiment
 * shows; {@code quartet compare} judges the same way and has all rows. Immutable.
 *
 * @param method with the levels at which rows are higher or lower
 * @param leftOut runs of any side that are in no figure, and why
 * @param baseline figures of the baseline, in the order of a table; what no run has is absent
 * @param drift how figures of the baseline moved over the blocks; absent where that is not known
 * @param sides every other side, in the order given
 */
public record Overview(
    Method method,
    Map<RunId, List<Obstacle>> leftOut,
    Map<FigureName, Spread> baseline,
    Map<FigureName, Drift> drift,
    List<Row> sides) {

  /**
   * One side against the baseline.
   *
   * @param label of the side
   * @param notComparable why nothing has a verdict; empty if it has
   * @param changes figure by figure; {@link Change#other} is that of this side, in the blocks that
   *     it has in common with the baseline
   */
  public record Row(String label, List<Obstacle> notComparable, Map<FigureName, Change> changes) {

    /** Etps against that of the baseline; empty if neither has any. */
    public Optional<Change> etps() {
      return Optional.ofNullable(changes.get(FigureName.ETPS));
    }

    private Row judged(Method method) {
      Map<FigureName, Change> judged = new LinkedHashMap<>();
      changes.forEach(
          (name, change) ->
              judged.put(
                  name,
                  change.judged(
                      (name.equals(FigureName.ETPS) ? method.primary() : method.others())
                          .level())));
      return new Row(label, notComparable, judged);
    }
  }

  /**
   * Compares sides with a baseline.
   *
   * <p>With three runs a side or more, runs are left out that are INVALID or of which other
   * programs took too much. With fewer an INVALID run counts: leave it out before, if it should
   * not.
   *
   * @param baseline its runs in all blocks, those of the control too
   * @throws QuartetException WORKLOAD_DIFFERS
   */
  public static Overview of(Side baseline, List<Side> others) {
    requireSameWorkload(baseline, others);
    List<Row> rows =
        IntStream.range(0, others.size())
            .parallel()
            .mapToObj(index -> row(baseline, others.get(index), Method.seedOfSide(index + 2)))
            .toList();
    Method method =
        Method.of(
            rows.stream().flatMap(row -> row.etps().stream()).toList(),
            rows.stream()
                .flatMap(row -> row.changes().entrySet().stream())
                .filter(entry -> !entry.getKey().equals(FigureName.ETPS))
                .map(Map.Entry::getValue)
                .toList());
    Map<RunId, List<Obstacle>> leftOut = new LinkedHashMap<>();
    Stream.concat(Stream.of(baseline), others.stream())
        .forEach(side -> leftOut.putAll(side.standing().leftOut()));
    Map<FigureName, Spread> spreads = new LinkedHashMap<>();
    Map<FigureName, Drift> drift = new LinkedHashMap<>();
    for (FigureName name : names(baseline)) {
      Spread spread = Spread.of(baseline.sample(leftOut.keySet(), name), Method.seedOfSide(1));
      if (spread != null) {
        spreads.put(name, spread);
        Drift.of(baseline.sample(leftOut.keySet(), name))
            .ifPresent(trend -> drift.put(name, trend));
      }
    }
    return new Overview(
        method, leftOut, spreads, drift, rows.stream().map(row -> row.judged(method)).toList());
  }

  private static void requireSameWorkload(Side baseline, List<Side> others) {
    List<RunSummary> runs =
        Stream.concat(Stream.of(baseline), others.stream())
            .flatMap(side -> side.runs().stream())
            .map(Side.Member::run)
            .toList();
    runs.forEach(run -> run.requireSameWorkload(runs.get(0)));
  }

  private static Row row(Side baseline, Side other, long seed) {
    Comparability comparability = Comparability.of(baseline.standing(), other.standing());
    Map<FigureName, Change> changes = new LinkedHashMap<>();
    for (FigureName name : names(baseline, other)) {
      Sample ofBaseline = baseline.sample(comparability.leftOut().keySet(), name);
      Sample ofOther = other.sample(comparability.leftOut().keySet(), name);
      Change change =
          Change.of(
              ofBaseline,
              ofOther.beside(ofBaseline),
              comparability.notComparable().isEmpty(),
              seed);
      if (change.baseline() != null || change.other() != null) {
        changes.put(name, change);
      }
    }
    return new Row(other.label(), comparability.notComparable(), changes);
  }

  private static Set<FigureName> names(Side... sides) {
    Set<FigureName> names = new LinkedHashSet<>();
    for (Side side : sides) {
      side.runs().forEach(member -> names.addAll(member.run().estimates().keySet()));
    }
    return names;
  }
}
