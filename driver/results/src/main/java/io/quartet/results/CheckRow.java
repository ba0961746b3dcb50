package io.quartet.results;

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
 */
public record CheckRow(
    String moment,
    String vm,
    String check,
    String checkClass,
    long rows,
    long millis,
    boolean hasPassed) {

  /** {@link #moment} of a check before the run. */
  public static final String BEFORE = "before";

  /** {@link #moment} of a check after the run. */
  public static final String AFTER = "after";

  /** {@link #check} of a database that gave no answer; its further checks have no rows. */
  public static final String UNREACHABLE = "unreachable";

  /** True if this stands for the checks of a database that gave no answer. */
  public boolean isUnreachable() {
    return check.equals(UNREACHABLE);
  }
}
