package io.quartet.audit.internal.official;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.events.EventLog;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.Checkpoint;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rules about what has to come again and again throughout the measured interval. */
public final class IntervalRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal(
                  "checkpoints",
                  "Every database makes checkpoints in the interval, at most 30 minutes apart")
              .number(28)
              .reads(EventLog.NAME)
              .how(
                  "at least one checkpoint ends in the interval. The times before the first and after"
                      + " the last one count too")
              .judge(IntervalRules::new, IntervalRules::checkpoints),
          Scope.OFFICIAL
              .fatal(
                  "statistics", "The statistics of every database cover the interval without gaps")
              .number(44)
              .reads("stats/*/pg_stat_database.csv")
              .how("two samples in a row may be missing")
              .judge(IntervalRules::new, IntervalRules::statistics),
          Scope.OFFICIAL
              .fatal(
                  "machine-statistics",
                  "The statistics of every machine cover the interval without gaps")
              .number(44)
              .reads("stats/*/{cpu,memory,disk,network}.csv")
              .how(
                  "every machine with VMs. Two samples in a row may be missing. Prepared machines need"
                      + " `provider.ssh`, otherwise the rule is not judged")
              .before(Outlook::withoutCollectors, DecidedBy.PLAN)
              .judge(IntervalRules::new, IntervalRules::machineStatistics));

  private static final Duration LONGEST_BETWEEN_CHECKPOINTS = Duration.ofMinutes(30);

  /** So many samples may be missing in a row. */
  private static final int MISSING_SAMPLES = 2;

  private final RunResults results;
  private final RunPlan plan;
  private final List<String> databases;

  private IntervalRules(AuditedRun run) {
    this.results = run.results();
    this.plan = run.plan();
    this.databases = plan.databases();
  }

  /** The borders of the interval count as moments too, so that neither end can hide a gap. */
  private Judgment checkpoints() {
    RunFigures figures = results.figures();
    List<Finding> problems = new ArrayList<>();
    long longest = 0;
    int without = 0;
    for (String vm : databases) {
      List<Long> moments =
          results.events().stream()
              .filter(one -> one.event() instanceof Checkpoint seen && seen.vm().equals(vm))
              .map(LoggedEvent::utcMillis)
              .filter(utc -> utc > figures.startUtcMillis() && utc <= figures.endUtcMillis())
              .toList();
      long gap = figures.interval().longestGapMillis(moments);
      longest = Math.max(longest, gap);
      if (moments.isEmpty()) {
        without++;
        problems.add(Finding.of(Subject.VM, vm, vm + ": none"));
      } else if (gap > LONGEST_BETWEEN_CHECKPOINTS.toMillis()) {
        problems.add(Finding.of(Subject.VM, vm, vm + ": " + minutes(gap) + " without one"));
      }
    }
    return Judgment.of(
        without == 0
            ? "at most " + minutes(longest) + " apart"
            : Text.format("none in %d of %d databases", without, databases.size()),
        LONGEST_BETWEEN_CHECKPOINTS.toMinutes() + " minutes",
        problems);
  }

  private static String minutes(long millis) {
    return Text.figure(millis / 60e3, 1) + " minutes";
  }

  private Judgment statistics() {
    Gaps gaps = new Gaps();
    databases.forEach(vm -> gaps.look(Subject.VM, vm, "pg_stat_database"));
    return gaps.judgment();
  }

  private Judgment machineStatistics() {
    Gaps gaps = new Gaps();
    for (VmMachine machine : VmMachine.of(plan)) {
      for (MachineSource source : MachineSource.ofEveryMachine()) {
        if (!results.folder().has(MachineStatistics.file(machine.name(), source))) {
          return Judgment.notJudged(
              MachineStatistics.file(machine.name(), source)
                  + " is missing: no collector ran there (prepared machines need provider.ssh)");
        }
        gaps.look(Subject.MACHINE, machine.name(), source.fileName());
      }
    }
    return gaps.judgment();
  }

  /** Times without samples, of which two in a row may be missing. */
  private final class Gaps {

    private final long allowed =
        (MISSING_SAMPLES + 1) * plan.schedule().collectInterval().toMillis();
    private final List<Finding> problems = new ArrayList<>();
    private long longest;

    void look(Subject kind, String name, String source) {
      Set<Long> moments = results.samples().moments(name, source);
      long gap = results.figures().interval().longestGapMillis(moments);
      longest = Math.max(longest, gap);
      if (moments.isEmpty()) {
        problems.add(Finding.of(kind, name, name + ": no statistics in " + source + ".csv"));
      } else if (gap > allowed) {
        problems.add(
            Finding.of(
                kind,
                name,
                Text.format(
                    "%s: %s without a sample in %s.csv",
                    name, Text.seconds(gap / 1e3, 1), source)));
      }
    }

    Judgment judgment() {
      return Judgment.of(
          "at most " + Text.seconds(longest / 1e3, 1) + " without a sample",
          Text.chosen(allowed / 1e3) + " s",
          problems);
    }
  }
}
