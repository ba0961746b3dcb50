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
   * @param samples of all its tables, in order of time
   */
  public record Database(
      VmSet set, VmRole role, Map<String, TableSpace> tables, List<Sample> samples) {

    public Database {
      tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
      samples = List.copyOf(samples);
    }
  }

  /** All tables and indexes of a database at one moment, bytes. */
  public record Sample(long utcMillis, double tableBytes, double indexBytes) {}

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
          databases.add(new Database(set, role, reader.tables(), reader.samples()));
        }
      }
    }
    return new SpaceStatistics(databases, problems);
  }

  /** One table while it is read. */
  private static final class Table {
    final BorderValues tableBytes;
    final BorderValues indexBytes;
    int indexes;

    Table(Span interval) {
      this.tableBytes = BorderValues.of(interval);
      this.indexBytes = BorderValues.of(interval);
    }

    TableSpace space() {
      return new TableSpace(
          tableBytes.atEnd(),
          indexBytes.atEnd(),
          indexes,
          tableBytes.growth(),
          indexBytes.growth());
    }
  }

  private static final class Reader {
    private final Span interval;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private int tablesOfLast;

    Reader(Span interval) {
      this.interval = interval;
    }

    void add(StatsCsv.Line line) {
      if (line.number("table_bytes").isEmpty() || line.number("index_bytes").isEmpty()) {
        return;
      }
      double tableBytes = line.number("table_bytes").getAsDouble();
      double indexBytes = line.number("index_bytes").getAsDouble();
      Table table = tables.computeIfAbsent(line.text("table_name"), name -> new Table(interval));
      table.tableBytes.add(line.utcMillis(), tableBytes);
      table.indexBytes.add(line.utcMillis(), indexBytes);
      table.indexes = (int) line.number("indexes").orElse(table.indexes);
      int last = samples.size() - 1;
      if (last >= 0 && samples.get(last).utcMillis() == line.utcMillis()) {
        Sample sum = samples.get(last);
        samples.set(
            last,
            new Sample(
                line.utcMillis(), sum.tableBytes() + tableBytes, sum.indexBytes() + indexBytes));
        tablesOfLast++;
      } else {
        dropTornSample();
        samples.add(new Sample(line.utcMillis(), tableBytes, indexBytes));
        tablesOfLast = 1;
      }
    }

    /** A sample whose last rows are missing would look like space that was given back. */
    private void dropTornSample() {
      if (!samples.isEmpty() && tablesOfLast < tables.size()) {
        samples.remove(samples.size() - 1);
      }
    }

    Map<String, TableSpace> tables() {
      Map<String, TableSpace> spaces = new LinkedHashMap<>();
      tables.forEach((name, table) -> spaces.put(name, table.space()));
      return spaces;
    }

    List<Sample> samples() {
      dropTornSample();
      return samples;
    }
  }
}
