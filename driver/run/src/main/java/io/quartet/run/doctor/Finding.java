package io.quartet.run.doctor;

import io.quartet.model.QuartetException;
import io.quartet.results.events.ClockOffset;

/**
 * What the doctor found out about one thing.
 *
 * @param check what was looked at, for instance {@code database a1-vm2}
 * @param verdict how it is
 * @param detail what was found
 * @param fix what to do; empty if nothing
 */
public record Finding(String check, Verdict verdict, String detail, String fix) {

  /** Begins the name of a check of a clock. */
  static final String CLOCK_OF = "clock of ";

  /** What to do about an error, beside what it says itself. */
  static final String EXPLAINED = "docs/errors.md explains the code.";

  /** A clock that was read. */
  static Finding of(ClockOffset offset) {
    return of(
        CLOCK_OF + offset.machine(),
        !offset.exceeds(ClockOffset.WARNING),
        offset.exceeds(ClockOffset.LIMIT) ? Verdict.FAILED : Verdict.WARNING,
        offset.describe(),
        "Let all machines follow one time server, for instance with chrony.");
  }

  /** An error in place of a thing, with the code under which docs/errors.md explains it. */
  static Finding of(String check, Verdict verdict, QuartetException error) {
    return new Finding(check, verdict, error.code() + ": " + error.getMessage(), EXPLAINED);
  }

  /** A thing that is as it should be. */
  static Finding ok(String check, String detail) {
    return new Finding(check, Verdict.OK, detail, "");
  }

  /** A thing that is well, or of that verdict with a fix if it is not. */
  static Finding of(String check, boolean isWell, Verdict otherwise, String detail, String fix) {
    return isWell ? ok(check, detail) : new Finding(check, otherwise, detail, fix);
  }

  /** How a thing is. */
  public enum Verdict {
    OK,
    /** A run is possible, but its figures may suffer. */
    WARNING,
    FAILED,
    /** Nothing is known: what it needs is missing. */
    NOT_CHECKED
  }
}
