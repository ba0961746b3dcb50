package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFiles;
import io.quartet.results.RunState;
import io.quartet.results.ToolCsv;
import io.quartet.results.ToolProcess;
import io.quartet.results.ToolTables;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.PlannedSpan;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.Samples.Increase;
import io.quartet.results.statistics.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
              .ofPgbench()
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
              .ofPgbench()
              .reads(ToolTables.NAME, PhasesCsv.NAME)
              .how(
                  "history has a row for each committed tpcb-like and simple-update; what is added to"
                      + " accounts is the sum of the amounts in it, and so is what is added to"
                      + " branches unless there was a simple-update; tellers and branches change"
                      + " alike; the server counts at least as many commits. A database that an event"
                      + " made a copy is compared with its source: its history also has the rows"
                      + " that the source had when it was copied. Not judged if a script"
                      + " comes from a file, if none writes, or if the load did not run to its end;"
                      + " nor a database whose process, copy or source failed")
              .judge(ToolRules::new, ToolRules::tables),
          Scope.EVERY_RUN
              .fatal("tool-commits", "The server committed what the tool reports")
              .ofDefinedTool()
              .reads(StatsCsv.FOLDER, PhasesCsv.NAME)
              .how(
                  "between the first and the last sample of the phases, the server counts as many"
                      + " commits as the tool reports transactions, times commitsPerTransaction of"
                      + " its definition: at least 80 %, and at most 120 % and 30 more by second,"
                      + " as the kit samples the database. In less than 30 s, half and double are"
                      + " allowed, as the server may count late. Not judged if the load did not run"
                      + " to its end, nor a database of which samples are missing, or that an event"
                      + " may have ended")
              .judge(ToolRules::new, ToolRules::commits));

  private static final double LEAST_OF_REPORTED = 0.8;
  private static final double MOST_OF_REPORTED = 1.2;

  /** In shorter intervals, the server may count late: half and double are allowed then. */
  private static final double SHORT_SECONDS = 30;

  private static final double LEAST_OF_SHORT = 0.5;
  private static final double MOST_OF_SHORT = 2;

  /** Part of the interval that has to lie between the first and the last sample. */
  private static final double LEAST_SAMPLED = 0.7;

  /** Commits of the kit itself by second, with room. */
  private static final double OWN_COMMITS = 30;

  /** Scripts that add a row to history. */
  static final Set<String> WRITES_HISTORY = Set.of("tpcb-like", "simple-update");

  /** A process may begin so late, as a part of its phase. */
  private static final double SHARE_OF_PHASE = 0.01;

  /** The first of random arrivals comes later than so many mean distances once in 500 million. */
  private static final double MOST_DISTANCES = 20;

  private final AuditedRun run;
  private final EventCauses causes;
  private final CopiedTables copied;
  private final List<ToolProcess> processes;

  private ToolRules(AuditedRun run) {
    this.run = run;
    this.causes = new EventCauses(run);
    this.copied = new CopiedTables(run);
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
      compare(set, "failed", process -> process.failed().orElse(0), CellRow::failed)
          .ifPresent(broken::add);
      compare(set, "skipped", process -> process.skipped().orElse(0), CellRow::skipped)
          .ifPresent(broken::add);
      compare(set, "retried", process -> process.retries().orElse(0), CellRow::retries)
          .ifPresent(broken::add);
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
                run.plan().workload() instanceof ToolWorkload tool
                    && tool.load().clients(set, phase) > 0)
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
      return process.failed().orElse(0) + process.skipped().orElse(0) > 0 || isPaced()
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
        : found.flatMap(this::fault);
  }

  private Optional<String> fault(ToolProcess process) {
    String said = said(process);
    if (process.exitCode() != 0 || !said.isEmpty()) {
      return Optional.of("it ended with exit code " + process.exitCode() + said);
    }
    return process.isWhole() ? Optional.empty() : Optional.of(difference(process));
  }

  private static String difference(ToolProcess process) {
    return Text.format(
        "its output has %,d committed, %s failed and %s skipped transactions and %s retries, but it"
            + " counts %s, %s, %s and %s",
        process.committed(),
        counted(process.failed()),
        counted(process.skipped()),
        counted(process.retries()),
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
      Optional<PlannedSpan> copy = copied.copyTo(set);
      VmSet source = copy.map(copied::source).orElse(set);
      Optional<ToolTables> before = tables(all, source, ToolTables.BEFORE);
      Optional<ToolTables> after = tables(all, set, ToolTables.AFTER);
      if (hasFailed(set) || hasFailed(source) || copy.filter(one -> !one.wasDone()).isPresent()) {
        continue;
      }
      judged++;
      if (before.isEmpty() || after.isEmpty()) {
        findings.add(
            Finding.of(Subject.SET, set.name(), "its database could not be asked at both moments"));
      } else {
        compare(set, before.get(), after.get(), copy).stream()
            .map(text -> Finding.of(Subject.SET, set.name(), text))
            .forEach(findings::add);
      }
    }
    return Judgment.of(Text.counted(judged, "database"), "all agree", findings);
  }

  private Judgment commits() {
    if (isCutShort()) {
      return Judgment.notJudged("the load did not run to its end");
    }
    List<Finding> findings = new ArrayList<>();
    int judged = 0;
    for (VmSet set : run.plan().sets()) {
      Optional<Increase> counted =
          run.results()
              .samples()
              .increase(set.vmName(VmRole.OLTP), "pg_stat_database", "xact_commit")
              .filter(increase -> !increase.hasReset() && isWhole(increase));
      if (counted.isPresent() && mayHaveEnded(set, counted.get()).isEmpty()) {
        judged++;
        wrongCommits(set, counted.get())
            .map(text -> Finding.of(Subject.SET, set.name(), text))
            .ifPresent(findings::add);
      }
    }
    return judged == 0
        ? Judgment.notJudged("stats/ does not show what the servers committed")
        : Judgment.of(Text.counted(judged, "database"), "all agree", findings);
  }

  private boolean isWhole(Increase counted) {
    return counted.lastUtcMillis() - counted.firstUtcMillis()
        >= LEAST_SAMPLED * 1e3 * run.results().figures().interval().seconds();
  }

  private Optional<String> mayHaveEnded(VmSet set, Increase counted) {
    return causes.of(set.vmName(VmRole.OLTP), counted.firstUtcMillis(), counted.lastUtcMillis());
  }

  private Optional<String> wrongCommits(VmSet set, Increase counted) {
    Span interval = run.results().figures().interval();
    // Ramps between the phases are part of it.
    long reported =
        run.results().phases().stream()
            .filter(
                row ->
                    row.set().equals(set)
                        && row.startUtcMillis() >= interval.startUtcMillis()
                        && row.endUtcMillis() <= interval.endUtcMillis())
            .mapToLong(CellRow::committedInPhase)
            .sum();
    // Samples are near the ends of the interval, not at them.
    double sampled = (counted.lastUtcMillis() - counted.firstUtcMillis()) / 1e3;
    double factor =
        run.plan().workload() instanceof DefinedTool tool
            ? tool.definition().commitsPerTransaction()
            : 1;
    double expected = reported * factor * sampled / interval.seconds();
    double own = OWN_COMMITS * sampled;
    boolean isShort = interval.seconds() < SHORT_SECONDS;
    double least = isShort ? LEAST_OF_SHORT : LEAST_OF_REPORTED;
    double most = isShort ? MOST_OF_SHORT : MOST_OF_REPORTED;
    return counted.amount() >= least * expected && counted.amount() <= most * expected + own
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "%s: the server counts %,.0f commits, but the tool reports %,d transactions, %s"
                    + " each. Look at its output in logs/, and at output and"
                    + " commitsPerTransaction in its definition",
                set.vmName(VmRole.OLTP),
                counted.amount(),
                reported,
                factor == 1 ? "one commit" : Text.chosen(factor) + " commits"));
  }

  private static Optional<ToolTables> tables(List<ToolTables> all, VmSet set, String moment) {
    return all.stream()
        .filter(row -> row.set().equals(set) && row.moment().equals(moment))
        .findFirst();
  }

  private boolean hasFailed(VmSet set) {
    return processes.stream().anyMatch(one -> one.set().equals(set) && !one.isWhole());
  }

  private List<String> compare(
      VmSet set, ToolTables before, ToolTables after, Optional<PlannedSpan> copy) {
    List<String> texts = new ArrayList<>();
    ToolTables change = after.since(before);
    long committed = sum(set, kind -> true, CellRow::committed);
    // A server that was killed or got a copy meanwhile counts from zero.
    boolean wasKilled = copy.isEmpty() && after.commits() < before.commits();
    long commits = copy.isPresent() ? after.commits() : change.commits();
    if (!wasKilled && commits < committed) {
      texts.add(
          "the server counts %s commits, but %s transactions were committed"
              .formatted(Text.count(commits), Text.count(committed)));
    }
    long updates = committed(set, "simple-update");
    long written = updates + committed(set, "tpcb-like");
    copy.ifPresentOrElse(
        one -> compareWithSource(texts, change.historyRows() - written, one),
        () -> differs(texts, "rows in history", change.historyRows(), "transactions", written));
    differs(texts, "in accounts", change.accounts(), "in history", change.historyDelta());
    differs(texts, "in tellers", change.tellers(), "in branches", change.branches());
    if (updates + copy.map(one -> committed(copied.source(one), "simple-update")).orElse(0L) == 0) {
      differs(texts, "in branches", change.branches(), "in history", change.historyDelta());
    }
    return texts;
  }

  /** The source had these rows at some moment between begin and end of the copy. */
  private void compareWithSource(List<String> texts, long copiedRows, PlannedSpan copy) {
    long least = copied.leastWritten(copy);
    long most = copied.mostWritten(copy);
    if (copiedRows < least || copiedRows > most) {
      texts.add(
          "its copy came with %s more rows in history than %s had before the run, but that had"
                  .formatted(Text.count(copiedRows), copy.planned().on())
              + " committed %s to %s transactions when it was copied"
                  .formatted(Text.count(least), Text.count(most)));
    }
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
