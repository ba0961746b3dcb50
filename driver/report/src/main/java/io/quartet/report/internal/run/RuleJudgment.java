package io.quartet.report.internal.run;

import io.quartet.audit.Rule;
import io.quartet.report.Report;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Judgment;

/**
 * Judgments in words. They say whether a rule could not judge, or the profile does not have the
 * rule.
 */
final class RuleJudgment {

  private RuleJudgment() {}

  /**
   * A judgment in words. If the profile does not have the rule, the words name the profile.
   *
   * @param rule judges it
   */
  static String words(Judgment judgment, Report report, Rule rule) {
    return judgment == Judgment.NOT_JUDGED && !isOfProfile(report, rule)
        ? "not judged in a " + (report.run().profile().equals("demo") ? "demo" : "custom run")
        : Format.words(judgment);
  }

  /** False if the profile of the run does not have that rule. */
  static boolean isOfProfile(Report report, Rule rule) {
    return report.audit().checks().isEmpty()
        || report.audit().checks().stream().anyMatch(check -> check.id().equals(rule.id()));
  }
}
