package io.quartet.report.internal.run;

import io.quartet.model.VmRole;
import io.quartet.report.section.Space.StudiedTable;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.results.statistics.TableSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Sizes of the study of 2013, whose keys had every column that a query names, beside those of this
 * run. Source: Bond, Johnson, Kopczynski and Taheri, talk on TPC-V (VLDB and TPCTC 2013), slide
 * "PostgreSQL tuning: Index-only scans, continued", the columns of PostgreSQL.
 */
final class StudyTable {

  private static final double GIGABYTE = 1e9;
  private static final Map<String, TableSpace> STUDY = new LinkedHashMap<>();

  static {
    STUDY.put("cash_transaction", size(146, 140, 1));
    STUDY.put("daily_market", size(11, 4.7, 1));
    STUDY.put("holding_history", size(93, 125, 2));
    STUDY.put("news_item", size(20, 0.003, 1));
    STUDY.put("settlement", size(91, 78, 1));
    STUDY.put("trade", size(176, 135, 3));
    STUDY.put("trade_history", size(168, 124, 1));
  }

  private StudyTable() {}

  private static TableSpace size(double tableGigabytes, double indexGigabytes, int indexes) {
    return new TableSpace(
        tableGigabytes * GIGABYTE,
        indexGigabytes * GIGABYTE,
        indexes,
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }

  /**
   * Table by table, and at last their sum.
   *
   * @param rooms of this run; there is no comparison without an OLTP database
   */
  static List<StudiedTable> of(List<TableRoom> rooms) {
    Map<String, TableSpace> now = new HashMap<>();
    for (TableRoom room : rooms) {
      if (room.role().equals(VmRole.OLTP.name()) && room.group() == null && room.table() != null) {
        now.put(room.table(), room.space());
      }
    }
    if (now.isEmpty()) {
      return List.of();
    }
    List<StudiedTable> tables = new ArrayList<>();
    STUDY.forEach((name, then) -> tables.add(new StudiedTable(name, then, now.get(name))));
    tables.add(
        new StudiedTable(
            null,
            sum(STUDY.values().stream()),
            sum(STUDY.keySet().stream().map(now::get).filter(Objects::nonNull))));
    return tables;
  }

  private static TableSpace sum(Stream<TableSpace> tables) {
    return tables.map(TableSpace::inWholeBytes).reduce(size(0, 0, 0), TableSpace::and);
  }
}
