package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.provision.MachineListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Shows what is being done on each machine, and how that ended, a line each. */
public final class MachinesView implements MachineListener {

  private static final int NAME_WIDTH = 10;

  private final Screen screen;
  private final Map<String, String> texts = new TreeMap<>();

  public MachinesView(Screen screen) {
    this.screen = screen;
  }

  @Override
  public void at(String machine, String text) {
    texts.put(machine, text);
    List<String> lines = new ArrayList<>();
    texts.forEach((name, doing) -> lines.add(line(name, doing)));
    screen.show(lines);
  }

  /** Stays on the screen. */
  @Override
  public void ended(String machine, String text) {
    texts.remove(machine);
    screen.line(line(machine, text));
  }

  private static String line(String machine, String text) {
    return Text.line("  %-" + NAME_WIDTH + "s %s", machine, text);
  }
}
