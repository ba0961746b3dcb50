package io.quartet.audit.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.events.Event;
import io.quartet.results.events.EventLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rules about the workers, for a run that has any. */
public final class WorkerRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.WITH_WORKERS
              .fatal("workers", "Every worker offered its part of the load to the end")
              .reads(EventLog.NAME)
              .how("no worker was lost")
              .judge(WorkerRules::noneLost));

  private WorkerRules() {}

  private static Judgment noneLost(AuditedRun run) {
    int workers = run.plan().driver().workerCount();
    List<Finding> lost =
        run.results().events().stream()
            .filter(event -> event.name().equals(Event.WORKER_LOST))
            .map(
                event ->
                    Finding.of(
                        Subject.WORKER,
                        event.fields().path("worker").asText(),
                        describeLoss(event)))
            .toList();
    return Judgment.of(lost.size() + " of " + workers + " workers lost", "0", lost);
  }

  private static String describeLoss(Event event) {
    JsonNode fields = event.fields();
    List<String> sets = new ArrayList<>();
    fields.path("sets").forEach(set -> sets.add(set.asText()));
    return "worker "
        + fields.path("worker").asInt()
        + " at "
        + fields.path("address").asText()
        + " was lost ("
        + fields.path("reason").asText()
        + "): what its Sets "
        + String.join(", ", sets)
        + " were sent after "
        + Instant.ofEpochMilli(fields.path("lastReportUtcMillis").asLong())
        + " is not known";
  }
}
