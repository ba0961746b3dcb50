package io.quartet.measure.validity;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.PlanDocument;
import io.quartet.measure.results.AcidEvidence;
import io.quartet.measure.results.AcidEvidence.Step;
import io.quartet.measure.results.RunInfo;
import io.quartet.measure.validity.Check.Severity;
import io.quartet.model.TransactionType;
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

  private AcidRules() {}

  static List<Check> judge(RunInfo run, Optional<AcidEvidence> evidence) {
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
      RunInfo run,
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
    Optional<String> other = difference(run, evidence.get());
    if (other.isPresent()) {
      return Check.notJudged(id, title, Severity.FATAL, "the test was of another " + other.get());
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
        RunRules.first(failed));
  }

  private static Optional<String> difference(RunInfo run, AcidEvidence evidence) {
    JsonNode engine = PlanDocument.toJson(run.plan()).path("engine");
    if (run.plan().sets().stream().noneMatch(set -> set.name().equals(evidence.set()))) {
      return Optional.of("Set: " + evidence.set());
    }
    if (!evidence.commit().equals(run.commit())) {
      return Optional.of("commit: " + evidence.commit());
    }
    return evidence.engine().equals(engine)
        ? Optional.empty()
        : Optional.of("engine: " + evidence.engine());
  }
}
