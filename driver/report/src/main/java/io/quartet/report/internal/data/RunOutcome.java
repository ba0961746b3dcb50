package io.quartet.report.internal.data;

import io.quartet.audit.Rule;
import io.quartet.audit.Rules;
import io.quartet.audit.ValidityRules;
import io.quartet.report.section.Contents;
import io.quartet.report.section.RunVerdict;
import io.quartet.results.Check;
import io.quartet.results.Check.Result;
import io.quartet.results.Check.Severity;
import io.quartet.results.Content;
import io.quartet.results.RunFiles;
import io.quartet.results.RunState;
import io.quartet.results.Verdict;
import io.quartet.results.evidence.Disturbance;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far a run came and whether it counts: the audit's word, unless the folder shows that it
 * cannot hold.
 *
 * @param state {@code finished}, {@code measured}, {@code aborted}, {@code running}, {@code killed}
 *     or {@code unknown}
 */
public record RunOutcome(String state, RunVerdict verdict) {

  /** Rules whose failure has a separate sentence here. */
  private static final Set<String> ALREADY_SAID =
      Set.of(Rules.STATE.id(), Rules.MEASURED_TRANSACTIONS.id(), Rules.EVIDENCE.id());

  private static final Set<String> BEYOND_ONE_RUN =
      Rules.ALL.stream()
          .filter(rule -> rule.scope() == Rule.Scope.BEYOND_ONE_RUN)
          .map(Rule::id)
          .collect(Collectors.toSet());

  /**
   * By what the run said of itself.
   *
   * @param measuredResults what the headline counts in the measured phases
   */
  public static RunOutcome of(ResultsFolder folder, Contents contents, long measuredResults) {
    RunFiles files = new RunFiles(folder);
    Problems problems = new Problems();
    Optional<RunState> state = problems.expect(files.state());
    Optional<Verdict> audit = quickAudit(files, problems);
    return of(state, audit, contents, measuredResults, problems.sentences(folder));
  }

  /**
   * From what was read already.
   *
   * @param audit empty if the rules could not be applied
   * @param problems what is missing or damaged, each a sentence
   */
  public static RunOutcome of(
      Optional<RunState> state,
      Optional<Verdict> audit,
      Contents contents,
      long measuredResults,
      List<String> problems) {
    List<String> causes = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    StateReason.of(state).ifPresent(causes::add);
    if (measuredResults == 0) {
      causes.add(
          contents.words(
              "NO_MEASURED_TRANSACTIONS: no {result} was completed in a measured phase, so there"
                  + " is no throughput. Look for errors in events.jsonl."));
    }
    // Figures of damaged files prove nothing, whatever an earlier audit said.
    reasons.addAll(problems);
    for (Check check : audit.map(Verdict::checks).orElse(List.of())) {
      if (check.verdict() == Result.FAIL && !ALREADY_SAID.contains(check.id())) {
        (check.severity() == Severity.FATAL ? reasons : warnings).add(describe(check));
      }
    }
    if (audit.isEmpty()) {
      reasons.add("The rules could not be checked: the files are not complete.");
    } else if (!audit.get().isValid() && reasons.isEmpty() && causes.isEmpty()) {
      String statement = audit.get().statement();
      reasons.add(statement.isBlank() ? "audit.json says INVALID." : statement);
    }
    reasons.sort(Comparator.comparingInt(String::length));
    reasons.addAll(0, causes);
    boolean isValid = reasons.isEmpty();
    return new RunOutcome(
        state.map(RunState::word).orElse("unknown"),
        new RunVerdict(
            isValid,
            isValid ? audit.get().statement() : "INVALID",
            audit.flatMap(Verdict::disturbance).map(Disturbance::suffix).orElse("").isEmpty(),
            reasons,
            warnings));
  }

  /**
   * The verdict of the rules as they are. What they cannot tell from this folder alone is taken
   * from its audit, if that was of the same files.
   */
  static Optional<Verdict> audit(RunFiles files, Problems problems) {
    Optional<Verdict> earlier = problems.allow(files.audit());
    return problems
        .allow(Content.of(() -> ValidityRules.evaluate(files.folder())))
        .map(
            now ->
                earlier
                    .filter(one -> isOfTheseFiles(one, files))
                    .map(one -> now.completedBy(one, BEYOND_ONE_RUN))
                    .orElse(now))
        .or(() -> earlier);
  }

  /**
   * The verdict of the last audit if the checksums of all files are unchanged since then. Otherwise
   * applies the rules as {@link #audit} does.
   */
  static Optional<Verdict> quickAudit(RunFiles files, Problems problems) {
    return problems
        .allow(files.audit())
        .filter(one -> isOfTheseFiles(one, files))
        .filter(one -> one.disturbance().isPresent())
        .filter(one -> files.differences().orRefuse().filter(List::isEmpty).isPresent())
        .or(() -> audit(files, problems));
  }

  private static boolean isOfTheseFiles(Verdict earlier, RunFiles files) {
    return !earlier.manifestSha256().isEmpty()
        && earlier.manifestSha256().equals(Manifest.ownSha256(files.folder()));
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
      text.append("; ").append(check.detail());
    }
    return text.toString();
  }
}
