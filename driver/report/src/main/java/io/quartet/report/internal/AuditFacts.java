package io.quartet.report.internal;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.TransactionType;
import io.quartet.report.Report.AuditCheck;
import io.quartet.report.Report.Judged;
import java.util.ArrayList;
import java.util.List;

/** What {@code audit.json} says, and what the profile lets a report judge by itself. */
final class AuditFacts {

  /** Shorter than this, the mix of Trade-Results is not steady. Source: design.md section 5. */
  private static final double STEADY_AFTER_SECONDS = 900;

  /** Shorter phases than this are a functional test. Source: run-rules.md section 2.3. */
  private static final double LONG_ENOUGH_SECONDS = 600;

  private static final double MIX_RELATIVE_LIMIT = 0.01;
  private static final double SIGMAS = 3;

  private final JsonNode audit;
  private final boolean isDemo;
  private final double secondsBefore;
  private final double measuredSeconds;

  /**
   * @param secondsBefore from the first request to the first phase
   * @param measuredSeconds length of the phases that have run
   */
  AuditFacts(JsonNode audit, String profile, double secondsBefore, double measuredSeconds) {
    this.audit = audit;
    this.isDemo = profile.equals("demo");
    this.secondsBefore = secondsBefore;
    this.measuredSeconds = measuredSeconds;
  }

  boolean isPresent() {
    return audit.isObject();
  }

  boolean isValid() {
    return audit.path("verdict").asText("").equalsIgnoreCase("valid");
  }

  List<AuditCheck> checks() {
    List<AuditCheck> checks = new ArrayList<>();
    for (JsonNode check : audit.path("checks")) {
      checks.add(
          new AuditCheck(
              check.path("id").asText(""),
              check.path("title").asText(""),
              check.path("severity").asText(""),
              check.path("verdict").asText(""),
              check.path("actual").asText(""),
              check.path("limit").asText(""),
              check.path("detail").asText("")));
    }
    return List.copyOf(checks);
  }

  List<String> deviations() {
    List<String> deviations = new ArrayList<>();
    audit.path("deviations").forEach(node -> deviations.add(node.asText()));
    return List.copyOf(deviations);
  }

  static boolean isBroken(AuditCheck check) {
    return check.verdict().equalsIgnoreCase("fail");
  }

  static boolean counts(AuditCheck check) {
    return check.severity().toUpperCase(java.util.Locale.ROOT).startsWith("F");
  }

  /** Judges a 90th percentile against its limit; says why if it does not. */
  Judged response(double p90Millis, double limitMillis, List<String> notes) {
    if (isDemo) {
      notes.add("response time: not judged in a demo run");
      return Judged.NOT_JUDGED;
    }
    if (measuredSeconds < LONG_ENOUGH_SECONDS) {
      notes.add("response time: not judged, the measured time is below 600 s");
      return Judged.NOT_JUDGED;
    }
    return p90Millis <= limitMillis ? Judged.PASS : Judged.FAIL;
  }

  /** Judges a percentage of the mix; says why if it does not. */
  Judged mix(
      TransactionType type,
      double percent,
      double target,
      long count,
      double total,
      List<String> notes) {
    if (isDemo) {
      notes.add("mix: not judged in a demo run");
      return Judged.NOT_JUDGED;
    }
    if (type == TransactionType.TRADE_RESULT && secondsBefore < STEADY_AFTER_SECONDS) {
      notes.add("mix: not judged, limit orders are still ramping below 900 s before the interval");
      return Judged.NOT_JUDGED;
    }
    if (measuredSeconds < LONG_ENOUGH_SECONDS) {
      notes.add("mix: not judged, the measured time is below 600 s");
      return Judged.NOT_JUDGED;
    }
    double sigma = 100 * SIGMAS * Math.sqrt(count) / total;
    double limit = Math.max(MIX_RELATIVE_LIMIT * target, sigma);
    return Math.abs(percent - target) <= limit ? Judged.PASS : Judged.FAIL;
  }
}
