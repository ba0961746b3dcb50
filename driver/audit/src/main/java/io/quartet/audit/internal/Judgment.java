package io.quartet.audit.internal;

import io.quartet.results.Check.Result;
import io.quartet.results.Finding;
import java.util.List;

/**
 * Judgment of a rule about one run.
 *
 * @param result whether it holds
 * @param actual the figure of the run, with its unit; may be empty
 * @param limit the figure allowed, with its unit; may be empty
 * @param detail where and why; may be empty
 * @param findings the places where the rule is broken, as far as the judge knows them
 * @param isReduced true if a broken rule of severity F is a warning in this run
 */
public record Judgment(
    Result result,
    String actual,
    String limit,
    String detail,
    List<Finding> findings,
    boolean isReduced) {

  public Judgment {
    findings = List.copyOf(findings);
  }

  /** A rule that holds if nothing was found against it. */
  public static Judgment of(String actual, String limit, List<Finding> findings) {
    return of(findings.isEmpty(), actual, limit, findings);
  }

  public static Judgment of(boolean holds, String actual, String limit, List<Finding> findings) {
    // The worst one often is the actual figure: once is enough.
    List<Finding> others = findings.stream().filter(one -> !one.text().equals(actual)).toList();
    return of(holds, actual, limit, Finding.first(others), findings);
  }

  public static Judgment of(boolean holds, String actual, String limit) {
    return of(holds, actual, limit, "");
  }

  public static Judgment of(boolean holds, String actual, String limit, String detail) {
    return of(holds, actual, limit, detail, List.of());
  }

  /** For a detail that is more than the first findings. */
  public static Judgment of(
      boolean holds, String actual, String limit, String detail, List<Finding> findings) {
    return new Judgment(holds ? Result.PASS : Result.FAIL, actual, limit, detail, findings, false);
  }

  /**
   * This program or the files of the run cannot tell.
   *
   * @param why what is missing
   */
  public static Judgment notJudged(String why) {
    return notJudged("", "", why);
  }

  /**
   * This program or the files of the run cannot tell, in spite of some figures.
   *
   * @param actual what was measured; it proves nothing yet
   * @param limit what it is compared with
   * @param why what is missing
   */
  public static Judgment notJudged(String actual, String limit, String why) {
    return new Judgment(Result.NOT_JUDGED, actual, limit, why, List.of(), false);
  }

  /**
   * @param isSerious whether this run breaks the rule so far that its severity F holds
   */
  public Judgment fatalIf(boolean isSerious) {
    return new Judgment(result, actual, limit, detail, findings, !isSerious);
  }
}
