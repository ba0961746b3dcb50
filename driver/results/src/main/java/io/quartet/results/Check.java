package io.quartet.results;

/**
 * One rule, judged.
 *
 * @param id stable name, for instance {@code littles-law}
 * @param title the rule in a few words
 * @param severity what a broken rule means
 * @param verdict whether it holds
 * @param actual the figure found, with its unit; empty if there is none
 * @param limit the figure allowed, with its unit; empty if there is none
 * @param detail where and why, for a rule that is broken or not judged; may be empty
 */
public record Check(
    String id,
    String title,
    Severity severity,
    Result verdict,
    String actual,
    String limit,
    String detail) {

  /** What a broken rule means. */
  public enum Severity {
    /** The run is INVALID. */
    FATAL("F"),
    /** It must be disclosed. */
    WARNING("W"),
    /** Nothing: it is for the reader. */
    INFORMATION("I");

    private final String letter;

    Severity(String letter) {
      this.letter = letter;
    }

    /** F, W or I, as in audit.json. */
    public String letter() {
      return letter;
    }
  }

  /** Whether a rule holds. */
  public enum Result {
    PASS("pass"),
    FAIL("fail"),
    /** This program or these data cannot tell; never the same as a pass. */
    NOT_JUDGED("not judged");

    private final String label;

    Result(String label) {
      this.label = label;
    }

    /** Name in audit.json. */
    public String label() {
      return label;
    }
  }

  public static Check of(
      String id,
      String title,
      Severity severity,
      boolean holds,
      String actual,
      String limit,
      String detail) {
    return new Check(id, title, severity, holds ? Result.PASS : Result.FAIL, actual, limit, detail);
  }

  public static Check notJudged(String id, String title, Severity severity, String why) {
    return new Check(id, title, severity, Result.NOT_JUDGED, "", "", why);
  }

  /** Files of the results folder with its figures; empty if nothing judged it. */
  public String evidence() {
    return Evidence.of(id);
  }

  /** True if the rule is broken and that makes the run INVALID. */
  public boolean breaksTheRun() {
    return severity == Severity.FATAL && verdict == Result.FAIL;
  }

  /** True if the rule would make the run INVALID, and nothing is known of it. */
  boolean leavesTheRunOpen() {
    return severity == Severity.FATAL && verdict == Result.NOT_JUDGED;
  }
}
