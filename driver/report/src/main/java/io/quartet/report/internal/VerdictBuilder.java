package io.quartet.report.internal;

import io.quartet.report.Report.AuditCheck;
import io.quartet.report.Report.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Decides whether a run counts: the audit's word, unless the folder shows that it cannot hold. */
final class VerdictBuilder {

  private VerdictBuilder() {}

  static Verdict of(
      RunState state,
      AuditFacts audit,
      String profile,
      long measuredResults,
      List<String> problems) {
    List<String> reasons = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    state.reason().ifPresent(reasons::add);
    if (measuredResults == 0) {
      reasons.add("No Trade-Result was completed in a measured phase, so there is no throughput.");
    }
    for (AuditCheck check : audit.checks()) {
      if (AuditFacts.isBroken(check)) {
        (AuditFacts.counts(check) ? reasons : warnings).add(describe(check));
      }
    }
    if (!audit.isPresent()) {
      reasons.add("The rules were never checked: audit.json is missing or damaged.");
    } else if (!audit.isValid() && reasons.isEmpty()) {
      reasons.add("audit.json says INVALID.");
    }
    warnings.addAll(problems);
    return reasons.isEmpty()
        ? new Verdict(true, statement(profile), List.of(), warnings)
        : new Verdict(false, "INVALID", reasons, warnings);
  }

  /** Source of the three statements: design.md section 9. */
  private static String statement(String profile) {
    return switch (profile.toLowerCase(Locale.ROOT)) {
      case "demo" -> "valid for demo, not publishable";
      case "official" -> "valid, self-audited";
      default -> "valid, non-standard";
    };
  }

  private static String describe(AuditCheck check) {
    StringBuilder text = new StringBuilder(check.title());
    if (!check.actual().isBlank()) {
      text.append(": ").append(check.actual());
    }
    if (!check.limit().isBlank()) {
      text.append(" (limit ").append(check.limit()).append(')');
    }
    if (!check.detail().isBlank()) {
      text.append(". ").append(check.detail());
    }
    return text.toString();
  }
}
