package io.quartet.run.doctor;

import io.quartet.model.QuartetException;
import io.quartet.results.events.ClockOffset;

/**
 * Result of one check of the doctor.
 *
 * @param check name of the check, for instance {@code database a1-vm2}
 * @param fix what to do; empty if nothing
 */
public record Diagnosis(String check, Health health, String detail, String fix) {

  /** Begins the name of a check of a clock. */
  static final String CLOCK_OF = "clock of ";

  /** The hint for an error that has a code. */
  static final String EXPLAINED = "docs/errors.md explains the code.";

  /** A clock that was read. */
  static Diagnosis of(ClockOffset offset) {
    return of(
        CLOCK_OF + offset.machine(),
        !offset.exceeds(ClockOffset.WARNING),
        offset.exceeds(ClockOffset.LIMIT) ? Health.FAILED : Health.WARNING,
        offset.describe(),
        "Synchronize all machines with one time server, for example with chrony.");
  }

  /** An error in place of a thing, with the code under which docs/errors.md explains it. */
  static Diagnosis of(String check, Health health, QuartetException error) {
    return new Diagnosis(check, health, error.code() + ": " + error.getMessage(), EXPLAINED);
  }

  /** A thing that is as it should be. */
  static Diagnosis ok(String check, String detail) {
    return new Diagnosis(check, Health.OK, detail, "");
  }

  /** A thing that is well, or of that health with a fix if it is not. */
  static Diagnosis of(String check, boolean isWell, Health otherwise, String detail, String fix) {
    return isWell ? ok(check, detail) : new Diagnosis(check, otherwise, detail, fix);
  }

  /** Verdict of a check. */
  public enum Health {
    OK,
    /** A run is possible, but its figures may suffer. */
    WARNING,
    FAILED,
    /** Nothing is known: what it needs is missing. */
    NOT_CHECKED
  }
}
