package io.quartet.report.section;

import io.quartet.results.statistics.RelationUse;
import io.quartet.results.statistics.SpaceForecast;
import io.quartet.results.statistics.SpaceForecast.FileSystem;
import io.quartet.results.statistics.TableSpace;
import java.util.List;

/**
 * Room of the databases on their disks. A role is {@code OLTP} or {@code DSS}.
 *
 * @param tables room of tables and indexes at the end of the measured interval
 * @param relations the same table by table and index by index, and how they were used
 * @param growth how far the databases of a role had grown, from moment to moment
 * @param study sizes of the tables of a study beside those of this run
 * @param spaceForecast room that sixty business days would take
 */
public record Space(
    List<TableRoom> tables,
    List<Relation> relations,
    List<GrowthPoint> growth,
    List<StudiedTable> study,
    Forecast spaceForecast) {

  /**
   * Room of a table in the databases of a role.
   *
   * @param group null for all Groups
   * @param table null for all tables
   * @param tradeResults of the Sets of the databases
   */
  public record TableRoom(
      String role, String group, String table, TableSpace space, long tradeResults) {}

  /**
   * A table, or an index, in all databases of a role. A table is followed by its indexes.
   *
   * @param tradeResults of the Sets of the databases
   */
  public record Relation(String role, RelationUse use, long tradeResults) {}

  /**
   * How far all databases of a role had grown at a moment of the measured interval. What was not
   * recorded is null.
   *
   * @param seconds since the start of the interval
   * @param tradeResults completed since then by the Sets of the databases
   * @param tableGrowthPercent growth of the tables in percent of their size at the start
   * @param indexGrowthPercent the same of the indexes
   * @param deadRows not cleaned up at the moment, as the servers estimate them
   * @param autovacuums of tables since the start
   */
  public record GrowthPoint(
      String role,
      double seconds,
      long tradeResults,
      Double tableGrowthPercent,
      Double indexGrowthPercent,
      Double deadRows,
      Double autovacuums) {}

  /**
   * A table of the study of 2013 beside the same in all OLTP databases of this run.
   *
   * @param table null for all tables of the study
   * @param then in the study
   * @param now in this run; null if it has no such table
   */
  public record StudiedTable(String table, TableSpace then, TableSpace now) {}

  /**
   * Room that sixty business days of eight hours would take, at the growth of the measured
   * interval.
   *
   * @param databases those whose growth is known
   * @param missing what is not known, each in words; nothing is judged if there is any
   */
  public record Forecast(
      List<DatabaseGrowth> databases, List<FileSystemRoom> fileSystems, List<String> missing) {}

  /**
   * Growth of one database.
   *
   * @param tables bytes per hour
   * @param indexes bytes per hour
   */
  public record DatabaseGrowth(String vm, double tables, double indexes) {

    /** Bytes for all days. */
    public double needed() {
      return SpaceForecast.needed(tables + indexes);
    }
  }

  /** A file system with tables or indexes on it. */
  public record FileSystemRoom(FileSystem fileSystem, Judgment verdict) {}
}
