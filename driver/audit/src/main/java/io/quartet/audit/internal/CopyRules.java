package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.model.Text;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunState;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.events.RunEvent.PlannedEventStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules about events of the benchmark file that copy databases. */
public final class CopyRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("copies", "Copies of databases were complete before their load")
              .ofTool()
              .reads(EventLog.NAME)
              .how(
                  "each event of the benchmark file that copies databases was done, and all its"
                      + " targets answered before the end that the plan gives it: until then they"
                      + " have no clients. Not judged if the load did not run to its end")
              .judge(CopyRules::new, CopyRules::copies));

  private final AuditedRun run;

  private CopyRules(AuditedRun run) {
    this.run = run;
  }

  private Judgment copies() {
    if (run.results().state().filter(RunState::isMeasured).isEmpty()) {
      return Judgment.notJudged("the load did not run to its end");
    }
    List<PlannedSpan> spans = of(run);
    List<Finding> findings = new ArrayList<>();
    int copies = 0;
    for (PlannedSpan span : spans) {
      copies += span.planned().copies().size();
      fault(span)
          .map(text -> Finding.of(Subject.VM, span.planned().on(), text))
          .ifPresent(findings::add);
    }
    return Judgment.of(copies + " planned", "all complete in time", findings);
  }

  /** Events that copy. */
  static List<PlannedSpan> of(AuditedRun run) {
    return PlannedSpan.of(run.plan(), run.results().events()).stream()
        .filter(span -> span.planned().action() instanceof Copy)
        .toList();
  }

  private Optional<String> fault(PlannedSpan span) {
    String event = "event '" + span.planned().name() + "'";
    if (!span.wasDone()) {
      return Optional.of(
          event
              + span.began()
                  .map(PlannedEventStep::output)
                  .map(why -> " failed: " + why)
                  .orElse(" was not begun"));
    }
    RunPlan plan = run.plan();
    long latest =
        run.results().info().startedUtcMillis() + span.planned().end(plan.timeline()).toMillis();
    long lateMillis = span.toUtcMillis().orElse(Long.MAX_VALUE) - latest;
    return lateMillis <= 0
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "%s was complete %.1f s after its end in the plan. Give it more time or a smaller"
                    + " scale",
                event, lateMillis / 1e3));
  }
}
