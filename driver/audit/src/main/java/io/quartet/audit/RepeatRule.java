package io.quartet.audit;

import io.quartet.config.PlanDocument;
import io.quartet.model.Text;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.Verdict;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rule 45 of run-rules.md section 3.4: a second run gives the same throughput. */
final class RepeatRule {

  private static final double LIMIT_PERCENT = 2;
  private static final String ID = "repeatability";
  private static final String TITLE = "A second run has the same throughput";

  /** Checks that no folder of one run can pass: what passes them holds for the same plan. */
  private static final Set<String> NEED_MORE_THAN_A_RUN =
      Set.of(ID, "atomicity", "isolation", "durability", "business-recovery", "rule-40");

  private RepeatRule() {}

  static Check judge(RunResults first, Optional<ResultsFolder> folder) {
    if (folder.isEmpty()) {
      return Check.notJudged(
          ID,
          TITLE,
          Severity.FATAL,
          "it takes a second run: quartet audit DIR --second ANOTHER_DIR");
    }
    RunResults second = RunResults.read(folder.get());
    return judge(first, second, ValidityRules.evaluate(second));
  }

  /**
   * @param verdict of the second run, by all other rules: of its own repetition nothing is known
   */
  static Check judge(RunResults first, RunResults second, Verdict verdict) {
    List<String> problems = new ArrayList<>();
    double etps = first.figures().etps().orElse(0);
    double other = second.figures().etps().orElse(0);
    double percent = etps == 0 ? 100 : 100 * (other - etps) / etps;
    if (Math.abs(percent) > LIMIT_PERCENT) {
      problems.add(
          Text.format(
              "%s has %.3f etps, %s has %.3f",
              first.info().runId(), etps, second.info().runId(), other));
    }
    problems.addAll(notComparable(first, second));
    verdict.broken().stream()
        .map(check -> "it is INVALID itself: " + check.title())
        .forEach(problems::add);
    List<String> unknown =
        verdict.notJudged().stream()
            .map(Check::id)
            .filter(id -> !NEED_MORE_THAN_A_RUN.contains(id))
            .toList();
    if (problems.isEmpty() && !unknown.isEmpty()) {
      return Check.notJudged(
          ID,
          TITLE,
          Severity.FATAL,
          second.info().runId() + " could not be judged by " + String.join(", ", unknown));
    }
    return Check.of(
        ID,
        TITLE,
        Severity.FATAL,
        problems.isEmpty(),
        Text.format("%+.2f %%: %.3f etps in %s", percent, other, second.info().runId()),
        Text.format("%.0f %%", LIMIT_PERCENT),
        Text.first(problems));
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
      problems.add("its plan is another");
    }
    if (!one.versions().equals(other.versions()) || !one.commit().equals(other.commit())) {
      problems.add("its programs are others");
    }
    return problems;
  }
}
