package io.quartet.results.statistics;

import java.util.OptionalDouble;

/**
 * A table, or a sum of tables, at the end of the measured interval.
 *
 * @param tableBytes with TOAST and maps
 * @param indexBytes of all its indexes
 * @param indexes number of its indexes; in a sum over databases that of one of them
 * @param tableGrowth bytes the table grew by within the interval; empty without two samples
 * @param indexGrowth as {@code tableGrowth}, of its indexes
 */
public record TableSpace(
    double tableBytes,
    double indexBytes,
    int indexes,
    OptionalDouble tableGrowth,
    OptionalDouble indexGrowth) {

  /** Bytes of the table and its indexes. */
  public double bytes() {
    return tableBytes + indexBytes;
  }

  /** Bytes of indexes by byte of the table; empty for an empty table. */
  public OptionalDouble indexPerTable() {
    return tableBytes == 0 ? OptionalDouble.empty() : OptionalDouble.of(indexBytes / tableBytes);
  }

  /** The same with sizes that can be added up as they are shown. */
  public TableSpace inWholeBytes() {
    return new TableSpace(
        Math.round(tableBytes), Math.round(indexBytes), indexes, tableGrowth, indexGrowth);
  }

  /** The same table in two databases. */
  public TableSpace plus(TableSpace other) {
    return sum(other, Math.max(indexes, other.indexes));
  }

  /** Two tables of one database. */
  public TableSpace and(TableSpace other) {
    return sum(other, indexes + other.indexes);
  }

  private TableSpace sum(TableSpace other, int indexesOfBoth) {
    return new TableSpace(
        tableBytes + other.tableBytes,
        indexBytes + other.indexBytes,
        indexesOfBoth,
        sum(tableGrowth, other.tableGrowth),
        sum(indexGrowth, other.indexGrowth));
  }

  /** The sum of two figures; empty if either is. */
  public static OptionalDouble sum(OptionalDouble a, OptionalDouble b) {
    return a.isEmpty() || b.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(a.getAsDouble() + b.getAsDouble());
  }
}
