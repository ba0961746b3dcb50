package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import io.quartet.model.plan.EventAction.Command;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timeline;
import java.util.stream.Collectors;

/** The events of a plan, with every command that they would run. */
public final class EventLines {

  /** Column of what follows the word. */
  public static final int COLUMN = 11;

  private static final ObjectMapper JSON = new ObjectMapper();

  private EventLines() {}

  /** A line for each; empty if there are none. */
  public static String of(RunPlan plan) {
    Timeline timeline = plan.timeline();
    return plan.schedule().events().stream()
        .map(event -> line(event, timeline))
        .collect(Collectors.joining());
  }

  private static String line(PlannedEvent event, Timeline timeline) {
    return Text.line(
        "event      at %s%s on %s, '%s': %s%s%n",
        TimeLeft.clock(event.at().offset(timeline)),
        event.isOverAtOnce() ? "" : " to " + TimeLeft.clock(event.end(timeline)),
        event.on(),
        event.name(),
        Text.visible(what(event)),
        undo(event));
  }

  private static String what(PlannedEvent event) {
    if (!(event.action() instanceof Command command)) {
      return event.action().describe();
    }
    return (command.begin().areForShell() ? "Bash runs " : "runs ") + command.begin().text();
  }

  private static String undo(PlannedEvent event) {
    return event.action() instanceof Command command
        ? command.undo().map(undo -> ", taken back by " + Text.visible(undo.text())).orElse("")
        : "";
  }

  /** The same as JSON. */
  public static ArrayNode json(RunPlan plan) {
    Timeline timeline = plan.timeline();
    ArrayNode list = JSON.createArrayNode();
    for (PlannedEvent event : plan.schedule().events()) {
      ObjectNode json =
          list.addObject()
              .put("name", event.name())
              .put("on", event.on())
              .put("fromSeconds", WallTime.seconds(event.at().offset(timeline)))
              .put("toSeconds", WallTime.seconds(event.end(timeline)))
              .put("action", event.action().describe());
      if (event.action() instanceof Command command) {
        command.begin().arguments().forEach(json.putArray("command")::add);
        command.undo().ifPresent(undo -> undo.arguments().forEach(json.putArray("undo")::add));
      }
    }
    return list;
  }
}
