package io.quartet.report.internal.run;

import io.quartet.model.VmRole;
import io.quartet.report.Report;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Sketch;
import java.util.List;

/**
 * The parts of the system as boxes: the driver, and for each Group with VMs one Set with its three
 * VMs.
 */
public final class SystemDiagram {

  private static final int WIDTH = Sketch.WIDTH;
  private static final int DRIVER_WIDTH = 128;
  private static final int SYSTEM_LEFT = 186;
  private static final int MARGIN = 10;
  private static final int BOX_HEIGHT = 34;
  private static final int GROUP_TOP = 30;

  /** As high as the driver beside it. */
  private static final int LEAST_HEIGHT = 126;

  private static final double TITLE = 12;
  private static final double TEXT = 10.5;
  private static final double NOTE = 9;

  private final Report report;
  private final Sketch sketch = new Sketch();

  private SystemDiagram(Report report) {
    this.report = report;
  }

  /** The diagram of a run. */
  public static Drawing of(Report report) {
    return new SystemDiagram(report).drawing();
  }

  private Drawing drawing() {
    int boxes = report.contents().isBrokerage() ? 3 : 1;
    int groupHeight = Math.max(boxes * BOX_HEIGHT + 64, LEAST_HEIGHT);
    int height = GROUP_TOP + groupHeight + 34;
    driver(GROUP_TOP + groupHeight / 2);
    frame(SYSTEM_LEFT, 0, WIDTH - SYSTEM_LEFT, height, "System under test");
    List<String> groups = report.run().scale().groups();
    int width = (WIDTH - SYSTEM_LEFT - MARGIN) / Math.max(1, groups.size()) - MARGIN;
    for (int i = 0; i < groups.size(); i++) {
      group(groups.get(i), SYSTEM_LEFT + MARGIN + i * (width + MARGIN), width, groupHeight);
    }
    sketch.write(
        SYSTEM_LEFT + MARGIN,
        height - 10,
        report.contents().isBrokerage()
            ? "DSS: Trade-Lookup, Trade-Update.  OLTP: everything else.  Databases share nothing."
            : "Databases share nothing.",
        NOTE,
        false,
        Anchor.START,
        Palette.SECOND_INK);
    return sketch.drawing(
        "diagram",
        height,
        report.contents().isBrokerage()
            ? "The driver outside, and in the system under test the three VMs of each Group"
            : "The driver outside, and in the system under test the database of each Group");
  }

  private void driver(int middle) {
    frame(0, middle - 62, DRIVER_WIDTH, 124, "Driver");
    if (report.contents().isBrokerage()) {
      text(DRIVER_WIDTH / 2, middle - 26, "Customer Emulator");
      note(DRIVER_WIDTH / 2, middle - 13, Format.counted(report.run().offered().users(), "user"));
      text(DRIVER_WIDTH / 2, middle + 7, "Market Exchange");
      text(DRIVER_WIDTH / 2, middle + 25, "Data-Maintenance");
    } else {
      text(DRIVER_WIDTH / 2, middle - 14, report.contents().tool());
      note(DRIVER_WIDTH / 2, middle, "for each database");
      note(DRIVER_WIDTH / 2, middle + 13, "and phase a process");
    }
    note(DRIVER_WIDTH / 2, middle + 48, processes());
    sketch.arrow(DRIVER_WIDTH, SYSTEM_LEFT - 2, middle, Palette.THIRD_INK);
    note((DRIVER_WIDTH + SYSTEM_LEFT) / 2, middle - 6, "TCP");
  }

  private String processes() {
    int workers = report.system().named().workers().size();
    return workers == 0 ? "1 process" : Format.counted(workers, "worker");
  }

  private void group(String group, int left, int width, int height) {
    String color = Palette.group(group);
    sketch.frame(left, GROUP_TOP, width, height, color, Palette.PAPER);
    sketch.write(
        left + width / 2.0, GROUP_TOP + 17, "Group " + group, TITLE, true, Anchor.MIDDLE, color);
    note(left + width / 2, GROUP_TOP + 30, sets(group));
    int top = GROUP_TOP + 38;
    for (VmRole role : VmRole.values()) {
      if (count(group, role) > 0) {
        int middle = left + width / 2;
        sketch.frame(left + 8, top, width - 16, BOX_HEIGHT, color, Palette.PAPER);
        text(middle, top + 14, "VM" + role.number() + " · " + name(role));
        note(middle, top + 27, inside(role, group));
        top += BOX_HEIGHT + 8;
      }
    }
  }

  private String sets(String group) {
    VmRole each = report.contents().isBrokerage() ? VmRole.TIER_A : VmRole.OLTP;
    long sets = count(group, each);
    return Format.counted(sets, "Set") + (sets == 1 ? "" : ", each of");
  }

  private long count(String group, VmRole role) {
    return report.system().virtualMachines().stream()
        .filter(vm -> vm.facts().group().equals(group) && vm.facts().role().equals(role.label()))
        .count();
  }

  private static String name(VmRole role) {
    return role.label().replace("Tier B ", "");
  }

  private String inside(VmRole role, String group) {
    Integer units = report.run().loaded().loadUnits().get(group);
    return !role.isDatabase()
        ? "transactions"
        : units == null || !report.contents().isBrokerage()
            ? "PostgreSQL"
            : Format.counted(units, "Load Unit");
  }

  private void frame(int x, int y, int width, int height, String title) {
    sketch.frame(x, y, width, height, Palette.THIRD_INK, Palette.GROUND);
    sketch.write(x + MARGIN, y + 19, title, TITLE, true, Anchor.START, Palette.INK);
  }

  private void text(int middle, int y, String text) {
    sketch.write(middle, y, text, TEXT, false, Anchor.MIDDLE, Palette.INK);
  }

  private void note(int middle, int y, String text) {
    sketch.write(middle, y, text, NOTE, false, Anchor.MIDDLE, Palette.SECOND_INK);
  }
}
