package io.quartet.results.statistics;

import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Number of row writes in the tables of one database in the measured interval. */
public final class TableWrites {

  private static final String SOURCE = "tables";
  private static final String INSERTS = "n_tup_ins";
  private static final String UPDATES = "n_tup_upd";
  private static final String HOT_UPDATES = "n_tup_hot_upd";

  private TableWrites() {}

  /**
   * Entries that each index of a table got, estimated, by table: inserted rows, and updates that
   * are not HOT, as each of them writes into every index. Of an index on a part of the rows it is
   * an upper limit. Tables whose samples do not tell it are left out.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static Map<String, Double> entriesByTable(Samples samples, String vm) {
    Map<String, Map<String, CounterSeries>> tables = new TreeMap<>();
    StatsCsv.forEach(
        samples.folder(),
        vm,
        SOURCE,
        line -> {
          Map<String, CounterSeries> counters =
              tables.computeIfAbsent(line.text("table_name"), any -> new HashMap<>());
          for (String column : List.of(INSERTS, UPDATES, HOT_UPDATES)) {
            line.number(column)
                .ifPresent(
                    value ->
                        counters
                            .computeIfAbsent(column, any -> new CounterSeries())
                            .add(line.utcMillis(), column, value));
          }
        });
    Map<String, Double> entries = new TreeMap<>();
    tables.forEach(
        (table, counters) -> {
          OptionalDouble inserts = within(counters, INSERTS, samples.interval());
          OptionalDouble updates = within(counters, UPDATES, samples.interval());
          OptionalDouble hot = within(counters, HOT_UPDATES, samples.interval());
          if (inserts.isPresent() && updates.isPresent() && hot.isPresent()) {
            entries.put(
                table,
                inserts.getAsDouble() + Math.max(0, updates.getAsDouble() - hot.getAsDouble()));
          }
        });
    return entries;
  }

  /**
   * Rows that were inserted into a table since the first sample, by the moment of each sample;
   * empty if the counter was reset in between, or never counted.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static NavigableMap<Long, Double> inserted(ResultsFolder folder, String vm, String table) {
    CounterSeries counted = new CounterSeries();
    StatsCsv.forEach(
        folder,
        vm,
        SOURCE,
        line -> {
          if (line.text("table_name").equals(table)) {
            line.number(INSERTS).ifPresent(value -> counted.add(line.utcMillis(), INSERTS, value));
          }
        });
    NavigableMap<Long, Double> totals = counted.totals().byMoment();
    return totals.isEmpty()
            || totals.lastEntry().getValue() == 0
            || counted.isReset(Long.MIN_VALUE, Long.MAX_VALUE)
        ? new TreeMap<>()
        : totals;
  }

  private static OptionalDouble within(
      Map<String, CounterSeries> counters, String column, Span interval) {
    return counters.getOrDefault(column, new CounterSeries()).allWithin(interval);
  }
}
