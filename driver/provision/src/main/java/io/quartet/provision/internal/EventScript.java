package io.quartet.provision.internal;

import io.quartet.provision.os.QuartetHome;
import java.util.ArrayList;
import java.util.List;

/** The script {@code scripts/machines/event}, which does what events need on a machine. */
public final class EventScript {

  public static final String NAME = "event";

  private EventScript() {}

  /** Command that runs it on this machine. */
  public static List<String> here(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(QuartetHome.script("machines/" + NAME) + ""));
    command.addAll(arguments);
    return command;
  }
}
