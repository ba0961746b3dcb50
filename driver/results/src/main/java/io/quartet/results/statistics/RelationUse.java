package io.quartet.results.statistics;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A table, or an index, of one database in the measured interval; or the same one in several
 * databases. What the samples do not tell is empty. Immutable.
 *
 * @param index name of the index; empty for the table itself
 * @param bytes at the end of the interval; of a table with TOAST and maps, without indexes
 * @param growth bytes by which it grew within the interval
 * @param scans of the index; of a table those that read it as a whole
 * @param entriesRead index entries that the scans read; empty for a table
 * @param heapFetches rows that the scans had to look up in the table; empty for a table
 * @param leafDensity of an index
 */
public record RelationUse(
    String table,
    Optional<String> index,
    OptionalDouble bytes,
    OptionalDouble growth,
    OptionalDouble scans,
    OptionalDouble entriesRead,
    OptionalDouble heapFetches,
    LeafDensity leafDensity) {

  /**
   * How much of the room in the leaves of an index holds entries, in percent.
   *
   * @param before before the interval
   * @param after after the interval
   */
  public record LeafDensity(OptionalDouble before, OptionalDouble after) {
    /** The density of a table, which has none, and of an index where it was not read. */
    static final LeafDensity UNKNOWN =
        new LeafDensity(OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** The same without the counts of its use. */
  RelationUse uncounted() {
    return new RelationUse(
        table,
        index,
        bytes,
        growth,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        leafDensity);
  }

  /** Growth in percent of the size at the start of the interval. */
  public OptionalDouble growthPercent() {
    if (bytes.isEmpty() || growth.isEmpty()) {
      return OptionalDouble.empty();
    }
    double atStart = bytes.getAsDouble() - growth.getAsDouble();
    return atStart > 0
        ? OptionalDouble.of(100 * growth.getAsDouble() / atStart)
        : OptionalDouble.empty();
  }

  /** Index entries read without a look at the table, as {@link Activity#indexOnlyPercent()}. */
  public OptionalDouble indexOnlyPercent() {
    return Activity.indexOnlyPercent(heapFetches, entriesRead);
  }

  /** The same one in two databases; densities are means weighted by size. */
  public RelationUse plus(RelationUse other) {
    return new RelationUse(
        table,
        index,
        TableSpace.sum(bytes, other.bytes),
        TableSpace.sum(growth, other.growth),
        TableSpace.sum(scans, other.scans),
        TableSpace.sum(entriesRead, other.entriesRead),
        TableSpace.sum(heapFetches, other.heapFetches),
        new LeafDensity(
            mean(leafDensity.before, other.leafDensity.before, other),
            mean(leafDensity.after, other.leafDensity.after, other)));
  }

  private OptionalDouble mean(OptionalDouble own, OptionalDouble others, RelationUse other) {
    OptionalDouble sum = TableSpace.sum(bytes, other.bytes);
    if (own.isEmpty() || others.isEmpty() || sum.orElse(0) <= 0) {
      return OptionalDouble.empty();
    }
    double weight = bytes.getAsDouble() / sum.getAsDouble();
    return OptionalDouble.of(weight * own.getAsDouble() + (1 - weight) * others.getAsDouble());
  }
}
