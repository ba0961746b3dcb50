package io.quartet.report.section;

import java.util.List;

/**
 * Room of the databases on their disks.
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
   * Room of a table in the databases of a role, at the end of the measured interval.
   *
   * @param role {@code OLTP} or {@code DSS}
   * @param group null for all Groups
   * @param table null for all tables
   * @param tableBytes with TOAST and maps
   * @param indexPerTable bytes of indexes by byte of the table; null for an empty table
   * @param indexes of the table in one database
   * @param tableGrowthBytes within the measured interval; null if that is not known
   * @param tableBytesPerTradeResult growth by Trade-Result of the Groups
   */
  public record TableRoom(
      String role,
      String group,
      String table,
      long tableBytes,
      long indexBytes,
      Double indexPerTable,
      int indexes,
      Double tableGrowthBytes,
      Double indexGrowthBytes,
      Double tableBytesPerTradeResult,
      Double indexBytesPerTradeResult) {}

  /**
   * A table, or an index, in all databases of a role: at the end of the measured interval, and what
   * was done with it within. What was not recorded is null.
   *
   * @param role {@code OLTP} or {@code DSS}
   * @param index null for the table itself, which its indexes follow
   * @param growthPercent of the size at the start of the interval
   * @param scans of the index; of a table those that read it as a whole
   * @param entriesRead index entries that the scans read; null for a table
   * @param heapFetches rows that the scans had to look up in the table; null for a table
   * @param indexOnlyPercent index entries read without a look at the table
   * @param leafDensityBefore percent of the room in the leaves that holds entries, before the load
   * @param leafDensityAfter the same after the load
   */
  public record Relation(
      String role,
      String table,
      String index,
      Long bytes,
      Double growthBytes,
      Double growthPercent,
      Double scans,
      Double scansPerTradeResult,
      Double entriesRead,
      Double heapFetches,
      Double indexOnlyPercent,
      Double leafDensityBefore,
      Double leafDensityAfter) {}

  /**
   * How far all databases of a role had grown at a moment of the measured interval. What was not
   * recorded is null.
   *
   * @param role {@code OLTP} or {@code DSS}
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
   * @param tableBytes of the table in this run; null, as what follows, if it has no such table
   */
  public record StudiedTable(
      String table,
      StudiedSize then,
      Long tableBytes,
      Long indexBytes,
      Double indexPerTable,
      Integer indexes) {}

  /** Sizes that the study states, in its GB. */
  public record StudiedSize(
      double tableGigabytes, double indexGigabytes, double indexPerTable, int indexes) {}

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
   * Growth of one database, in whole bytes.
   *
   * @param neededBytes tables and indexes in sixty business days
   */
  public record DatabaseGrowth(
      String vm, long tableBytesPerHour, long indexBytesPerHour, long neededBytes) {}

  /**
   * A file system with tables or indexes on it.
   *
   * @param freeBytes at the end of the measured interval
   */
  public record FileSystemRoom(
      String mount, long bytesPerHour, long neededBytes, long freeBytes, Judged verdict) {}
}
