package io.quartet.audit.internal;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.model.Text;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFigures;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rules about the run as a whole: it ended, and it measured something. */
public final class RunRules {

  public static final Rule STATE =
      Scope.EVERY_RUN
          .fatal("state", "The run ended as planned")
          .reads(RunState.NAME)
          .how("aborted, killed and unfinished runs fail")
          .judge(RunRules::new, RunRules::state);

  public static final Rule MEASURED_TRANSACTIONS =
      Scope.EVERY_RUN
          .fatal("measured-transactions", "The run has measured transactions")
          .reads(PhasesCsv.NAME)
          .how(
              "at least one Trade-Result was completed in a measured phase, or one transaction of"
                  + " another workload")
          .judge(RunRules::new, RunRules::measuredTransactions);

  public static final List<Rule> ALL =
      List.of(
          Scope.EVERY_RUN
              .fatal("databases", "The transactions ran on databases")
              .reads(RunInfo.NAME)
              .how("a run with `engine.access: none` measures the driver")
              .ofPlan(RunRules::databases),
          STATE,
          Scope.EVERY_RUN
              .fatal("phases-measured", "Every phase was measured to its end")
              .number(12)
              .reads(PhasesCsv.NAME)
              .how("the length that was measured, against the plan's timing")
              .judge(RunRules::new, RunRules::phasesMeasured),
          MEASURED_TRANSACTIONS);

  /** Wall-clock times in the files are whole milliseconds; a phase may look this much shorter. */
  private static final long ROUNDING_MILLIS = 2;

  private final AuditedRun run;
  private final RunResults results;
  private final RunFigures figures;

  private RunRules(AuditedRun run) {
    this.run = run;
    this.results = run.results();
    this.figures = results.figures();
  }

  /** A run without databases measures the driver, so its figures are not a result. */
  private static Judgment databases(RunPlan plan) {
    boolean hasDatabases = !plan.databaseRoles().isEmpty();
    return Judgment.of(
        hasDatabases,
        hasDatabases ? "they did" : "engine.access is none",
        "",
        hasDatabases
            ? ""
            : "Tier A answered at once, so the figures show only what the driver can do");
  }

  private Judgment state() {
    Optional<RunState> state = results.state();
    String actual = state.map(RunState::description).orElse("state.json is missing");
    String detail =
        run.areChecksMissing() ? "'quartet check --finish' with this folder completes the run" : "";
    return Judgment.of(
        state.isPresent() && state.get().state() == RunState.State.FINISHED,
        actual,
        "finished",
        detail);
  }

  private Judgment phasesMeasured() {
    List<Finding> cut = new ArrayList<>();
    List<Segment> phases = results.info().plan().timeline().phases();
    for (Segment phase : phases) {
      long millis =
          results.phases().stream()
              .filter(row -> row.phase().equals(phase.name()))
              .mapToLong(row -> row.endUtcMillis() - row.startUtcMillis())
              .findFirst()
              .orElse(0);
      if (millis < phase.length().toMillis() - ROUNDING_MILLIS) {
        cut.add(
            Finding.of(
                Subject.PHASE,
                phase.name(),
                "phase " + phase.name() + " was cut short or is missing"));
      }
    }
    return Judgment.of(
        cut.isEmpty(),
        Text.counted(phases.size() - cut.size(), "phase"),
        Text.counted(phases.size(), "phase"),
        cut.isEmpty()
            ? ""
            : "cut short or missing: phase "
                + String.join(
                    ", ", cut.stream().map(phase -> phase.about().get(Subject.PHASE)).toList()),
        cut);
  }

  private Judgment measuredTransactions() {
    long measured = figures.counted();
    boolean isOfBrokerage = run.plan().workload() instanceof Brokerage;
    return Judgment.of(
        measured > 0,
        Text.counted(measured, isOfBrokerage ? "Trade-Result" : "transaction"),
        "at least 1",
        measured > 0 ? "" : "NO_MEASURED_TRANSACTIONS: there is no throughput to report");
  }
}
