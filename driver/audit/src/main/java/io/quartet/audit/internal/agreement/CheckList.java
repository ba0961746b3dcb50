package io.quartet.audit.internal.agreement;

import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.CheckRow;
import io.quartet.results.ChecksCsv;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code checks.csv} in itself: a check that failed cannot be left out. */
final class CheckList {

  /**
   * Databases that a run has used have so many at least, before it and after it; those for decision
   * support have one more. Fresh ones have more before a run.
   */
  private static final int FEWEST = 40;

  private CheckList() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    found.requireUnique(
        ChecksCsv.NAME, run.checks(), row -> row.moment() + " " + row.vm() + " " + row.check());
    run.checks().stream()
        .filter(row -> !row.isUnreachable() && row.hasPassed() != (row.rows() == 0))
        .forEach(
            row ->
                found.addOfVm(
                    row.vm(),
                    Text.format(
                        "%s found %s, but %s",
                        row.check(),
                        Text.counted(row.rows(), "row"),
                        row.hasPassed() ? "passed" : "failed")));
    run.checks().stream()
        .filter(row -> row.isCopied() && !isOfEarlier(row, run))
        .forEach(
            row ->
                found.addOfVm(
                    row.vm(),
                    row.check() + " " + row.moment() + " the run was not made before it"));
    boolean isOfToday = !RawFiles.isOfOlderFormat(run);
    boolean isComplete = run.state().filter(RunState::isFinished).isPresent();
    for (String moment : List.of(CheckRow.BEFORE, CheckRow.AFTER)) {
      for (VmRole role : run.info().plan().databaseRoles()) {
        if (isComplete || moment.equals(CheckRow.BEFORE)) {
          compare(run, moment, role, isOfToday, found);
        }
      }
    }
    return found;
  }

  /** True if the run began after the check was made. */
  private static boolean isOfEarlier(CheckRow row, RunResults run) {
    return row.moment().equals(CheckRow.BEFORE)
        && row.checkedUtcMillis().getAsLong() < run.info().startedUtcMillis();
  }

  /** With the first Set whose database answered. */
  private static void compare(
      RunResults run, String moment, VmRole role, boolean isOfToday, Contradictions found) {
    List<VmSet> sets =
        run.info().plan().sets().stream()
            .filter(set -> !isUnreachable(run, moment, set.vmName(role)))
            .toList();
    if (sets.isEmpty()) {
      return;
    }
    Set<String> model = checks(run, moment, sets.get(0).vmName(role));
    if (isOfToday && model.size() < FEWEST + (role == VmRole.DSS ? 1 : 0)) {
      found.add(
          ChecksCsv.NAME,
          "only "
              + Text.counted(model.size(), "check")
              + " of "
              + role.label()
              + " "
              + moment
              + " the run");
    }
    for (VmSet set : sets) {
      String vm = set.vmName(role);
      if (!checks(run, moment, vm).equals(model)) {
        found.addOfVm(
            vm, "had different checks " + moment + " the run than " + sets.get(0).vmName(role));
      }
    }
  }

  private static boolean isUnreachable(RunResults run, String moment, String vm) {
    return run.checks().stream()
        .anyMatch(row -> row.isUnreachable() && row.moment().equals(moment) && row.vm().equals(vm));
  }

  private static Set<String> checks(RunResults run, String moment, String vm) {
    return run.checks().stream()
        .filter(row -> row.moment().equals(moment) && row.vm().equals(vm))
        .map(row -> row.check() + " " + row.checkClass())
        .collect(Collectors.toSet());
  }
}
