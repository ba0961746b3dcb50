package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Segment;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFiles;
import io.quartet.results.RunState;
import io.quartet.results.ToolCsv;
import io.quartet.results.ToolProcess;
import io.quartet.results.ToolTables;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Rules about the processes of a tool that offers the load. */
public final class ToolRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("tool-processes", "Every transaction of the tool is in the books")
              .ofTool()
              .reads(ToolCsv.NAME, PhasesCsv.NAME)
              .how(
                  "each planned process ended as planned; its log has as many transactions and retries as"
                      + " it counts at its end; the bookkeeping has those of all logs of a database."
                      + " A process that an event of the benchmark file may have ended is named and"
                      + " breaks nothing. Not judged if the load did not run to its end")
              .judge(ToolRules::new, ToolRules::processes),
          Scope.EVERY_RUN
              .fatal("tool-begin", "All clients of the tool are at work when a phase begins")
              .ofTool()
              .reads(ToolCsv.NAME)
              .how(
                  "the first transaction of each process began before its phase, or in the first"
                      + " percent of that: pgbench connects all clients before, and that takes"
                      + " longer the more there are. With a rate, 20 times the mean distance of"
                      + " transactions is allowed as well. Not judged for a process that failed, or"
                      + " if the load did not run to its end")
              .judge(ToolRules::new, ToolRules::begin),
          Scope.EVERY_RUN
              .fatal("tool-tables", "The tables of pgbench changed as its transactions say")
              .ofTool()
              .reads(ToolTables.NAME, PhasesCsv.NAME)
              .how(
                  "history has a row for each committed tpcb-like and simple-update; what is added to"
                      + " accounts is the sum of the amounts in it, and so is what is added to"
                      + " branches unless there was a simple-update; tellers and branches change"
                      + " alike; the server counts at least as many commits. Not judged if a script"
                      + " comes from a file, if none writes, or if the load did not run to its end;"
                      + " nor a database whose process failed")
              .judge(ToolRules::new, ToolRules::tables));

  /** A process may begin so late, as a part of its phase. */
  private static final double SHARE_OF_PHASE = 0.01;

  /** The first of random arrivals comes later than so many mean distances once in 500 million. */
  private static final double MOST_DISTANCES = 20;

  private final AuditedRun run;
  private final EventCauses causes;
  private final List<ToolProcess> processes;

  private ToolRules(AuditedRun run) {
    this.run = run;
    this.causes = new EventCauses(run);
    this.processes =
        new RunFiles(run.results().folder()).toolProcesses().orRefuse().orElse(List.of());
  }

  private boolean isCutShort() {
    return run.results().state().filter(RunState::isMeasured).isEmpty();
  }

  private Judgment processes() {
    if (isCutShort()) {
      return Judgment.notJudged("the load did not run to its end");
    }
    List<Finding> broken = new ArrayList<>();
    List<Finding> excused = new ArrayList<>();
    int planned = 0;
    for (VmSet set : run.plan().sets()) {
      for (Segment phase : phases(set)) {
        planned++;
        Optional<String> fault = fault(set, phase);
        Optional<String> event = event(set, phase);
        fault.ifPresent(
            text ->
                (event.isPresent() ? excused : broken)
                    .add(
                        finding(
                            set, phase, text + event.map(name -> ", during " + name).orElse(""))));
      }
      compare(set, "committed", ToolProcess::committed, CellRow::committed).ifPresent(broken::add);
      compare(set, "failed", ToolProcess::failed, CellRow::failed).ifPresent(broken::add);
      compare(set, "skipped", ToolProcess::skipped, CellRow::skipped).ifPresent(broken::add);
      compare(set, "retried", ToolProcess::retries, CellRow::retries).ifPresent(broken::add);
    }
    boolean holds = broken.isEmpty();
    broken.addAll(excused);
    return Judgment.of(holds, planned + " planned", "all whole", broken);
  }

  /** Phases in which the database of a Set has clients. */
  private List<Segment> phases(VmSet set) {
    List<Segment> phases = run.plan().timeline().phases();
    return IntStream.range(0, phases.size())
        .filter(
            phase ->
                run.plan().workload() instanceof Pgbench pgbench
                    && pgbench.load().clients(set, phase) > 0)
        .mapToObj(phases::get)
        .toList();
  }

  private Judgment begin() {
    if (isCutShort()) {
      return Judgment.notJudged("the load did not run to its end");
    }
    List<Finding> late = new ArrayList<>();
    int judged = 0;
    for (VmSet set : run.plan().sets()) {
      for (Segment phase : phases(set)) {
        Optional<ToolProcess> process = process(set, phase).filter(ToolProcess::isWhole);
        if (process.isPresent() && event(set, phase).isEmpty()) {
          judged++;
          lateBegin(process.get(), phase)
              .map(text -> finding(set, phase, text))
              .ifPresent(late::add);
        }
      }
    }
    return Judgment.of(judged + " judged", "all in time", late);
  }

  private Optional<String> lateBegin(ToolProcess process, Segment phase) {
    Duration start = run.plan().timeline().rampBegin(phase);
    Duration ahead = phase.start().minus(start);
    if (process.firstAfterMicros().isEmpty()) {
      return process.failed() + process.skipped() > 0 || isPaced()
          ? Optional.empty()
          : Optional.of(
              Text.format(
                  "its %,d clients did nothing in %s s, perhaps because they took longer to connect."
                      + " Give them a longer timing.rampUp",
                  process.clients(), phase.end().minus(start).toSeconds()));
    }
    double lateSeconds =
        process.firstAfterMicros().getAsLong() / 1e6 - ahead.toMillis() / 1e3 - distanceSeconds();
    return lateSeconds <= SHARE_OF_PHASE * phase.length().toMillis() / 1e3
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "its %,d clients began %.1f s after the phase, perhaps because they took so long to"
                    + " connect. Give them a longer timing.rampUp",
                process.clients(), lateSeconds));
  }

  private boolean isPaced() {
    return run.plan().workload().isPaced();
  }

  /** With a rate, the first transaction may have to wait so long for its time. */
  private double distanceSeconds() {
    return run.plan().workload() instanceof Pgbench pgbench && isPaced()
        ? MOST_DISTANCES / pgbench.load().ratePerSecond().getAsDouble()
        : 0;
  }

  private Optional<ToolProcess> process(VmSet set, Segment phase) {
    return processes.stream()
        .filter(one -> one.set().equals(set) && one.phase().equals(phase.name()))
        .findFirst();
  }

  private Optional<String> fault(VmSet set, Segment phase) {
    Optional<ToolProcess> found = process(set, phase);
    return found.isEmpty()
        ? Optional.of("no process is in " + ToolCsv.NAME)
        : found.filter(process -> !process.isWhole()).map(this::fault);
  }

  private String fault(ToolProcess process) {
    if (process.exitCode() != 0) {
      return "it ended with exit code " + process.exitCode() + said(process);
    }
    return Text.format(
        "its log has %,d committed, %,d failed and %,d skipped transactions and %,d retries, but it"
            + " counts %s, %s, %s and %s",
        process.committed(),
        process.failed(),
        process.skipped(),
        process.retries(),
        counted(process.summary().committed()),
        counted(process.summary().failed()),
        counted(process.summary().skipped()),
        counted(process.summary().retries()));
  }

  /** What the process said of its end, if it said anything. */
  private String said(ToolProcess process) {
    return LoggedEvent.only(run.results().events(), RunEvent.ToolFailed.class)
        .filter(
            failed ->
                failed.vm().equals(process.set().vmName(VmRole.OLTP))
                    && failed.phase().equals(process.phase()))
        .map(RunEvent.ToolFailed::output)
        .filter(output -> !output.isEmpty())
        .map(output -> ": " + output)
        .findFirst()
        .orElse("");
  }

  private static String counted(OptionalLong count) {
    return count.isPresent() ? Text.count(count.getAsLong()) : "none";
  }

  /** Event of the benchmark file that may have ended a process. */
  private Optional<String> event(VmSet set, Segment phase) {
    long zero = run.results().info().startedUtcMillis();
    return causes.of(
        set.vmName(VmRole.OLTP),
        zero + run.plan().timeline().rampBegin(phase).toMillis(),
        zero + phase.end().toMillis());
  }

  private Optional<Finding> compare(
      VmSet set, String what, ToLongFunction<ToolProcess> inLogs, ToLongFunction<CellRow> inBooks) {
    long logged = processes.stream().filter(one -> one.set().equals(set)).mapToLong(inLogs).sum();
    long booked = sum(set, kind -> true, inBooks);
    return logged == booked
        ? Optional.empty()
        : Optional.of(
            Finding.of(
                Subject.SET,
                set.name(),
                "the logs have %s %s transactions, but the bookkeeping has %s"
                    .formatted(Text.count(logged), what, Text.count(booked))));
  }

  private static Finding finding(VmSet set, Segment phase, String text) {
    return Finding.of(
            Subject.SET,
            set.name(),
            set.vmName(VmRole.OLTP) + ", phase " + phase.name() + ": " + text)
        .and(Subject.PHASE, phase.name());
  }

  private Judgment tables() {
    if (!(run.plan().workload() instanceof Pgbench pgbench) || !pgbench.changesKnownTables()) {
      return Judgment.notJudged("a script comes from a file, or none writes");
    }
    if (isCutShort()) {
      return Judgment.notJudged("the load did not run to its end");
    }
    List<ToolTables> all =
        new RunFiles(run.results().folder()).toolTables().orRefuse().orElse(List.of());
    List<Finding> findings = new ArrayList<>();
    int judged = 0;
    for (VmSet set : run.plan().sets()) {
      Optional<ToolTables> before = tables(all, set, ToolTables.BEFORE);
      Optional<ToolTables> after = tables(all, set, ToolTables.AFTER);
      if (processes.stream().anyMatch(one -> one.set().equals(set) && !one.isWhole())) {
        continue;
      }
      judged++;
      if (before.isEmpty() || after.isEmpty()) {
        findings.add(
            Finding.of(Subject.SET, set.name(), "its database could not be asked at both moments"));
      } else {
        compare(set, before.get(), after.get()).stream()
            .map(text -> Finding.of(Subject.SET, set.name(), text))
            .forEach(findings::add);
      }
    }
    return Judgment.of(Text.counted(judged, "database"), "all agree", findings);
  }

  private static Optional<ToolTables> tables(List<ToolTables> all, VmSet set, String moment) {
    return all.stream()
        .filter(row -> row.set().equals(set) && row.moment().equals(moment))
        .findFirst();
  }

  private List<String> compare(VmSet set, ToolTables before, ToolTables after) {
    List<String> texts = new ArrayList<>();
    ToolTables change = after.since(before);
    long committed = sum(set, kind -> true, CellRow::committed);
    // A server that was killed meanwhile counts from zero.
    if (after.commits() >= before.commits() && change.commits() < committed) {
      texts.add(
          "the server counts %s commits, but %s transactions were committed"
              .formatted(Text.count(change.commits()), Text.count(committed)));
    }
    long updates = committed(set, "simple-update");
    long written = updates + committed(set, "tpcb-like");
    differs(texts, "rows in history", change.historyRows(), "transactions", written);
    differs(texts, "in accounts", change.accounts(), "in history", change.historyDelta());
    differs(texts, "in tellers", change.tellers(), "in branches", change.branches());
    if (updates == 0) {
      differs(texts, "in branches", change.branches(), "in history", change.historyDelta());
    }
    return texts;
  }

  private static void differs(
      List<String> texts, String name, long found, String otherName, long other) {
    if (found != other) {
      texts.add(
          "%s more %s, but %s %s".formatted(Text.count(found), name, Text.count(other), otherName));
    }
  }

  private long committed(VmSet set, String script) {
    return sum(set, kind -> kind.label().equals(script), CellRow::committed);
  }

  private long sum(VmSet set, Predicate<RequestKind> kinds, ToLongFunction<CellRow> count) {
    return run.results().phases().stream()
        .filter(row -> row.set().equals(set) && kinds.test(row.kind()))
        .mapToLong(count)
        .sum();
  }
}
