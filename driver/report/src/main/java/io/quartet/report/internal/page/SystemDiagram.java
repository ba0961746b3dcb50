package io.quartet.report.internal.page;

import io.quartet.model.VmRole;
import io.quartet.report.Report;
import io.quartet.report.section.SystemUnderTest;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of the system as boxes: the driver, and for each Group with VMs one Set with its three
 * VMs. Laid out here once, drawn by the page and by the document. Lengths are in pixels of the
 * screen.
 *
 * @param height of the whole drawing
 */
public record SystemDiagram(List<Shape> shapes, int height) {

  /** Width of the whole drawing. */
  public static final int WIDTH = 680;

  private static final int DRIVER_WIDTH = 128;
  private static final int SYSTEM_LEFT = 186;
  private static final int MARGIN = 10;
  private static final int BOX_HEIGHT = 34;
  private static final int GROUP_TOP = 30;

  /** The meaning of a shape; it selects the style. */
  public enum Kind {
    /** A box around other boxes. */
    FRAME,
    /** The box of a Group. */
    GROUP,
    /** One process or VM. */
    BOX,
    /** A line with an arrow head at its end. */
    ARROW,
    /** Bold text. */
    TITLE,
    TEXT,
    /** Small text. */
    NOTE;

    /** True for the kinds that are written. */
    public boolean isText() {
      return this == TITLE || this == TEXT || this == NOTE;
    }
  }

  /**
   * One shape. An arrow goes from (x, y) by (width, height); text is centred at x, its base line at
   * y, if its width is 0, and begins at x otherwise.
   *
   * @param group of its colour: A to D, or empty
   */
  public record Shape(Kind kind, int x, int y, int width, int height, String text, String group) {}

  /** The diagram of a run. */
  public static SystemDiagram of(Report report) {
    return new Layout(report).diagram();
  }

  private static final class Layout {
    private final Report report;
    private final List<Shape> shapes = new ArrayList<>();

    Layout(Report report) {
      this.report = report;
    }

    SystemDiagram diagram() {
      int groupHeight = 3 * BOX_HEIGHT + 64;
      int height = GROUP_TOP + groupHeight + 34;
      driver(GROUP_TOP + groupHeight / 2);
      frame(SYSTEM_LEFT, 0, WIDTH - SYSTEM_LEFT, height, "System under test");
      List<String> groups = report.run().scale().groups();
      int width = (WIDTH - SYSTEM_LEFT - MARGIN) / Math.max(1, groups.size()) - MARGIN;
      for (int i = 0; i < groups.size(); i++) {
        group(groups.get(i), SYSTEM_LEFT + MARGIN + i * (width + MARGIN), width, groupHeight);
      }
      text(
          Kind.NOTE,
          SYSTEM_LEFT + MARGIN,
          height - 10,
          1,
          "DSS: Trade-Lookup, Trade-Update.  OLTP: everything else.  Databases share nothing.",
          "");
      return new SystemDiagram(List.copyOf(shapes), height);
    }

    private void driver(int middle) {
      frame(0, middle - 62, DRIVER_WIDTH, 124, "Driver");
      String users = Format.count(report.run().offered().users());
      text(Kind.TEXT, DRIVER_WIDTH / 2, middle - 26, 0, "Customer Emulator", "");
      text(Kind.NOTE, DRIVER_WIDTH / 2, middle - 13, 0, users + " users", "");
      text(Kind.TEXT, DRIVER_WIDTH / 2, middle + 7, 0, "Market Exchange", "");
      text(Kind.TEXT, DRIVER_WIDTH / 2, middle + 25, 0, "Data-Maintenance", "");
      text(Kind.NOTE, DRIVER_WIDTH / 2, middle + 48, 0, processes(), "");
      shapes.add(
          new Shape(Kind.ARROW, DRIVER_WIDTH, middle, SYSTEM_LEFT - DRIVER_WIDTH - 2, 0, "", ""));
      text(Kind.NOTE, (DRIVER_WIDTH + SYSTEM_LEFT) / 2, middle - 6, 0, "TCP", "");
    }

    private String processes() {
      long workers =
          report.system().versions().stream()
              .filter(fact -> fact.name().startsWith(SystemUnderTest.WORKER))
              .count();
      return workers == 0 ? "1 process" : workers + " workers";
    }

    private void group(String group, int left, int width, int height) {
      shapes.add(new Shape(Kind.GROUP, left, GROUP_TOP, width, height, "", group));
      text(Kind.TITLE, left + width / 2, GROUP_TOP + 17, 0, "Group " + group, group);
      text(Kind.NOTE, left + width / 2, GROUP_TOP + 30, 0, sets(group), "");
      int top = GROUP_TOP + 38;
      for (VmRole role : VmRole.values()) {
        if (count(group, role) > 0) {
          int middle = left + width / 2;
          shapes.add(new Shape(Kind.BOX, left + 8, top, width - 16, BOX_HEIGHT, "", group));
          text(Kind.TEXT, middle, top + 14, 0, "VM" + role.number() + " · " + name(role), "");
          text(Kind.NOTE, middle, top + 27, 0, inside(role, group), "");
          top += BOX_HEIGHT + 8;
        }
      }
    }

    private String sets(String group) {
      long sets = count(group, VmRole.TIER_A);
      return sets == 1 ? "1 Set" : sets + " Sets, each of";
    }

    private long count(String group, VmRole role) {
      return report.system().virtualMachines().stream()
          .filter(vm -> vm.group().equals(group) && vm.role().equals(role.label()))
          .count();
    }

    private static String name(VmRole role) {
      return role.label().replace("Tier B ", "");
    }

    private String inside(VmRole role, String group) {
      Integer units = report.run().loaded().loadUnits().get(group);
      return !role.isDatabase()
          ? "transactions"
          : units == null ? "PostgreSQL" : units + (units == 1 ? " Load Unit" : " Load Units");
    }

    private void frame(int x, int y, int width, int height, String title) {
      shapes.add(new Shape(Kind.FRAME, x, y, width, height, "", ""));
      text(Kind.TITLE, x + MARGIN, y + 19, 1, title, "");
    }

    private void text(Kind kind, int x, int y, int width, String text, String group) {
      shapes.add(new Shape(kind, x, y, width, 0, text, group));
    }
  }
}
