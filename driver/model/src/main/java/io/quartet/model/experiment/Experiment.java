package io.quartet.model.experiment;

import io.quartet.model.plan.RunPlan;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A benchmark that is run with several combinations of values, each several times. Sealed like the
 * plans in it: nothing in it can change, and it is written to {@code experiment.json} as it is.
 *
 * @param name letters, digits and hyphens, at most 30; names the folder of the results and, with a
 *     number, the databases
 * @param purpose the question in the words of its author
 * @param seed of the order of the runs
 * @param repeats blocks, 1 to 100: every cell is run once in each
 * @param precision when more blocks follow
 * @param maximumEtps most that the machine could do as the author states it, in trades per second
 * @param revisits figures of others that this is set beside
 * @param baseline number of the cell with which every other one is compared
 * @param varied what differs between the cells
 * @param cells at least two, numbered from 1 in their order
 */
public record Experiment(
    String name,
    Optional<String> purpose,
    long seed,
    int repeats,
    Optional<Precision> precision,
    OptionalDouble maximumEtps,
    List<Reference> revisits,
    int baseline,
    List<VariedKey> varied,
    List<Cell> cells) {

  public Experiment {
    revisits = List.copyOf(revisits);
    varied = List.copyOf(varied);
    cells = List.copyOf(cells);
  }

  /**
   * The cell of a number.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public Cell cell(int number) {
    return cells.get(number - 1);
  }

  /** A plan of each stack of databases, by its number: that of the first cell on it. */
  public SortedMap<Integer, RunPlan> stacks() {
    SortedMap<Integer, RunPlan> plans = new TreeMap<>();
    cells.forEach(cell -> plans.putIfAbsent(cell.stack(), cell.plan()));
    return plans;
  }

  /** Most blocks that are run, whatever the figures say. */
  public int mostRepeats() {
    return precision.map(Precision::atMost).orElse(repeats);
  }

  /**
   * When the repeats are enough.
   *
   * @param etpsPercent widest half of the interval of a difference in etps, in percent of the
   *     baseline; above 0
   * @param atMost blocks after which it is left at that, no fewer than the repeats
   */
  public record Precision(double etpsPercent, int atMost) {}

  /**
   * A figure of a study that this experiment looks at again.
   *
   * @param what the quantity, with the system it was taken on
   * @param then the figure of the study
   * @param source where the study says so
   * @param note why today's figure is another thing, if it is
   */
  public record Reference(String what, String then, String source, Optional<String> note) {}

  /**
   * A key of the benchmark file that differs between cells.
   *
   * @param key its place, for instance {@code load.users}
   * @param label the end of the key that tells it from the others, for instance {@code users}
   * @param values as texts, in the order of the file
   */
  public record VariedKey(String key, String label, List<String> values) {

    public VariedKey {
      values = List.copyOf(values);
    }
  }
}
