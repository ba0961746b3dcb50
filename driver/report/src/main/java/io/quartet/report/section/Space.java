package io.quartet.report.section;

import java.util.List;

/**
 * Room of the databases on their disks.
 *
 * @param tables room of tables and indexes at the end of the measured interval
 * @param spaceForecast room that sixty business days would take
 */
public record Space(List<TableRoom> tables, Forecast spaceForecast) {

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
