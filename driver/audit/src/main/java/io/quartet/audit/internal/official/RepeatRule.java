package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.Rules;
import io.quartet.audit.ValidityRules;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.config.PlanDocument;
import io.quartet.model.Text;
import io.quartet.results.Check;
import io.quartet.results.Finding;
import io.quartet.results.PhasesCsv;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.Verdict;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether a second run gives the same throughput. */
public final class RepeatRule {

  public static final Rule RULE =
      Scope.BEYOND_ONE_RUN
          .fatal("repeatability", "A second run has the same throughput")
          .number(45)
          .reads(PhasesCsv.NAME + " and schema/*.txt of both runs")
          .how(
              "`audit DIR --second DIR`: same plan, programs and schema, not INVALID itself,"
                  + " throughput within 2 %. Not judged while a rule that the folder of the second"
                  + " run alone can prove is not judged there")
          .judge(RepeatRule::judge);

  private static final double LIMIT_PERCENT = 2;

  private RepeatRule() {}

  static Judgment judge(AuditedRun run) {
    Optional<ResultsFolder> folder = run.supplements().secondRun();
    if (folder.isEmpty()) {
      return Judgment.notJudged("needs a second run: quartet audit DIR --second ANOTHER_DIR");
    }
    RunResults second = RunResults.read(folder.get());
    return judge(run.results(), second, ValidityRules.evaluate(second));
  }

  /**
   * @param verdict of the second run, by all other rules; its own repetition is not known
   */
  static Judgment judge(RunResults first, RunResults second, Verdict verdict) {
    List<Finding> problems = new ArrayList<>();
    double etps = first.figures().rate().orElse(0);
    double other = second.figures().rate().orElse(0);
    double percent = etps == 0 ? 100 : 100 * (other - etps) / etps;
    if (Math.abs(percent) > LIMIT_PERCENT) {
      problems.add(
          Finding.of(
              Text.format(
                  "%s has %s etps, %s has %s",
                  first.info().runId(),
                  Text.figure(etps, 3),
                  second.info().runId(),
                  Text.figure(other, 3))));
    }
    problems.addAll(Finding.all(notComparable(first, second)));
    verdict.broken().stream()
        .map(check -> "it is INVALID itself: " + check.title())
        .map(Finding::of)
        .forEach(problems::add);
    List<String> unknown =
        verdict.notJudged().stream().map(Check::id).filter(RepeatRule::canBeProved).toList();
    if (problems.isEmpty() && !unknown.isEmpty()) {
      return Judgment.notJudged(
          second.info().runId() + " could not be judged by " + String.join(", ", unknown));
    }
    return Judgment.of(
        Text.format(
            "%s %%: %s etps in %s",
            Text.signed(percent, 2), Text.figure(other, 3), second.info().runId()),
        Text.format("%.0f %%", LIMIT_PERCENT),
        problems);
  }

  /** True if the folder of one run can pass the rule: the others hold for every run of a plan. */
  private static boolean canBeProved(String id) {
    return Rules.ALL.stream()
        .noneMatch(rule -> rule.id().equals(id) && rule.scope() == Scope.BEYOND_ONE_RUN);
  }

  /** Why the second run is none of the same thing. */
  private static List<String> notComparable(RunResults first, RunResults second) {
    RunInfo one = first.info();
    RunInfo other = second.info();
    List<String> problems = new ArrayList<>();
    if (one.runId().equals(other.runId())) {
      problems.add("it is the same run");
    }
    if (!PlanDocument.toJson(one.plan()).equals(PlanDocument.toJson(other.plan()))) {
      problems.add("its plan is different");
    }
    if (!one.versions().equals(other.versions()) || !one.commit().equals(other.commit())) {
      problems.add("its programs are different");
    }
    List<String> databases =
        one.plan().databases().stream().filter(vm -> isOtherSchema(first, second, vm)).toList();
    if (!databases.isEmpty()) {
      problems.add("its schema is different on " + Text.first(databases));
    }
    return problems;
  }

  private static boolean isOtherSchema(RunResults first, RunResults second, String vm) {
    return !schema(first, vm).equals(schema(second, vm));
  }

  /** Lines of the file in any order; none if there is no file. */
  private static Set<String> schema(RunResults run, String vm) {
    return Set.copyOf(new RunFiles(run.folder()).schema(vm).orRefuse().orElse(List.of()));
  }
}
