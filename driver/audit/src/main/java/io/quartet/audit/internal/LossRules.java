package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunResults;
import io.quartet.results.events.Event;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.Outage;
import io.quartet.results.folder.Manifest;
import java.util.List;
import java.util.Set;

/** Rules about losses: of VMs while the run went on, and of its files since. */
public final class LossRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("nothing-lost", "No database and no Tier A was lost during the run")
              .reads(EventLog.NAME)
              .how("no connection failed, no process ended, no other driver took a server")
              .judge(LossRules::new, LossRules::nothingLost),
          Scope.EVERY_RUN
              .warning("nothing-silent", "Every database kept answering")
              .reads(EventLog.NAME)
              .how("none had requests and answered none of them for a while")
              .judge(LossRules::new, LossRules::nothingSilent),
          Scope.EVERY_RUN
              .fatal("evidence", "All raw files are there and unchanged")
              .number(43)
              .reads(Manifest.NAME)
              .how("every raw file against its checksum; everything else is recomputed from them")
              .judge(LossRules::new, LossRules::evidence));

  private final RunResults results;

  private LossRules(AuditedRun run) {
    this.results = run.results();
  }

  private Judgment nothingLost() {
    Set<String> losses =
        Set.of(Event.DATABASE_LOST, Event.TIER_A_LOST, Event.PROCESS_ENDED, Event.SERVER_IN_USE);
    List<Finding> lost =
        results.events().stream()
            .filter(event -> losses.contains(event.name()))
            .map(LossRules::loss)
            .distinct()
            .toList();
    return Judgment.of(
        lost.isEmpty(),
        lost.size() + " lost",
        "0",
        String.join(", ", lost.stream().map(Finding::text).toList()),
        lost);
  }

  private static Finding loss(Event event) {
    String vm = event.fields().path("vm").asText(event.name());
    return Finding.of(
        Subject.VM,
        vm,
        event.name().equals(Event.SERVER_IN_USE)
            ? vm + " to " + event.fields().path("holder").asText("another driver")
            : vm);
  }

  private Judgment nothingSilent() {
    List<Finding> silent =
        Outage.of(results.events()).stream()
            .filter(outage -> !outage.isLoss())
            .map(outage -> Finding.of(Subject.VM, outage.vm(), outage.describe()))
            .toList();
    return Judgment.of(silent.size() + " silences", "0", silent);
  }

  private Judgment evidence() {
    if (!results.folder().has(Manifest.NAME)) {
      return Judgment.notJudged("manifest.sha256 is missing");
    }
    List<Finding> differences = Finding.all(Manifest.differences(results.folder()));
    return Judgment.of(differences.size() + " differences", "0", differences);
  }
}
