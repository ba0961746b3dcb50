package io.quartet.orchestrate;

/**
 * What the doctor found out about one thing.
 *
 * @param check what was looked at, for instance {@code database a1-vm2}
 * @param verdict how it is
 * @param detail what was found
 * @param fix what to do; empty if nothing
 */
public record Finding(String check, Verdict verdict, String detail, String fix) {

  /** How a thing is. */
  public enum Verdict {
    OK,
    FAILED,
    /** Nothing is known: what it needs is missing. */
    NOT_CHECKED
  }
}
