package io.quartet.report.internal.run;

import io.quartet.model.plan.Disclosure;
import io.quartet.report.Report;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Sketch;
import io.quartet.report.section.SystemUnderTest.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The machines as boxes on their network: processors, memory, disks, and what runs on each. */
public final class MachineDiagram {

  /** As many boxes fit on a page below its other figures. */
  private static final int MOST_MACHINES = 24;

  private static final int MOST_COLUMNS = 4;
  private static final int GAP = 10;
  private static final int TOP = 40;
  private static final double LINE = 13;
  private static final double TITLE = 11;
  private static final double TEXT = 9;

  private final Report report;
  private final Sketch sketch = new Sketch();

  private MachineDiagram(Report report) {
    this.report = report;
  }

  /** A box. */
  private record Machine(String name, List<String> lines) {}

  /** The diagram of a run whose placements are known. */
  public static Drawing of(Report report) {
    return new MachineDiagram(report).drawing();
  }

  private Drawing drawing() {
    Map<String, List<Placement>> all =
        report.system().placements().stream()
            .collect(
                Collectors.groupingBy(Placement::machine, LinkedHashMap::new, Collectors.toList()));
    int columns = Math.max(1, Math.min(MOST_COLUMNS, all.size()));
    int width = (Sketch.WIDTH - (columns - 1) * GAP) / columns;
    List<Machine> machines =
        all.entrySet().stream()
            .limit(MOST_MACHINES)
            .map(each -> machine(each.getKey(), each.getValue(), width))
            .toList();
    network();
    for (int i = 0; i < Math.min(columns, machines.size()); i++) {
      double middle = i * (width + GAP) + width / 2.0;
      sketch.line(middle, TOP - 14, middle, TOP, Palette.THIRD_INK, 1);
    }
    double y = TOP;
    for (int first = 0; first < machines.size(); first += columns) {
      List<Machine> row = machines.subList(first, Math.min(machines.size(), first + columns));
      int lines = row.stream().mapToInt(machine -> machine.lines().size()).max().orElse(0);
      double height = 26 + lines * LINE;
      for (int i = 0; i < row.size(); i++) {
        box(row.get(i), i * (width + GAP), y, width, height);
      }
      y += height + GAP;
    }
    if (all.size() > machines.size()) {
      String rest = "and " + Format.counted(all.size() - machines.size(), "more machine");
      write(0, y + 8, rest, TEXT, Palette.SECOND_INK);
      y += LINE + 4;
    }
    return sketch.drawing(
        "machines-diagram",
        (int) Math.ceil(y),
        "The machines with their processors, memory, disks and processes, on one network");
  }

  /** Everything on one line: the kit knows addresses, and a person discloses the rest. */
  private void network() {
    String disclosed = report.disclosure().facts().get(Disclosure.Fact.NETWORK);
    String text = "Network: " + Objects.requireNonNullElse(disclosed, SummaryView.NOT_DISCLOSED);
    sketch.line(0, TOP - 14, Sketch.WIDTH, TOP - 14, Palette.THIRD_INK, 2);
    write(0, TOP - 20, Sketch.fitted(text, Sketch.WIDTH), TEXT, Palette.SECOND_INK);
  }

  private void box(Machine machine, double left, double top, int width, double height) {
    sketch.frame(left, top, width, height, Palette.THIRD_INK, Palette.GROUND);
    double y = top + 17;
    sketch.write(left + GAP, y, machine.name(), TITLE, true, Anchor.START, Palette.INK);
    for (String line : machine.lines()) {
      y += LINE;
      write(left + GAP, y, line, TEXT, Palette.INK);
    }
  }

  private void write(double x, double y, String text, double size, String color) {
    sketch.write(x, y, text, size, false, Anchor.START, color);
  }

  private Machine machine(String name, List<Placement> processes, int width) {
    Map<String, String> facts = facts(processes);
    List<String> lines = new ArrayList<>();
    String threads = facts.get("processors.threads");
    OptionalDouble memory = FactWords.memoryTotal(facts);
    if (threads != null && memory.isPresent()) {
      String model = facts.getOrDefault("processors.model", "");
      lines.addAll(wrapped(List.of(threads + " processors", model), " ", width));
      lines.addAll(wrapped(memory(memory.getAsDouble(), facts), ", ", width));
    } else {
      lines.add("hardware not recorded");
    }
    lines.addAll(wrapped(disks(facts), ", ", width));
    lines.addAll(wrapped(processes.stream().map(Placement::process).toList(), ", ", width));
    return new Machine(Sketch.fitted(name, width - 2 * GAP), lines);
  }

  private static List<String> memory(double bytes, Map<String, String> facts) {
    String all = "memory: " + Format.memory(bytes);
    OptionalDouble limit = FactWords.memoryLimit(facts);
    return limit.isPresent()
        ? List.of(all, "limited to " + Format.memory(limit.getAsDouble()))
        : List.of(all);
  }

  /** Samples of a machine are in the folder of the first VM on it, those of the driver in host. */
  private Map<String, String> facts(List<Placement> processes) {
    List<String> folders = processes.stream().map(Placement::process).collect(Collectors.toList());
    boolean isDriver = folders.contains("driver");
    return report
        .system()
        .found(
            alike ->
                isDriver
                    ? alike.isDrivers()
                    : folders.stream().anyMatch(alike.machines()::contains));
  }

  private static List<String> disks(Map<String, String> facts) {
    List<String> disks = new ArrayList<>();
    for (int disk = 1; facts.containsKey("disks." + disk + ".device"); disk++) {
      String bytes = facts.get("disks." + disk + ".bytes");
      disks.add(
          "disk "
              + facts.get("disks." + disk + ".device")
              + (bytes == null ? "" : " " + Format.memory(Double.parseDouble(bytes))));
    }
    return disks;
  }

  /** Words in lines that are not wider than a box. */
  private static List<String> wrapped(List<String> words, String between, int width) {
    int most = (int) ((width - 2 * GAP) / (Sketch.CHARACTER * TEXT / 10));
    List<String> lines = new ArrayList<>();
    String line = "";
    for (String word : words) {
      String longer = line.isEmpty() ? word : line + between + word;
      if (longer.length() > most && !line.isEmpty()) {
        lines.add(line + between.strip());
        line = word;
      } else {
        line = longer;
      }
    }
    if (!line.isEmpty()) {
      lines.add(line);
    }
    return lines.stream().map(each -> Sketch.fitted(each, width - GAP)).toList();
  }
}
