package io.quartet.audit.internal.official;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.audit.internal.agreement.Journal;
import io.quartet.config.PlanDocument;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.IntervalsCsv;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Judges the results of {@code quartet audit --durability}, in this folder or a separate one. An
 * official run needs a separate durability run, because a run that is killed is not measured.
 */
public final class DurabilityRules {

  public static final List<Rule> ALL =
      List.of(
          Scope.BEYOND_ONE_RUN
              .fatal(
                  "durability",
                  "Every acknowledged trade exists after a Tier B server was killed under load")
              .number(38)
              .reads(Durability.NAME, AcknowledgedCsv.NAME)
              .how(
                  "a Tier B server is killed under load, after a checkpoint and five minutes. Then every"
                      + " acknowledged trade is looked up. By hand: cut the power of the machine")
              .before(DurabilityRules::impossible, DecidedBy.PLAN)
              .judge(run -> judge(run, DurabilityRules::proof)),
          Scope.BEYOND_ONE_RUN
              .fatal("business-recovery", "Business recovery time reported")
              .number(39)
              .reads(Durability.NAME, IntervalsCsv.NAME)
              .how(
                  "from the start of the server to the first window (20 minutes) with 95 % "
                      + "of the throughput")
              .before(DurabilityRules::impossible, DecidedBy.PLAN)
              .judge(run -> judge(run, DurabilityRules::recovery)));

  private static final Duration STEADY = Duration.ofMinutes(5);

  /** The VMs that Trade-Order and Trade-Result write to. */
  private static final Optional<VmRole> HOLDS_NEW_TRADES = Optional.of(VmRole.OLTP);

  /** Minimum fraction of the reported throughput at the moment of a kill. */
  private static final double LOAD_PART = 0.95;

  /** PostgreSQL tells the moment of a checkpoint in whole seconds. */
  private static final long CHECKPOINT_ROUNDING_MILLIS = 1_000;

  private final Durability durability;

  /** Objections of both rules to the test, independent of its result. */
  private final List<Finding> objections;

  private final String where;

  private DurabilityRules(RunResults results, RunResults tested) {
    this.durability = Durability.read(tested.folder());
    this.objections = new ArrayList<>(Finding.all(forgeries(tested.folder())));
    objections.addAll(withoutEvidence(tested, durability));
    objections.addAll(belowLoad(results, durability));
    if (tested != results) {
      objections.addAll(Finding.all(differences(results, tested)));
    }
    this.where = tested == results ? "" : ", run " + tested.folder().runId();
  }

  private static Optional<Judgment> impossible(Outlook outlook) {
    return outlook
        .plan()
        .durabilityObstacle()
        .map(why -> Judgment.notJudged("no durability test of this plan is possible: " + why));
  }

  private static Judgment judge(AuditedRun run, Function<DurabilityRules, Judgment> rule) {
    RunResults tested = run.supplements().durabilityRun().orElse(run.results());
    return tested.folder().has(Durability.NAME)
        ? rule.apply(new DurabilityRules(run.results(), tested))
        : Judgment.notJudged("no durability test in this folder; run quartet audit --durability");
  }

  /** A test says something of this run only if it was of the same system. */
  private static List<String> differences(RunResults results, RunResults other) {
    List<String> differences = new ArrayList<>();
    String name = other.folder().runId();
    if (!PlanDocument.toJson(results.info().plan())
        .equals(PlanDocument.toJson(other.info().plan()))) {
      differences.add(name + " ran another plan");
    }
    if (!results.info().commit().equals(other.info().commit())) {
      differences.add(name + " ran another commit of the kit");
    }
    Check settings = SystemRules.DURABILITY_SETTINGS.check(other);
    if (settings.verdict() != Result.PASS) {
      differences.add(name + ": " + settings.detail());
    }
    return differences;
  }

  /** The files have to be those that the run has left. */
  private static List<String> forgeries(ResultsFolder folder) {
    return folder.has(Manifest.NAME)
        ? Manifest.differences(folder)
        : List.of(folder.runId() + " has no " + Manifest.NAME);
  }

  /** The summary has to agree with the journal and the events of the same run. */
  private static List<Finding> withoutEvidence(RunResults tested, Durability durability) {
    List<Finding> problems = new ArrayList<>();
    if (durability.kills().isEmpty()) {
      problems.add(Finding.of("no server was killed"));
    }
    problems.addAll(Journal.findings(tested));
    return problems;
  }

  private static List<Finding> belowLoad(RunResults results, Durability durability) {
    double reported = results.figures().rate().orElse(0);
    return durability.kills().stream()
        .filter(kill -> kill.throughputBefore() < LOAD_PART * reported)
        .map(
            kill ->
                Finding.of(
                    Subject.VM,
                    kill.vm(),
                    Text.format(
                        "%s was killed at %s etps, less than 95 %% of %s",
                        kill.vm(),
                        Text.figure(kill.throughputBefore(), 1),
                        Text.figure(reported, 1))))
        .limit(1)
        .toList();
  }

  private Judgment proof() {
    List<Finding> problems = new ArrayList<>(objections);
    Durability.Acknowledged acknowledged = durability.acknowledged();
    if (acknowledged.missing() > 0) {
      problems.add(
          Finding.of(Text.counted(acknowledged.missing(), "acknowledged trade") + " missing"));
    } else if (acknowledged.orders() == 0 || acknowledged.results() == 0) {
      problems.add(Finding.of("nothing was acknowledged"));
    }
    if (durability.kills().stream()
        .noneMatch(kill -> VmRole.of(kill.vm()).equals(HOLDS_NEW_TRADES))) {
      problems.add(Finding.of("no VM3 was killed, and only VM3s hold acknowledged trades"));
    }
    for (Kill kill : durability.kills()) {
      if (kill.steadySeconds() < STEADY.toSeconds()) {
        problems.add(
            Finding.of(
                Subject.VM,
                kill.vm(),
                Text.format(
                    "%s was killed after %s of measured load, less than %d s",
                    kill.vm(), Text.seconds(kill.steadySeconds(), 0), STEADY.toSeconds())));
      }
      if (!hadCheckpoint(kill)) {
        problems.add(
            Finding.of(Subject.VM, kill.vm(), kill.vm() + " had no checkpoint during that load"));
      }
    }
    return Judgment.of(
        Text.format(
            "%,d missing of %,d orders and %,d results%s",
            acknowledged.missing(), acknowledged.orders(), acknowledged.results(), where),
        "0 missing",
        problems);
  }

  private static boolean hadCheckpoint(Kill kill) {
    double steadyFrom = kill.utcMillis() - 1e3 * kill.steadySeconds();
    return kill.checkpointUtcMillis() >= steadyFrom - CHECKPOINT_ROUNDING_MILLIS;
  }

  private Judgment recovery() {
    List<Finding> problems = new ArrayList<>(objections);
    List<String> times = new ArrayList<>();
    for (Kill kill : durability.kills()) {
      if (kill.businessRecoveryMillis() == null) {
        problems.add(
            Finding.of(
                Subject.VM,
                kill.vm(),
                "throughput did not recover after the kill of " + kill.vm()));
      } else {
        times.add(
            Text.format(
                "%s %s (window %,d s)",
                kill.vm(),
                Text.seconds(kill.businessRecoveryMillis() / 1e3, 1),
                kill.windowSeconds()));
      }
    }
    return Judgment.of(String.join(", ", times) + where, "reported", problems);
  }
}
