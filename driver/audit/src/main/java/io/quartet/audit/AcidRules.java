package io.quartet.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.RunPlan;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.AcidEvidence.Step;
import io.quartet.results.system.DatabaseSettings;
import java.util.List;
import java.util.Optional;

/**
 * Rules 36 and 37 of run-rules.md section 3.4, from a test of its own: a run rolls back
 * Trade-Orders only, and does not script who meets whom.
 */
final class AcidRules {

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

  private static final String ANOTHER = "the test was of another ";

  private AcidRules() {}

  static List<Check> judge(RunResults run, Optional<AcidEvidence> evidence) {
    return List.of(
        judge(
            "atomicity",
            "A writing transaction that fails leaves no trace",
            run,
            evidence,
            evidence.map(AcidEvidence::atomicity).orElse(List.of()),
            WRITING),
        judge(
            "isolation",
            "Transactions that meet keep to their isolation levels",
            run,
            evidence,
            evidence.map(AcidEvidence::isolation).orElse(List.of()),
            MEETING));
  }

  private static Check judge(
      String id,
      String title,
      RunResults run,
      Optional<AcidEvidence> evidence,
      List<Step> steps,
      List<TransactionType> wanted) {
    if (evidence.isEmpty()) {
      return Check.notJudged(
          id,
          title,
          Severity.FATAL,
          "it takes a test of its own: quartet acid FILE, then quartet audit DIR --acid acid.json");
    }
    Optional<String> objection = objection(run, evidence.get());
    if (objection.isPresent()) {
      return Check.notJudged(id, title, Severity.FATAL, objection.get());
    }
    List<String> missing =
        wanted.stream()
            .map(TransactionType::label)
            .filter(type -> steps.stream().noneMatch(step -> step.name().contains(type)))
            .toList();
    if (!missing.isEmpty()) {
      return Check.notJudged(
          id, title, Severity.FATAL, "the test has no step with " + String.join(", ", missing));
    }
    List<String> failed =
        steps.stream()
            .filter(step -> !step.hasPassed())
            .map(step -> step.vm() + ", " + step.name() + ": " + step.found())
            .toList();
    return Check.of(
        id,
        title,
        Severity.FATAL,
        failed.isEmpty(),
        steps.size() - failed.size() + " of " + steps.size() + " steps passed",
        "all",
        Text.first(failed));
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
