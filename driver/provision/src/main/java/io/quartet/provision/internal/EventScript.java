package io.quartet.provision.internal;

import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.EventAction.ClearCaches;
import io.quartet.model.plan.EventAction.Command;
import io.quartet.model.plan.EventAction.MemoryHog;
import io.quartet.model.plan.EventAction.OnMachine;
import io.quartet.model.plan.EventAction.ProcessorHog;
import io.quartet.model.plan.EventAction.Words;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.prepared.MachineShell;
import io.quartet.provision.internal.prepared.MachineShell.How;
import io.quartet.provision.os.QuartetHome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The script {@code scripts/machines/event}, which does what events need on a machine. */
public final class EventScript {

  public static final String NAME = "event";

  /** Drops the page cache of a machine. */
  public static final List<String> CLEAR_CACHES = List.of("caches");

  private EventScript() {}

  /** Arguments with which it does an action. */
  public static List<String> arguments(OnMachine action) {
    if (action instanceof ProcessorHog hog) {
      return List.of("hog", "processors", Integer.toString(hog.processors()));
    } else if (action instanceof MemoryHog hog) {
      return List.of("hog", "memory", Long.toString(hog.bytes()));
    } else if (action instanceof Command command) {
      return arguments(command.begin(), command.limit());
    }
    return CLEAR_CACHES;
  }

  /** Arguments with which it runs a command. */
  public static List<String> arguments(Words words, Duration limit) {
    List<String> arguments = new ArrayList<>(List.of("run", limit.toMillis() / 1e3 + ""));
    arguments.addAll(words.arguments());
    return arguments;
  }

  /** Arguments with which it says why it could not do what other arguments ask for. */
  public static List<String> question(List<String> arguments) {
    List<String> question = new ArrayList<>(List.of("can"));
    question.addAll(arguments);
    return question;
  }

  /** Command that runs it on this machine. */
  public static List<String> here(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(QuartetHome.script("machines/" + NAME) + ""));
    command.addAll(arguments);
    return command;
  }

  /** Command of this machine that runs it on the machine of an event, as its action needs it. */
  public static List<String> on(RunPlan plan, PlannedEvent event, List<String> arguments) {
    return event.on().equals(PlannedEvent.DRIVER)
        ? here(arguments)
        : new MachineShell(plan.provider().ssh().orElseThrow())
            .command(event.target(plan), NAME, how(event.action()), arguments);
  }

  private static Set<How> how(EventAction action) {
    return action instanceof ClearCaches
        ? Set.of(How.ROOT)
        : action instanceof Command ? Set.of() : Set.of(How.STREAM);
  }
}
