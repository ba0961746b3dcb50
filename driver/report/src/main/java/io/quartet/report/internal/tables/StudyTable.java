package io.quartet.report.internal.tables;

import io.quartet.model.VmRole;
import io.quartet.report.internal.data.Rounded;
import io.quartet.report.section.Space.StudiedSize;
import io.quartet.report.section.Space.StudiedTable;
import io.quartet.report.section.Space.TableRoom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Sizes of the study of 2013, whose keys had every column that a query names, beside those of this
 * run. Source: Bond, Johnson, Kopczynski and Taheri, talk on TPC-V (VLDB and TPCTC 2013), slide
 * "PostgreSQL tuning: Index-only scans, continued", the columns of PostgreSQL.
 */
final class StudyTable {

  private static final Map<String, StudiedSize> STUDY = new LinkedHashMap<>();

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

  private static StudiedSize size(double tableGigabytes, double indexGigabytes, int indexes) {
    return new StudiedSize(
        tableGigabytes, indexGigabytes, ratio(indexGigabytes, tableGigabytes), indexes);
  }

  /**
   * Table by table, and at last their sum.
   *
   * @param rooms of this run; there is no comparison without an OLTP database
   */
  static List<StudiedTable> of(List<TableRoom> rooms) {
    List<TableRoom> all =
        rooms.stream()
            .filter(room -> room.role().equals(VmRole.OLTP.name()) && room.group() == null)
            .toList();
    if (all.isEmpty()) {
      return List.of();
    }
    List<StudiedTable> tables = new ArrayList<>();
    STUDY.forEach(
        (name, then) -> {
          Optional<TableRoom> now =
              all.stream().filter(room -> name.equals(room.table())).findFirst();
          tables.add(
              new StudiedTable(
                  name,
                  then,
                  now.map(TableRoom::tableBytes).orElse(null),
                  now.map(TableRoom::indexBytes).orElse(null),
                  now.map(TableRoom::indexPerTable).orElse(null),
                  now.map(TableRoom::indexes).orElse(null)));
        });
    tables.add(sum(tables));
    return tables;
  }

  private static StudiedTable sum(List<StudiedTable> tables) {
    List<StudiedTable> known =
        tables.stream().filter(table -> Objects.nonNull(table.tableBytes())).toList();
    long tableBytes = known.stream().mapToLong(StudiedTable::tableBytes).sum();
    long indexBytes = known.stream().mapToLong(StudiedTable::indexBytes).sum();
    return new StudiedTable(
        null,
        size(
            rounded(STUDY.values().stream().mapToDouble(StudiedSize::tableGigabytes).sum()),
            rounded(STUDY.values().stream().mapToDouble(StudiedSize::indexGigabytes).sum()),
            STUDY.values().stream().mapToInt(StudiedSize::indexes).sum()),
        tableBytes,
        indexBytes,
        tableBytes == 0 ? null : (Double) ratio(indexBytes, tableBytes),
        known.stream().mapToInt(StudiedTable::indexes).sum());
  }

  private static double ratio(double part, double whole) {
    return rounded(part / whole);
  }

  private static double rounded(double value) {
    return Rounded.thousandths(OptionalDouble.of(value));
  }
}
