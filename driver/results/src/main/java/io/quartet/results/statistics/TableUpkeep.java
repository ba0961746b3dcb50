package io.quartet.results.statistics;

import io.quartet.results.folder.StatsCsv;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Work of autovacuum on one table, at the last sample of the measured interval and since the first.
 *
 * @param liveRows as the server estimates them
 * @param deadRows not cleaned up, as the server estimates them
 * @param pages of the table
 * @param visiblePages whose rows every transaction sees
 * @param insertedRows within the interval
 * @param changedRows updated or deleted within the interval
 */
public record TableUpkeep(
    double liveRows,
    double deadRows,
    double pages,
    double visiblePages,
    double insertedRows,
    double changedRows) {

  /**
   * Reads the samples of a database, by table; empty if they do not tell all of the interval.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static Optional<Map<String, TableUpkeep>> read(Samples samples, String vm) {
    Map<String, Table> tables = new TreeMap<>();
    boolean isCovered =
        samples.forEach(
            vm,
            "tables",
            line -> tables.computeIfAbsent(line.text("table_name"), name -> new Table()).see(line));
    if (!isCovered || tables.values().stream().anyMatch(table -> table.isUnknown)) {
      return Optional.empty();
    }
    Map<String, TableUpkeep> upkeep = new TreeMap<>();
    tables.forEach((name, table) -> upkeep.put(name, table.last));
    return Optional.of(upkeep);
  }

  /**
   * Age of the oldest snapshot that any session of a database held in the interval, seconds; empty
   * if the samples do not show all sessions, for example because the role may not see them.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static OptionalDouble oldestSnapshotSeconds(Samples samples, String vm) {
    double[] oldest = {0};
    boolean[] isUnknown = {false};
    boolean isCovered =
        samples.forEach(
            vm,
            "horizon",
            line -> {
              OptionalDouble seconds = line.number("oldest_snapshot_s");
              isUnknown[0] |= seconds.isEmpty() || !line.text("hidden_sessions").equals("0");
              oldest[0] = Math.max(oldest[0], seconds.orElse(0));
            });
    return isCovered && !isUnknown[0] ? OptionalDouble.of(oldest[0]) : OptionalDouble.empty();
  }

  /** A table while it is read. */
  private static final class Table {
    private double insertedBefore = Double.NaN;
    private double changedBefore;
    private boolean isUnknown;
    private TableUpkeep last;

    void see(StatsCsv.Line line) {
      double inserted = number(line, "n_tup_ins");
      double changed = number(line, "n_tup_upd") + number(line, "n_tup_del");
      if (Double.isNaN(insertedBefore)) {
        insertedBefore = inserted;
        changedBefore = changed;
      }
      last =
          new TableUpkeep(
              number(line, "n_live_tup"),
              number(line, "n_dead_tup"),
              number(line, "pages"),
              number(line, "all_visible_pages"),
              inserted - insertedBefore,
              changed - changedBefore);
    }

    private double number(StatsCsv.Line line, String column) {
      OptionalDouble value = line.number(column);
      isUnknown |= value.isEmpty();
      return value.orElse(0);
    }
  }
}
