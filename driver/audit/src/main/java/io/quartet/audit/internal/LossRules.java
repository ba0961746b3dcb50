package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.model.Text;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.Outage;
import io.quartet.results.events.RunEvent;
import io.quartet.results.events.RunEvent.ProcessEnded;
import io.quartet.results.events.RunEvent.ServerInUse;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.results.events.Silence;
import io.quartet.results.folder.Manifest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Rules about losses: of VMs while the run went on, and of its files since. */
public final class LossRules {

  public static final Rule EVIDENCE =
      Scope.EVERY_RUN
          .fatal("evidence", "All raw files are there and unchanged")
          .number(43)
          .reads(Manifest.NAME)
          .how(
              "every raw file matches its checksum, and none is a symbolic link. All other figures"
                  + " are recomputed from the raw files. Files that a desktop left, such as"
                  + " `.DS_Store`, are named and not judged")
          .judge(LossRules::new, LossRules::evidence);

  public static final Rule SILENT =
      Scope.EVERY_RUN
          .warning("nothing-silent", "Every database kept answering")
          .reads(EventLog.NAME, IntervalsCsv.NAME)
          .how(
              "no database had open requests and answered none of them for 5 s. Silences of 2 s and"
                  + " more are named, with their seconds in whole intervals. What"
                  + " an event of the benchmark file may have caused is named; it breaks the rule in"
                  + " official runs only")
          .judge(LossRules::new, LossRules::nothingSilent);

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("nothing-lost", "No database and no Tier A was lost during the run")
              .reads(EventLog.NAME)
              .how(
                  "no connection failed, no process ended, no other driver took a server. What an"
                      + " event of the benchmark file may have caused is named; it breaks the rule"
                      + " in official runs only")
              .judge(LossRules::new, LossRules::nothingLost),
          SILENT,
          EVIDENCE);

  private final RunResults results;
  private final EventCauses causes;

  private LossRules(AuditedRun run) {
    this.results = run.results();
    this.causes = new EventCauses(run);
  }

  private Judgment nothingLost() {
    List<Finding> lost = new ArrayList<>();
    List<String> caused = new ArrayList<>();
    for (LoggedEvent logged : results.events()) {
      Optional<Finding> loss = loss(logged.event());
      if (logged.event() instanceof ServerInUse) {
        lost.addAll(loss.stream().toList()); // No event takes a server away.
      } else {
        loss.ifPresent(found -> sort(found, logged.utcMillis(), logged.utcMillis(), lost, caused));
      }
    }
    List<Finding> all = lost.stream().distinct().toList();
    return Judgment.of(
        all.isEmpty(),
        all.size() + " lost" + inWords(caused),
        "0",
        String.join(", ", all.stream().map(Finding::text).toList()),
        all);
  }

  /** What an event may have caused is no finding, unless the run is official. */
  private void sort(
      Finding finding, long from, long until, List<Finding> findings, List<String> caused) {
    String vm = finding.about().getOrDefault(Subject.VM, "");
    causes
        .of(vm, from, until)
        .ifPresentOrElse(
            event -> caused.add(finding.text() + " by event '" + event + "'"),
            () -> findings.add(finding));
  }

  private static String inWords(List<String> caused) {
    return caused.isEmpty() ? "" : ", besides " + Text.first(caused.stream().distinct().toList());
  }

  private static Optional<Finding> loss(RunEvent event) {
    if (event instanceof VmTrouble trouble && trouble.kind() != VmTrouble.Kind.DATABASE_SILENT) {
      return Optional.of(loss(orElse(trouble.vm(), event.name()), ""));
    } else if (event instanceof ProcessEnded end) {
      return Optional.of(loss(orElse(end.vm(), event.name()), ""));
    } else if (event instanceof ServerInUse use) {
      String to = " to " + orElse(use.holder(), "another driver");
      return Optional.of(loss(orElse(use.vm(), event.name()), to));
    }
    return Optional.empty();
  }

  private static Finding loss(String vm, String to) {
    return Finding.of(Subject.VM, vm, vm + to);
  }

  private static String orElse(String text, String ifEmpty) {
    return text.isEmpty() ? ifEmpty : text;
  }

  private Judgment nothingSilent() {
    List<Finding> silent = new ArrayList<>();
    List<String> caused = new ArrayList<>();
    Set<String> known = new HashSet<>();
    for (Outage outage : Outage.of(results.events())) {
      if (!outage.isLoss()) {
        Finding silence = Finding.of(Subject.VM, outage.vm(), outage.describe());
        long from = outage.fromUtcMillis();
        // It lasts from the last answer, which may have come before the event.
        sort(silence, from, from + outage.millis().orElse(Long.MAX_VALUE - from), silent, caused);
        known.add(outage.vm());
      }
    }
    return Judgment.of(
        silent.isEmpty(),
        Text.counted(silent.size(), "silence") + inWords(caused),
        "0",
        Text.first(
            Stream.concat(silent.stream().map(Finding::text), shortSilences(known)).toList()),
        silent);
  }

  /** Those that are not among the events. */
  private Stream<String> shortSilences(Set<String> known) {
    return Silence.millisByVm(
            results.info().startedUtcMillis(), results.intervals(), results.driver())
        .entrySet()
        .stream()
        .filter(vm -> !known.contains(vm.getKey()))
        .map(vm -> vm.getKey() + " for " + Text.seconds(vm.getValue() / 1e3, 1));
  }

  private Judgment evidence() {
    if (!results.folder().has(Manifest.NAME)) {
      return results.state().filter(RunState::isFinished).isPresent()
          ? Judgment.of(false, "no manifest.sha256", "0", Manifest.MISSING)
          : Judgment.notJudged("manifest.sha256 is missing");
    }
    List<Finding> differences = Finding.all(Manifest.differences(results.folder()));
    List<String> others = Manifest.filesOfDesktops(results.folder());
    String leftOut = others.isEmpty() ? "" : ", without files of a desktop: " + Text.first(others);
    return Judgment.of(Text.counted(differences.size(), "difference") + leftOut, "0", differences);
  }
}
