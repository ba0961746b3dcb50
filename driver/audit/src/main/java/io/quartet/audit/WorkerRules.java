package io.quartet.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.Text;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.events.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rules about the workers, for a run that has any. */
final class WorkerRules {

  private WorkerRules() {}

  static List<Check> judge(RunResults results) {
    return results.info().plan().driver().isAlone() ? List.of() : List.of(noneLost(results));
  }

  private static Check noneLost(RunResults results) {
    int workers = results.info().plan().driver().workerCount();
    List<String> lost =
        named(results, Event.WORKER_LOST).stream().map(WorkerRules::describeLoss).toList();
    return Check.of(
        "workers",
        "Every worker offered its part of the load to the end",
        Severity.FATAL,
        lost.isEmpty(),
        lost.size() + " of " + workers + " workers lost",
        "0",
        Text.first(lost));
  }

  private static String describeLoss(Event event) {
    JsonNode fields = event.fields();
    List<String> sets = new ArrayList<>();
    fields.path("sets").forEach(set -> sets.add(set.asText()));
    return describe(event)
        + " was lost ("
        + fields.path("reason").asText()
        + "): what its Sets "
        + String.join(", ", sets)
        + " were sent after "
        + Instant.ofEpochMilli(fields.path("lastReportUtcMillis").asLong())
        + " is not known";
  }

  private static String describe(Event event) {
    return "worker "
        + event.fields().path("worker").asInt()
        + " at "
        + event.fields().path("address").asText();
  }

  private static List<Event> named(RunResults results, String name) {
    return results.events().stream().filter(event -> event.name().equals(name)).toList();
  }
}
