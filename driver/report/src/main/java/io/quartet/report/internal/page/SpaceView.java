package io.quartet.report.internal.page;

import io.quartet.model.VmRole;
import io.quartet.report.section.Space;
import io.quartet.report.section.Space.Relation;
import io.quartet.report.section.Space.TableRoom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tables of all databases of one role.
 *
 * @param title heading
 * @param explanation what it says, in plain words
 * @param largest the largest tables of all Groups together, and the sum of all tables
 * @param all every table, of all Groups together and Group by Group
 * @param relations the largest tables with their indexes, of all Groups together
 * @param allRelations every table with its indexes
 */
public record SpaceView(
    String title,
    String explanation,
    List<TableRoom> largest,
    List<TableRoom> all,
    List<Relation> relations,
    List<Relation> allRelations) {

  private static final int LARGEST = 12;

  private static final double MIB = 1 << 20;
  private static final double GIB = 1 << 30;

  /** One view for each role that has rows. */
  public static List<SpaceView> of(Space space) {
    List<SpaceView> views = new ArrayList<>();
    add(
        views,
        space,
        VmRole.OLTP,
        "OLTP databases (VM3)",
        "The largest tables at the end of the measured interval, in all Groups and Sets, and"
            + " their growth within it, in total and per completed Trade-Result. A file grows by"
            + " whole blocks of 8 kB, so the growth of a short run is coarse.");
    add(
        views,
        space,
        VmRole.DSS,
        "DSS databases (VM2)",
        "The same for the databases that only serve Trade-Lookup and Trade-Update. They get no"
            + " new trades, so all growth is space for new versions of rows.");
    return views;
  }

  private static void add(
      List<SpaceView> views, Space space, VmRole role, String title, String explanation) {
    List<TableRoom> ofRole =
        space.tables().stream().filter(row -> row.role().equals(role.name())).toList();
    if (!ofRole.isEmpty()) {
      List<TableRoom> largest =
          largest(ofRole.stream().filter(row -> row.group() == null).toList());
      Set<String> names = new HashSet<>();
      largest.forEach(row -> names.add(row.table()));
      List<Relation> relations =
          space.relations().stream().filter(row -> row.role().equals(role.name())).toList();
      views.add(
          new SpaceView(
              title,
              explanation,
              largest,
              ofRole,
              relations.stream().filter(row -> names.contains(row.table())).toList(),
              relations));
    }
  }

  private static List<TableRoom> largest(List<TableRoom> rows) {
    int tables = rows.size() - 1;
    List<TableRoom> largest = new ArrayList<>(rows.subList(0, Math.min(LARGEST, tables)));
    largest.add(rows.get(tables));
    return largest;
  }

  /** Two densities of leaves, before and after. */
  public static String density(Relation row) {
    return row.leafDensityBefore() == null && row.leafDensityAfter() == null
        ? Format.fixed(null, 0)
        : Format.fixed(row.leafDensityBefore(), 1)
            + " → "
            + Format.fixed(row.leafDensityAfter(), 1);
  }

  /** Bytes in GiB. */
  public static String gib(long bytes) {
    return Format.fixed(bytes / GIB, 2);
  }

  /** Bytes in MiB. */
  public static String mib(Number bytes) {
    return Format.fixed(bytes == null ? null : bytes.doubleValue() / MIB, 2);
  }
}
