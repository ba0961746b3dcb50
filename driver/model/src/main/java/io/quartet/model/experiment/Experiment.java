package io.quartet.model.experiment;

import io.quartet.model.plan.RunPlan;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
 * @param percentOf cells that the others are also shown in percent of
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
    PercentOf percentOf,
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

  /** Copies that the databases of a stack keep: one for each index profile of its cells. */
  public int copies(int stack) {
    return (int)
        cells.stream()
            .filter(cell -> cell.stack() == stack)
            .map(cell -> cell.plan().database().indexes())
            .distinct()
            .count();
  }

  /** Maximum number of blocks. */
  public int mostRepeats() {
    return precision.map(Precision::atMost).orElse(repeats);
  }

  /**
   * What cells are also shown in percent of: another cell, or the sum of several.
   *
   * @param values of some varied keys: of the cell that has these and otherwise its own; empty if
   *     that is not asked for
   * @param labels of cells in which databases have their machines alone; empty if that is not asked
   *     for
   */
  public record PercentOf(SortedMap<String, String> values, List<String> labels) {

    public static final PercentOf NONE = new PercentOf(new TreeMap<>(), List.of());

    public PercentOf {
      values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
      labels = List.copyOf(labels);
    }

    /** True if databases are shown in percent of what they bring alone. */
    public boolean comparesWithAlone() {
      return values.containsKey("sets") || !labels.isEmpty();
    }
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
   * @param now which of today's figures stands beside it; empty if none is of its kind
   */
  public record Reference(
      String what, String then, String source, Optional<String> note, Optional<Quantity> now) {}

  /** A figure of the cells, by its word in the file. */
  public enum Quantity {
    /** The headline of the workload; in files it has the name of its unit, etps or tps. */
    ETPS,
    /** Etps against those of the baseline. */
    DIFFERENCE,
    /** 90th percentile of the response time of Trade-Order. */
    P90,
    CPU,
    /** Operations of all disks of the machines with databases. */
    DISK,
    /** Operations of the disks with a part of a database. */
    OPERATIONS,
    /** MiB that these disks read and wrote. */
    MIB,
    /** Mean time of an operation of the disks with tables. */
    AWAIT_DATA,
    /** Mean time of an operation of the disks with write-ahead log. */
    AWAIT_WAL,
    WAL,
    /** Growth of the indexes. */
    GROWTH;

    /** As it is written in files. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The one of a word.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Quantity of(String word) {
      return word.equals("tps") ? ETPS : valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /**
   * A key of the benchmark file that differs between cells.
   *
   * @param key its place, for instance {@code load.users}
   * @param label the end of the key that tells it from the others, for instance {@code users}
   * @param values as texts, in the order of the file
   * @param names of values that are too long for a sentence; only reports give them
   */
  public record VariedKey(
      String key, String label, List<String> values, Map<String, String> names) {

    public VariedKey {
      values = List.copyOf(values);
      names = Map.copyOf(names);
    }

    public VariedKey(String key, String label, List<String> values) {
      this(key, label, values, Map.of());
    }
  }
}
