package io.quartet.report.internal;

import io.quartet.report.section.Audit.Check;
import io.quartet.report.section.Validity;
import io.quartet.results.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides whether a run counts: the audit's word, unless the folder shows that it cannot hold. */
final class VerdictBuilder {

  /** Rules whose breach is a sentence of its own here. */
  private static final Set<String> ALREADY_SAID = Set.of("state", "measured-transactions");

  private VerdictBuilder() {}

  static Validity of(
      Optional<RunState> state, AuditFacts audit, long measuredResults, List<String> problems) {
    List<String> reasons = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    StateReason.of(state).ifPresent(reasons::add);
    if (measuredResults == 0) {
      reasons.add(
          "NO_MEASURED_TRANSACTIONS: no Trade-Result was completed in a measured phase, so there is"
              + " no throughput. Look for errors in events.jsonl.");
    }
    // Figures of damaged files prove nothing, whatever an earlier audit said.
    reasons.addAll(problems);
    for (Check check : audit.checks()) {
      if (AuditFacts.isBroken(check) && !ALREADY_SAID.contains(check.id())) {
        (AuditFacts.counts(check) ? reasons : warnings).add(describe(check));
      }
    }
    if (!audit.isPresent()) {
      reasons.add("The rules could not be checked: the files are not complete.");
    } else if (!audit.isValid() && reasons.isEmpty()) {
      reasons.add(audit.statement().isBlank() ? "audit.json says INVALID." : audit.statement());
    }
    return reasons.isEmpty()
        ? new Validity(true, audit.statement(), List.of(), warnings)
        : new Validity(false, "INVALID", reasons, warnings);
  }

  private static String describe(Check check) {
    StringBuilder text = new StringBuilder("Broken rule: ").append(check.title());
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
