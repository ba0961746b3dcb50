package io.quartet.report.compare;

import io.quartet.report.internal.statistics.Quantity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One side against the baseline, figure by figure. Immutable.
 *
 * @param comparability whether the sides can be compared, and which runs are left out
 * @param changes in the order of a table; {@link Change#other} is that of the runs in blocks that
 *     both sides have
 */
public record Pairing(
    Side baseline, Side other, Comparability comparability, Map<Quantity, Change> changes) {

  /**
   * Compares two sides; the conclusions of repeated runs come with {@link Pairings#judged}.
   *
   * @param quantities rows of the table
   */
  public static Pairing of(Side baseline, Side other, Collection<Quantity> quantities) {
    Comparability comparability = Comparability.of(baseline, other);
    Side before = baseline.counted();
    Side after = other.counted();
    Map<Quantity, Change> changes = new LinkedHashMap<>();
    for (Quantity quantity : quantities) {
      changes.put(
          quantity,
          Change.of(
              before.sample(quantity),
              after.sample(quantity),
              comparability.notComparable().isEmpty()));
    }
    return new Pairing(baseline, other, comparability, changes);
  }

  /** True if runs of both sides are compared within the blocks of an experiment. */
  boolean isInBlocks() {
    return other.runs().stream().anyMatch(run -> run.block().isPresent());
  }

  /** Etps against that of the baseline; null if it was not compared. */
  public Change etps() {
    return changes.get(Quantity.ETPS);
  }

  /** Every figure of the other side; what it has not is absent. */
  public Map<Quantity, Spread> spreads() {
    Map<Quantity, Spread> spreads = new LinkedHashMap<>();
    changes.forEach(
        (quantity, change) -> {
          if (change.other() != null) {
            spreads.put(quantity, change.other());
          }
        });
    return spreads;
  }

  /** The same with the conclusions of repeated runs. */
  Pairing judged(Method method) {
    Map<Quantity, Change> judged = new LinkedHashMap<>();
    changes.forEach(
        (quantity, change) -> judged.put(quantity, change.judged(method.level(quantity))));
    return new Pairing(baseline, other, comparability, judged);
  }
}
