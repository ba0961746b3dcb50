package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.RelationUse.LeafDensity;
import io.quartet.results.system.DatabaseSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Use of tables and indexes, from the samples of {@code stats/<vm>/tables.csv} and {@code
 * indexes.csv}. Immutable.
 *
 * @param databases those whose sizes were sampled, Set by Set
 * @param problems files that could not be read, in words
 */
public record RelationStatistics(List<Database> databases, List<String> problems) {

  /** The second also gets a new moment when the server lost its counts in a crash. */
  private static final List<String> RESET_SOURCES = List.of("pg_stat_database", "pg_stat_bgwriter");

  public RelationStatistics {
    databases = List.copyOf(databases);
    problems = List.copyOf(problems);
  }

  /**
   * One database.
   *
   * @param relations each table, followed by its indexes
   * @param lostCounts why their counts are not known, in a few words; empty if they are
   * @param deadRows of all tables, not cleaned up, as the server estimates them
   * @param autovacuums of all tables since the first sample
   */
  public record Database(
      VmSet set,
      VmRole role,
      List<RelationUse> relations,
      Optional<String> lostCounts,
      TimeSeries deadRows,
      TimeSeries autovacuums) {

    public Database {
      relations = List.copyOf(relations);
    }
  }

  /**
   * Reads the samples, each file once.
   *
   * @param space sizes of the tables
   * @param interval the measured one
   */
  public static RelationStatistics read(
      ResultsFolder folder, SpaceStatistics space, Span interval) {
    List<Database> databases = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (SpaceStatistics.Database database : space.databases()) {
      Reader reader = new Reader(interval);
      String vm = database.set().vmName(database.role());
      try {
        StatsCsv.forEach(folder, vm, "tables", reader::addTable);
        StatsCsv.forEach(folder, vm, "indexes", reader::addIndex);
      } catch (QuartetException e) {
        problems.add(e.getMessage());
      }
      Optional<String> lost =
          lostCounts(new Samples(folder, interval), vm).or(reader::nothingCounted);
      List<RelationUse> relations = reader.relations(database.tables());
      databases.add(
          new Database(
              database.set(),
              database.role(),
              lost.isEmpty() ? relations : relations.stream().map(RelationUse::uncounted).toList(),
              lost,
              reader.deadRows,
              reader.autovacuums.totals()));
    }
    return new RelationStatistics(databases, problems);
  }

  /** Why a server did not count all that was done in its tables and indexes, in a few words. */
  private static Optional<String> lostCounts(Samples samples, String vm) {
    boolean isOff =
        new RunFiles(samples.folder())
            .settings(vm)
            .fold(
                settings -> DatabaseSettings.of(settings).countsNoRows(),
                absent -> false,
                damaged -> false);
    if (isOff) {
      return Optional.of(DatabaseSettings.TRACK_COUNTS + " was off");
    }
    return RESET_SOURCES.stream().anyMatch(source -> samples.isReset(vm, source))
        ? Optional.of("the statistics were reset, or lost in a crash, during the run")
        : Optional.empty();
  }

  private static final class Reader {
    private final Span interval;
    private final Map<String, CounterSeries> tableScans = new LinkedHashMap<>();
    private final Map<String, Map<String, Index>> indexes = new LinkedHashMap<>();
    private final TimeSeries deadRows = new TimeSeries();
    private final CounterSeries autovacuums = new CounterSeries();

    Reader(Span interval) {
      this.interval = interval;
    }

    void addTable(StatsCsv.Line line) {
      count(
          tableScans.computeIfAbsent(line.text("table_name"), any -> new CounterSeries()),
          line,
          "seq_scan");
      line.number("n_dead_tup").ifPresent(rows -> deadRows.addPart(line.utcMillis(), rows));
      line.number("autovacuum_count")
          .ifPresent(
              vacuums -> autovacuums.add(line.utcMillis(), line.text("table_name"), vacuums));
    }

    void addIndex(StatsCsv.Line line) {
      indexes
          .computeIfAbsent(line.text("table_name"), any -> new LinkedHashMap<>())
          .computeIfAbsent(line.text("index_name"), any -> new Index(interval))
          .add(line);
    }

    /** Other sessions can switch their counting off than the one whose settings were recorded. */
    Optional<String> nothingCounted() {
      Stream<CounterSeries> ofIndexes =
          indexes.values().stream().flatMap(all -> all.values().stream()).map(index -> index.scans);
      List<CounterSeries> all = Stream.concat(tableScans.values().stream(), ofIndexes).toList();
      boolean isCounted =
          all.isEmpty() || all.stream().anyMatch(one -> within(one, interval).orElse(1) > 0);
      return isCounted ? Optional.empty() : Optional.of("the server counted no scan at all");
    }

    List<RelationUse> relations(Map<String, TableSpace> tables) {
      List<RelationUse> relations = new ArrayList<>();
      tables.forEach(
          (table, space) -> {
            relations.add(
                new RelationUse(
                    table,
                    Optional.empty(),
                    OptionalDouble.of(space.tableBytes()),
                    space.tableGrowth(),
                    within(tableScans.getOrDefault(table, new CounterSeries()), interval),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    LeafDensity.UNKNOWN));
            indexes
                .getOrDefault(table, Map.of())
                .forEach((name, index) -> relations.add(index.use(table, name)));
          });
      return relations;
    }
  }

  /** One index while it is read. */
  private static final class Index {
    private final Span interval;
    private final TimeSeries bytes = new TimeSeries();
    private final CounterSeries scans = new CounterSeries();
    private final CounterSeries entriesRead = new CounterSeries();
    private final CounterSeries heapFetches = new CounterSeries();
    private OptionalDouble densityBefore = OptionalDouble.empty();
    private OptionalDouble densityAfter = OptionalDouble.empty();

    Index(Span interval) {
      this.interval = interval;
    }

    void add(StatsCsv.Line line) {
      line.number("index_bytes").ifPresent(size -> bytes.add(line.utcMillis(), size));
      count(scans, line, "idx_scan");
      count(entriesRead, line, "idx_tup_read");
      count(heapFetches, line, "idx_tup_fetch");
      OptionalDouble density = line.number("leaf_density");
      if (density.isPresent() && line.utcMillis() <= interval.startUtcMillis()) {
        densityBefore = density;
      } else if (density.isPresent() && line.utcMillis() >= interval.endUtcMillis()) {
        densityAfter = density;
      }
    }

    RelationUse use(String table, String name) {
      return new RelationUse(
          table,
          Optional.of(name),
          bytes.at(interval.seconds() > 0 ? interval.endUtcMillis() : Long.MAX_VALUE),
          bytes.growth(interval.startUtcMillis(), interval.endUtcMillis()),
          within(scans, interval),
          within(entriesRead, interval),
          within(heapFetches, interval),
          new LeafDensity(densityBefore, densityAfter));
    }
  }

  private static void count(CounterSeries counted, StatsCsv.Line line, String column) {
    line.number(column).ifPresent(value -> counted.add(line.utcMillis(), column, value));
  }

  private static OptionalDouble within(CounterSeries counted, Span interval) {
    return counted.allWithin(interval);
  }
}
