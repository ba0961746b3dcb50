package io.quartet.report.compare;

import io.quartet.report.internal.statistics.Quantity;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Sides against one baseline, all their rows judged together. Immutable.
 *
 * @param method with the levels at which rows are higher or lower
 * @param pairs every other side, in the order given
 */
public record Pairings(Method method, List<Pairing> pairs) {

  /**
   * Compares sides with a baseline in every figure that either has.
   *
   * <p>With three runs a side or more, runs are left out that are INVALID or of which other
   * programs took too much. With fewer an INVALID run counts: leave it out before, if it should
   * not.
   *
   * @param baseline its runs in all blocks, those of the control too
   */
  public static Pairings of(Side baseline, List<Side> others) {
    return of(baseline, others, Pairings::quantities);
  }

  private static Set<Quantity> quantities(Side baseline, Side other) {
    Set<Quantity> quantities = new LinkedHashSet<>(baseline.quantities());
    quantities.addAll(other.quantities());
    return quantities;
  }

  /**
   * Compares sides with a baseline, as above.
   *
   * @param rows of the table of a pair
   */
  static Pairings of(
      Side baseline, List<Side> others, BiFunction<Side, Side, Collection<Quantity>> rows) {
    return judged(
        others.parallelStream()
            .map(other -> Pairing.of(baseline, other, rows.apply(baseline, other)))
            .toList());
  }

  /** Judges the rows of all pairs together. */
  public static Pairings judged(List<Pairing> pairs) {
    Method method = Method.of(pairs);
    return new Pairings(method, pairs.stream().map(pair -> pair.judged(method)).toList());
  }
}
