package io.quartet.audit;

import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.official.Deviations;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.Verdict;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.util.List;
import java.util.Optional;

/**
 * Judges a run from its results folder, by the rules of its profile (docs/spec/run-rules.md,
 * "Validity profiles"). Nothing but the folder is read, so the verdict can be recomputed at any
 * time.
 */
public final class ValidityRules {

  private ValidityRules() {}

  /**
   * Judges a run; the caller writes the verdict to audit.json.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE if a file is damaged
   */
  public static Verdict evaluate(ResultsFolder folder) {
    return evaluate(RunResults.read(folder));
  }

  /**
   * Judges before a run what can be judged then, by the same rules. INVALID means that every run of
   * the plan ends so. The statement of a valid verdict says nothing yet.
   */
  public static Verdict foresee(Outlook outlook) {
    RunPlan plan = outlook.plan();
    List<Check> checks =
        Rules.ALL.stream()
            .filter(rule -> rule.includes(plan))
            .flatMap(rule -> rule.foresee(outlook).stream())
            .toList();
    return Verdict.of(
        plan.publication().profile(),
        checks,
        Deviations.of(plan),
        Optional.empty(),
        Optional.empty());
  }

  /** Judges the results of a run without evidence from outside the run. */
  public static Verdict evaluate(RunResults results) {
    return evaluate(results, Supplements.NONE);
  }

  /**
   * Judges the results of a run, with evidence that is not part of the run.
   *
   * @throws io.quartet.model.QuartetException WORKLOAD_DIFFERS if another run did other work
   */
  public static Verdict evaluate(RunResults results, Supplements supplements) {
    supplements.requireSameWorkload(results.info());
    RunPlan plan = results.info().plan();
    AuditedRun run = new AuditedRun(results, supplements);
    List<Check> checks =
        Rules.ALL.stream()
            .filter(rule -> rule.includes(plan))
            .map(rule -> rule.check(run))
            .toList();
    return Verdict.of(
            plan.publication().profile(),
            checks,
            Deviations.of(plan),
            Optional.of(run.disturbance()),
            supplements.attestation())
        .ofFiles(Manifest.ownSha256(results.folder()));
  }
}
