package io.quartet.provision.event;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.EventAction.Command;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.OnMachine;
import io.quartet.model.plan.EventAction.OnVm;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.embedded.CopyProgram;
import io.quartet.provision.internal.ControlGroups;
import io.quartet.provision.internal.EventScript;
import io.quartet.provision.internal.prepared.RemoteServers;
import io.quartet.provision.internal.process.Commands;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What machines lack for the events of a plan. None of the events is done. */
public final class EventObstacles {

  private EventObstacles() {}

  /** Why an event could not be done; empty if no reason can be seen. */
  public static Optional<String> of(RunPlan plan, PlannedEvent event) {
    try {
      if (event.action() instanceof Copy copy) {
        CopyProgram.require(plan, copy.method());
        return Optional.empty();
      } else if (event.action() instanceof OnVm limit) {
        return plan.provider().isLocal()
            ? ControlGroups.detect(plan.name()).obstacle(limit)
            : new RemoteServers(plan).obstacle(event.on(), limit);
      }
      return event.action() instanceof OnMachine action
          ? onMachine(plan, event, action)
          : Optional.empty();
    } catch (QuartetException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static Optional<String> onMachine(RunPlan plan, PlannedEvent event, OnMachine action) {
    List<List<String>> all = new ArrayList<>(List.of(EventScript.arguments(action)));
    if (action instanceof Command command) {
      command.undo().ifPresent(undo -> all.add(EventScript.arguments(undo, command.limit())));
    }
    return all.stream().flatMap(arguments -> obstacle(plan, event, arguments).stream()).findFirst();
  }

  private static Optional<String> obstacle(
      RunPlan plan, PlannedEvent event, List<String> arguments) {
    Commands.Result result =
        Commands.run(Path.of("/"), EventScript.on(plan, event, EventScript.question(arguments)));
    return result.isSuccess() ? Optional.empty() : Optional.of(Text.visible(result.output()));
  }
}
