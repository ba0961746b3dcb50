package io.quartet.report.internal.run;

import io.quartet.audit.Rule;
import io.quartet.report.Report;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Judgment;

/**
 * Words for what a rule says of a row: they tell a rule that the profile lacks from one that could
 * not judge.
 */
final class RuleJudgment {

  private RuleJudgment() {}

  /**
   * A judgment in words, and whether the profile has the rule at all.
   *
   * @param rule judges it
   */
  static String words(Judgment judgment, Report report, Rule rule) {
    boolean isRuleOfProfile =
        report.audit().checks().isEmpty()
            || report.audit().checks().stream().anyMatch(check -> check.id().equals(rule.id()));
    return judgment == Judgment.NOT_JUDGED && !isRuleOfProfile
        ? "not judged in a " + (report.run().profile().equals("demo") ? "demo" : "custom run")
        : Format.words(judgment);
  }
}
