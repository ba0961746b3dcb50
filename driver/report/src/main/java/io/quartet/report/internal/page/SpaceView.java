package io.quartet.report.internal.page;

import io.quartet.model.VmRole;
import io.quartet.report.section.Space.TableRoom;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables of all databases of one role.
 *
 * @param title heading
 * @param explanation what it says, in plain words
 * @param largest the largest tables of all Groups together, and the sum of all tables
 * @param all every table, of all Groups together and Group by Group
 */
public record SpaceView(
    String title, String explanation, List<TableRoom> largest, List<TableRoom> all) {

  private static final int LARGEST = 12;

  private static final double MIB = 1 << 20;
  private static final double GIB = 1 << 30;

  /** One view for each role that has rows. */
  public static List<SpaceView> of(List<TableRoom> rows) {
    List<SpaceView> views = new ArrayList<>();
    add(
        views,
        rows,
        VmRole.OLTP,
        "OLTP databases (VM3)",
        "The largest tables at the end of the measured interval, all Groups and Sets; growth"
            + " within it, also divided by the Trade-Results completed in it. A file grows by whole blocks of"
            + " 8 kB, so the growth of a short run is coarse.");
    add(
        views,
        rows,
        VmRole.DSS,
        "DSS databases (VM2)",
        "The same of the databases that only answer Trade-Lookup and Trade-Update: no trades are"
            + " added, so what grows is room for new versions of rows.");
    return views;
  }

  private static void add(
      List<SpaceView> views, List<TableRoom> rows, VmRole role, String title, String explanation) {
    List<TableRoom> ofRole = rows.stream().filter(row -> row.role().equals(role.name())).toList();
    if (!ofRole.isEmpty()) {
      views.add(
          new SpaceView(
              title,
              explanation,
              largest(ofRole.stream().filter(row -> row.group() == null).toList()),
              ofRole));
    }
  }

  private static List<TableRoom> largest(List<TableRoom> rows) {
    int tables = rows.size() - 1;
    List<TableRoom> largest = new ArrayList<>(rows.subList(0, Math.min(LARGEST, tables)));
    largest.add(rows.get(tables));
    return largest;
  }

  /** Bytes in GiB. */
  public static String gib(long bytes) {
    return Format.fixed(bytes / GIB, 2);
  }

  /** Bytes in MiB. */
  public static String mib(Double bytes) {
    return Format.fixed(bytes == null ? null : bytes / MIB, 2);
  }
}
