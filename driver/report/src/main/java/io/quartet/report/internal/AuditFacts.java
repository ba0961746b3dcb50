package io.quartet.report.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.audit.ValidityRules;
import io.quartet.model.TransactionType;
import io.quartet.report.section.Audit.Check;
import io.quartet.report.section.Judged;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What {@code audit.json} says; the rules are applied here if the run did not come to that. */
public final class AuditFacts {

  /** The rule that judges the mix. */
  public static final String MIX = "mix";

  /** The rule that judges the room for sixty business days. */
  public static final String SPACE = "space-60-days";

  private final JsonNode audit;
  private final List<Check> checks;

  private AuditFacts(JsonNode audit) {
    this.audit = audit;
    this.checks = checksOf(audit);
  }

  static AuditFacts of(ResultsFolder folder, JsonNode recorded) {
    if (recorded.isObject()) {
      return new AuditFacts(recorded);
    }
    try {
      return new AuditFacts(ValidityRules.evaluate(folder).toJson());
    } catch (RuntimeException e) {
      // Some raw file is damaged; the reader has noted which. HdrHistogram throws many kinds.
      return new AuditFacts(recorded);
    }
  }

  private static List<Check> checksOf(JsonNode audit) {
    List<Check> checks = new ArrayList<>();
    for (JsonNode check : audit.path("checks")) {
      checks.add(
          new Check(
              check.path("id").asText(""),
              check.path("title").asText(""),
              check.path("severity").asText(""),
              check.path("verdict").asText(""),
              check.path("actual").asText(""),
              check.path("limit").asText(""),
              check.path("evidence").asText(""),
              check.path("detail").asText("")));
    }
    return List.copyOf(checks);
  }

  boolean isPresent() {
    return audit.isObject();
  }

  boolean isValid() {
    return audit.path("verdict").asText("").equals("valid");
  }

  /** For instance {@code valid for demo, not publishable}. */
  String statement() {
    return audit.path("statement").asText("");
  }

  List<Check> checks() {
    return checks;
  }

  List<String> deviations() {
    List<String> deviations = new ArrayList<>();
    audit.path("deviations").forEach(node -> deviations.add(node.asText()));
    return List.copyOf(deviations);
  }

  static boolean isBroken(Check check) {
    return check.verdict().equals("fail");
  }

  static boolean counts(Check check) {
    return check.severity().equals("F");
  }

  Optional<Check> check(String id) {
    return checks.stream().filter(check -> check.id().equals(id)).findFirst();
  }

  /** Verdict of one rule; not judged if the profile has no such rule. */
  Judged verdict(String id) {
    return switch (check(id).map(Check::verdict).orElse("")) {
      case "pass" -> Judged.PASS;
      case "fail" -> Judged.FAIL;
      default -> Judged.NOT_JUDGED;
    };
  }

  Judged response(TransactionType type, List<String> notes) {
    return judged(responseId(type.label()), "response time", notes);
  }

  /**
   * The rule that judges the response time of a transaction.
   *
   * @param transaction its name, for instance Trade-Order
   */
  public static String responseId(String transaction) {
    return "response-time-" + transaction.toLowerCase(Locale.ROOT);
  }

  /** The mix is one rule; a transaction that is off its target is named in the detail. */
  Judged mix(TransactionType type, List<String> notes) {
    if (type == TransactionType.TRADE_RESULT) {
      return judged("trade-result-mix", "Trade-Results per Trade-Order", notes);
    }
    Judged mix = judged(MIX, "mix", notes);
    if (mix != Judged.FAIL) {
      return mix;
    }
    String detail = check(MIX).map(Check::detail).orElse("");
    return detail.contains(type.label() + " ") ? Judged.FAIL : Judged.NOT_JUDGED;
  }

  private Judged judged(String id, String what, List<String> notes) {
    Judged verdict = verdict(id);
    if (verdict == Judged.NOT_JUDGED) {
      notes.add(
          check(id)
              .map(check -> what + ": " + check.detail())
              .orElse(what + ": not a rule of this profile"));
    }
    return verdict;
  }
}
