package io.quartet.run.check;

import java.util.List;

/**
 * Results of a round of consistency checks.
 *
 * @param results database by database in the order of the deployment, then by name of the check
 * @param leftOut numbers of the checks that hold only right after a load, where a run has used a
 *     database since; empty if all databases are fresh
 * @param usedDatabases the VMs on which they were left out
 */
public record CheckReport(
    List<CheckResult> results, List<String> leftOut, List<String> usedDatabases) {

  public CheckReport {
    results = List.copyOf(results);
    leftOut = List.copyOf(leftOut);
    usedDatabases = List.copyOf(usedDatabases);
  }

  /** True if every check passed on every database. */
  public boolean hasPassed() {
    return results.stream().allMatch(CheckResult::hasPassed);
  }
}
