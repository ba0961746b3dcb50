package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.results.Check;
import java.util.Locale;

/** Judged rules as lines of text. */
public final class RuleText {

  /** Column of what is said of a rule, below its verdict. */
  private static final int COLUMN = 13;

  private RuleText() {}

  /** Values are told where there are any; of what did not pass, also what the rule is and why. */
  public static String lines(Check check) {
    StringBuilder line =
        new StringBuilder(
            Text.line("%s %-10s %-28s", check.severity().letter(), said(check), check.id()));
    if (!check.actual().isEmpty()) {
      line.append(Text.line(" %s", check.actual()));
    }
    if (!check.limit().isEmpty()) {
      line.append(Text.line(" (limit: %s)", check.limit()));
    }
    if (!check.evidence().isEmpty()) {
      line.append(Text.line(" [%s]", check.evidence()));
    }
    if (check.verdict() != Check.Result.PASS) {
      line.append(Text.line("%n%" + COLUMN + "s%s", "", check.title()));
      if (!check.detail().isEmpty()) {
        line.append(Text.line(": %s", check.detail()));
      }
    }
    return Folded.lines(line.toString(), COLUMN);
  }

  private static String said(Check check) {
    return check.verdict() == Check.Result.FAIL
        ? check.verdict().label().toUpperCase(Locale.ROOT)
        : check.verdict().label();
  }
}
