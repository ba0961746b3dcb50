package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.results.Check;
import java.util.Locale;

/** Judged rules as lines of text. */
public final class RuleText {

  /** Column of what is said of a rule, below its verdict. */
  private static final int COLUMN = 13;

  private RuleText() {}

  /**
   * The row of a rule stays in one line, so that a search shows its values and its file. A rule
   * that did not pass has its title and the reason below.
   */
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
    String row = line.toString().stripTrailing() + System.lineSeparator();
    if (check.verdict() != Check.Result.PASS) {
      String reason = check.detail().isEmpty() ? "" : ": " + check.detail();
      String title = Text.line("%" + COLUMN + "s%s%s", "", check.title(), reason);
      return row + Folded.lines(title, COLUMN);
    }
    return row;
  }

  private static String said(Check check) {
    return check.verdict() == Check.Result.FAIL
        ? check.verdict().label().toUpperCase(Locale.ROOT)
        : check.verdict().label();
  }
}
