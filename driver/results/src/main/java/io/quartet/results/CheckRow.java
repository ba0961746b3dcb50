package io.quartet.results;

import java.util.OptionalLong;

/**
 * One consistency check on one database.
 *
 * @param moment {@code before} or {@code after} the run
 * @param vm name of the VM, for instance {@code a1-vm2}
 * @param check name of the check
 * @param checkClass class of the check, for instance {@code A}
 * @param rows rows that break it; 0 when it passes
 * @param millis time of its query, and its equal share of the shared passes that serve it
 * @param hasPassed verdict
 * @param checkedUtcMillis when the check had been made before, if the run did not make it because
 *     the database had not changed since; empty for a check that the run made
 */
public record CheckRow(
    String moment,
    String vm,
    String check,
    String checkClass,
    long rows,
    long millis,
    boolean hasPassed,
    OptionalLong checkedUtcMillis) {

  /** A check that was made now. */
  public CheckRow(
      String moment,
      String vm,
      String check,
      String checkClass,
      long rows,
      long millis,
      boolean hasPassed) {
    this(moment, vm, check, checkClass, rows, millis, hasPassed, OptionalLong.empty());
  }

  /** The same, passed before on a database that has not changed since. */
  public CheckRow checkedAt(long utcMillis) {
    return new CheckRow(
        moment, vm, check, checkClass, rows, millis, hasPassed, OptionalLong.of(utcMillis));
  }

  /** {@link #moment} of a check before the run. */
  public static final String BEFORE = "before";

  /** {@link #moment} of a check after the run. */
  public static final String AFTER = "after";

  /** {@link #check} of a database that gave no answer; its further checks have no rows. */
  public static final String UNREACHABLE = "unreachable";

  /** True if the run took over the result of an earlier check. */
  public boolean isCopied() {
    return checkedUtcMillis.isPresent();
  }

  /** True if this stands for the checks of a database that gave no answer. */
  public boolean isUnreachable() {
    return check.equals(UNREACHABLE);
  }
}
