package io.quartet.audit;

import io.quartet.model.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.Verdict;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.List;

/**
 * Judges a run from its results folder, by the rules of its profile (design.md section 9). Nothing
 * but the folder is read, so the verdict can be recomputed at any time.
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

  /** As above, for a folder that was read already. */
  public static Verdict evaluate(RunResults results) {
    return evaluate(results, Supplements.NONE);
  }

  /** As above, with evidence that is not part of the run. */
  public static Verdict evaluate(RunResults results, Supplements supplements) {
    ValidityProfile profile = results.info().plan().profile();
    List<Check> checks = new ArrayList<>();
    checks.addAll(RunRules.judge(results));
    checks.addAll(LoadRules.judge(results));
    checks.add(VmRules.judge(results));
    checks.add(DriverRules.judge(results));
    checks.add(ClockRules.judge(results));
    checks.addAll(WorkerRules.judge(results));
    if (profile != ValidityProfile.DEMO) {
      checks.addAll(ServiceRules.judge(results));
    }
    if (profile == ValidityProfile.OFFICIAL) {
      checks.addAll(OfficialRules.judge(results, supplements));
    } else {
      checks.add(HostRules.foreignShare(results));
    }
    checks.addAll(Information.of(results));
    return Verdict.of(profile, checks, Deviations.of(results.info().plan()));
  }
}
