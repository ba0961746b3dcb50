package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.model.Text;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.WorkerLost;
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
    List<Finding> lost = new ArrayList<>();
    for (LoggedEvent logged : run.results().events()) {
      if (logged.event() instanceof WorkerLost loss) {
        lost.add(finding(logged.worker().orElse(0), loss));
      }
    }
    return Judgment.of(lost.size() + " of " + Text.counted(workers, "worker") + " lost", "0", lost);
  }

  private static Finding finding(int worker, WorkerLost loss) {
    return Finding.of(
        Subject.WORKER,
        String.valueOf(worker),
        "worker "
            + worker
            + " at "
            + loss.address()
            + " was lost ("
            + loss.reason()
            + "): requests to its Sets "
            + String.join(", ", loss.sets())
            + " after "
            + Instant.ofEpochMilli(loss.lastReportUtcMillis())
            + " are not known");
  }
}
