package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFiles;
import io.quartet.results.ToolCsv;
import io.quartet.results.ToolProcess;
import io.quartet.results.ToolTables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** Rules about the processes of a tool that offers the load. */
public final class ToolRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("tool-processes", "Every transaction of the tool is in the books")
              .ofTool()
              .reads(ToolCsv.NAME, PhasesCsv.NAME)
              .how(
                  "each planned process ended as planned; its log has as many transactions as it counts"
                      + " at its end (committed, failed and skipped), and the bookkeeping has those"
                      + " of all logs of a database")
              .judge(ToolRules::processes),
          Scope.EVERY_RUN
              .fatal("tool-tables", "The tables of pgbench changed as its transactions say")
              .ofTool()
              .reads(ToolTables.NAME, PhasesCsv.NAME)
              .how(
                  "history has a row for each committed tpcb-like and simple-update; what is added to"
                      + " accounts is the sum of the amounts in it, and so is what is added to"
                      + " branches unless there was a simple-update; tellers and branches change"
                      + " alike; the server counts at least as many commits. Only the last one is"
                      + " judged if a script comes from a file")
              .judge(ToolRules::tables));

  private ToolRules() {}

  private static Judgment tables(AuditedRun run) {
    List<ToolTables> all =
        new RunFiles(run.results().folder()).toolTables().orRefuse().orElse(List.of());
    boolean isKnown =
        run.plan().workload().kinds().stream()
            .allMatch(kind -> Pgbench.Script.BUILT_IN.contains(kind.label()));
    List<Finding> findings = new ArrayList<>();
    for (VmSet set : run.plan().sets()) {
      Optional<ToolTables> before = tables(all, set, ToolTables.BEFORE);
      Optional<ToolTables> after = tables(all, set, ToolTables.AFTER);
      if (before.isEmpty() || after.isEmpty()) {
        findings.add(
            Finding.of(Subject.SET, set.name(), "its database could not be asked at both moments"));
      } else {
        compare(set, after.get().since(before.get()), isKnown, run).stream()
            .map(text -> Finding.of(Subject.SET, set.name(), text))
            .forEach(findings::add);
      }
    }
    return Judgment.of(Text.counted(run.plan().sets().size(), "database"), "all agree", findings);
  }

  private static Optional<ToolTables> tables(List<ToolTables> all, VmSet set, String moment) {
    return all.stream()
        .filter(row -> row.set().equals(set) && row.moment().equals(moment))
        .findFirst();
  }

  private static List<String> compare(
      VmSet set, ToolTables change, boolean isKnown, AuditedRun run) {
    List<String> texts = new ArrayList<>();
    long committed =
        committed(
            run, set, run.plan().workload().kinds().stream().map(RequestKind::label).toList());
    if (change.commits() < committed) {
      texts.add(
          "the server counts %s commits, but %s transactions were committed"
              .formatted(Text.count(change.commits()), Text.count(committed)));
    }
    if (!isKnown) {
      return texts;
    }
    long updates = committed(run, set, List.of("simple-update"));
    long written = updates + committed(run, set, List.of("tpcb-like"));
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

  private static long committed(AuditedRun run, VmSet set, List<String> scripts) {
    return run.results().phases().stream()
        .filter(row -> row.set().equals(set) && scripts.contains(row.kind().label()))
        .mapToLong(CellRow::committed)
        .sum();
  }

  private static Judgment processes(AuditedRun run) {
    List<ToolProcess> processes =
        new RunFiles(run.results().folder()).toolProcesses().orRefuse().orElse(List.of());
    List<Finding> findings = new ArrayList<>();
    int planned = 0;
    for (VmSet set : run.plan().sets()) {
      for (String phase : phases(run.plan(), set)) {
        planned++;
        ToolProcess found =
            processes.stream()
                .filter(one -> one.set().equals(set) && one.phase().equals(phase))
                .findFirst()
                .orElse(null);
        if (found == null) {
          findings.add(finding(set, phase, "no process is in " + ToolCsv.NAME));
        } else if (!found.isWhole()) {
          findings.add(finding(set, phase, fault(found)));
        }
      }
      compare(set, "committed", ToolProcess::committed, CellRow::committed, processes, run)
          .ifPresent(findings::add);
      compare(set, "failed", ToolProcess::failed, CellRow::failed, processes, run)
          .ifPresent(findings::add);
      compare(set, "skipped", ToolProcess::skipped, CellRow::skipped, processes, run)
          .ifPresent(findings::add);
    }
    return Judgment.of(planned + " planned", "all whole", findings);
  }

  /** Phases in which the database of a Set has clients. */
  private static List<String> phases(RunPlan plan, VmSet set) {
    List<Segment> phases = plan.timeline().phases();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      if (plan.workload() instanceof Pgbench pgbench && pgbench.load().clients(set, i) > 0) {
        names.add(phases.get(i).name());
      }
    }
    return names;
  }

  private static String fault(ToolProcess process) {
    if (process.exitCode() != 0) {
      return "it ended with exit code " + process.exitCode();
    }
    return "its log has %s committed, %s failed and %s skipped transactions, but it counts %s, %s and %s"
        .formatted(
            Text.count(process.committed()),
            Text.count(process.failed()),
            Text.count(process.skipped()),
            counted(process.summary().committed()),
            counted(process.summary().failed()),
            counted(process.summary().skipped()));
  }

  private static String counted(OptionalLong count) {
    return count.isPresent() ? Text.count(count.getAsLong()) : "none";
  }

  private static Optional<Finding> compare(
      VmSet set,
      String what,
      ToLongFunction<ToolProcess> inLogs,
      ToLongFunction<CellRow> inBooks,
      List<ToolProcess> processes,
      AuditedRun run) {
    long logged = processes.stream().filter(one -> one.set().equals(set)).mapToLong(inLogs).sum();
    long booked =
        run.results().phases().stream()
            .filter(row -> row.set().equals(set))
            .mapToLong(inBooks)
            .sum();
    return logged == booked
        ? Optional.empty()
        : Optional.of(
            Finding.of(
                Subject.SET,
                set.name(),
                "the logs have %s %s transactions, but the bookkeeping has %s"
                    .formatted(Text.count(logged), what, Text.count(booked))));
  }

  private static Finding finding(VmSet set, String phase, String text) {
    return Finding.of(Subject.SET, set.name(), "phase " + phase + ": " + text)
        .and(Subject.PHASE, phase);
  }
}
