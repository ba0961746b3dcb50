package io.quartet.audit.internal.official;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.config.PlanDocument;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.AcidEvidence.Step;
import io.quartet.results.system.DatabaseSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Atomicity and isolation, from a separate test. A run rolls back Trade-Orders only, and does not
 * control which transactions conflict.
 */
public final class AcidRules {

  private static final List<TransactionType> WRITING =
      List.of(
          TransactionType.TRADE_ORDER,
          TransactionType.TRADE_RESULT,
          TransactionType.TRADE_UPDATE,
          TransactionType.MARKET_FEED,
          TransactionType.DATA_MAINTENANCE,
          TransactionType.TRADE_CLEANUP);

  private static final List<TransactionType> MEETING =
      List.of(
          TransactionType.TRADE_ORDER,
          TransactionType.TRADE_RESULT,
          TransactionType.CUSTOMER_POSITION,
          TransactionType.MARKET_FEED);

  public static final List<Rule> ALL =
      List.of(
          Scope.BEYOND_ONE_RUN
              .fatal("atomicity", "A writing transaction that fails leaves no trace")
              .number(36)
              .reads("the file of quartet acid")
              .how(
                  "every writing transaction (each frame of Trade-Update, each table of Data-Maintenance)"
                      + " fails at its commit, and afterwards all rows of all tables are unchanged. Tested on"
                      + " the first Set, because rule 5 shows that all Sets are alike")
              .judge(run -> judge(run, AcidEvidence::atomicity, WRITING)),
          Scope.BEYOND_ONE_RUN
              .fatal("isolation", "Concurrent transactions keep their isolation levels")
              .number(37)
              .reads("the file of quartet acid")
              .how(
                  "Trade-Order, Trade-Result, Customer-Position and Market-Feed conflict at chosen"
                      + " moments. The test checks for dirty read, non-repeatable read, lost update and write"
                      + " skew, at the declared levels")
              .judge(run -> judge(run, AcidEvidence::isolation, MEETING)));

  private static final String ANOTHER = "the test was of another ";

  private AcidRules() {}

  private static Judgment judge(
      AuditedRun run, Function<AcidEvidence, List<Step>> part, List<TransactionType> wanted) {
    Optional<AcidEvidence> evidence = run.supplements().acid();
    if (evidence.isEmpty()) {
      return Judgment.notJudged(
          "needs a separate test: quartet acid FILE, then quartet audit DIR --acid acid.json");
    }
    Optional<String> objection = objection(run.results(), evidence.get());
    if (objection.isPresent()) {
      return Judgment.notJudged(objection.get());
    }
    List<Step> steps = part.apply(evidence.get());
    List<String> missing =
        wanted.stream()
            .map(TransactionType::label)
            .filter(type -> steps.stream().noneMatch(step -> step.name().contains(type)))
            .toList();
    if (!missing.isEmpty()) {
      return Judgment.notJudged("the test has no step with " + String.join(", ", missing));
    }
    List<Finding> failed =
        steps.stream()
            .filter(step -> !step.hasPassed())
            .map(
                step ->
                    Finding.of(
                        Subject.VM,
                        step.vm(),
                        step.vm() + ", " + step.name() + ": " + step.found()))
            .toList();
    return Judgment.of(
        steps.size() - failed.size() + " of " + Text.counted(steps.size(), "step") + " passed",
        "all",
        failed);
  }

  /** Why the test says nothing of this run, if so. */
  private static Optional<String> objection(RunResults run, AcidEvidence evidence) {
    RunPlan plan = run.info().plan();
    JsonNode engine = PlanDocument.toJson(plan).path("engine");
    Optional<VmSet> tested =
        plan.sets().stream().filter(set -> set.name().equals(evidence.set())).findFirst();
    if (tested.isEmpty()) {
      return Optional.of(ANOTHER + "Set: " + evidence.set());
    }
    if (!evidence.commit().equals(run.info().commit())) {
      return Optional.of(ANOTHER + "commit: " + evidence.commit());
    }
    if (!evidence.engine().equals(engine)) {
      return Optional.of(ANOTHER + "engine: " + evidence.engine());
    }
    return plan.databaseRoles().stream()
        .map(role -> tested.get().vmName(role))
        .flatMap(vm -> objection(run, vm, evidence.settings().get(vm)).stream())
        .findFirst();
  }

  private static Optional<String> objection(RunResults run, String vm, DatabaseSettings tested) {
    Optional<DatabaseSettings> found = DatabaseSettings.read(run.folder(), vm);
    if (tested == null || found.isEmpty()) {
      return Optional.of("settings of " + vm + " are missing from the test or from the run");
    }
    return AcidEvidence.SETTINGS.stream()
        .filter(name -> !found.get().get(name).equals(tested.get(name)))
        .map(name -> ANOTHER + "PostgreSQL: " + name + " of " + vm + " was " + tested.get(name))
        .findFirst();
  }
}
