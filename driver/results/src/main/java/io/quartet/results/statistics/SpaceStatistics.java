package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Room that tables and indexes take, by the samples of {@code stats/<vm>/sizes.csv}. Immutable.
 *
 * @param databases those that were sampled, Set by Set
 * @param problems files that could not be read, in words
 */
public record SpaceStatistics(List<Database> databases, List<String> problems) {

  /** Name of the samples. */
  public static final String SOURCE = "sizes";

  public SpaceStatistics {
    databases = List.copyOf(databases);
    problems = List.copyOf(problems);
  }

  /**
   * One database.
   *
   * @param tables by name
   * @param tableBytes of all its tables
   * @param indexBytes of all their indexes
   */
  public record Database(
      VmSet set,
      VmRole role,
      Map<String, TableSpace> tables,
      TimeSeries tableBytes,
      TimeSeries indexBytes) {

    public Database {
      tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }
  }

  /**
   * Reads the samples, each file once.
   *
   * @param sets whose databases are looked for
   * @param interval the measured one, within which growth is told; without it the sizes of the last
   *     samples are
   */
  public static SpaceStatistics read(ResultsFolder folder, List<VmSet> sets, Span interval) {
    List<Database> databases = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (VmSet set : sets) {
      for (VmRole role : VmRole.values()) {
        Reader reader = new Reader(interval);
        try {
          StatsCsv.forEach(folder, set.vmName(role), SOURCE, reader::add);
        } catch (QuartetException e) {
          problems.add(e.getMessage());
        }
        if (!reader.tables.isEmpty()) {
          databases.add(reader.database(set, role));
        }
      }
    }
    return new SpaceStatistics(databases, problems);
  }

  /** One table while it is read. */
  private static final class Table {
    final TimeSeries tableBytes = new TimeSeries();
    final TimeSeries indexBytes = new TimeSeries();
    int indexes;

    TableSpace space(Span interval) {
      long start = interval.startUtcMillis();
      long end = interval.endUtcMillis();
      long last = interval.seconds() > 0 ? end : Long.MAX_VALUE;
      return new TableSpace(
          tableBytes.at(last).orElseThrow(),
          indexBytes.at(last).orElseThrow(),
          indexes,
          tableBytes.growth(start, end),
          indexBytes.growth(start, end));
    }
  }

  private static final class Reader {
    private final Span interval;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final TimeSeries tableBytes = new TimeSeries();
    private final TimeSeries indexBytes = new TimeSeries();

    // The sample that is being read, one row for each table.
    private long utcMillis;
    private double tableSum;
    private double indexSum;
    private int rows;

    Reader(Span interval) {
      this.interval = interval;
    }

    void add(StatsCsv.Line line) {
      OptionalDouble ofTable = line.number("table_bytes");
      OptionalDouble ofIndexes = line.number("index_bytes");
      if (ofTable.isEmpty() || ofIndexes.isEmpty()) {
        return;
      }
      if (line.utcMillis() != utcMillis) {
        endSample();
        utcMillis = line.utcMillis();
      }
      Table table = tables.computeIfAbsent(line.text("table_name"), name -> new Table());
      table.tableBytes.add(utcMillis, ofTable.getAsDouble());
      table.indexBytes.add(utcMillis, ofIndexes.getAsDouble());
      table.indexes = (int) line.number("indexes").orElse(table.indexes);
      tableSum += ofTable.getAsDouble();
      indexSum += ofIndexes.getAsDouble();
      rows++;
    }

    /** A sample whose last rows are missing would look like space that was given back. */
    private void endSample() {
      if (rows > 0 && rows >= tables.size()) {
        tableBytes.add(utcMillis, tableSum);
        indexBytes.add(utcMillis, indexSum);
      }
      tableSum = 0;
      indexSum = 0;
      rows = 0;
    }

    Database database(VmSet set, VmRole role) {
      endSample();
      Map<String, TableSpace> spaces = new LinkedHashMap<>();
      tables.forEach((name, table) -> spaces.put(name, table.space(interval)));
      return new Database(set, role, spaces, tableBytes, indexBytes);
    }
  }
}
