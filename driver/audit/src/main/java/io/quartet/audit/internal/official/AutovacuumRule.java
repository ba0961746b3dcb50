package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.Text;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.TableUpkeep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Whether autovacuum kept up. The run rules give one limit only; the others are own decisions. */
final class AutovacuumRule {

  static final Rule RULE =
      Scope.OFFICIAL
          .warning("autovacuum", "Autovacuum kept up")
          .number(34)
          .reads("stats/*/tables.csv", "stats/*/horizon.csv")
          .how(
              "judged at the end of the interval. A table of 10,000 rows or more has at most 30 % dead"
                  + " rows. In insert-mostly tables of 1,000 pages or more, at least 90 % of the pages are all"
                  + " visible. No snapshot is older than 5 minutes. The kit chose the first and the last"
                  + " limit; autovacuum starts at 17 % dead rows. Not judged if the role may not see other"
                  + " sessions (`pg_read_all_stats`)")
          .judge(AutovacuumRule::judge);

  /** Autovacuum begins at 17 % by default and takes its time. */
  private static final double DEAD_LIMIT_PERCENT = 30;

  /** Queries clean smaller tables while they read them. */
  private static final double LARGE_ROWS = 10_000;

  private static final double VISIBLE_LIMIT_PERCENT = 90;
  private static final double LARGE_PAGES = 1_000;

  /** Rows inserted by row changed or deleted from which on a table counts as insert-mostly. */
  private static final double INSERT_MOSTLY = 10;

  /** No snapshot should hold back the cleaning for longer. */
  private static final double SNAPSHOT_SECONDS = 300;

  private final List<Finding> problems = new ArrayList<>();
  private double mostDeadPercent;
  private OptionalDouble leastVisiblePercent = OptionalDouble.empty();
  private double oldestSeconds;

  private AutovacuumRule() {}

  /** Judges all databases; not if anything of one is not known for the whole interval. */
  private static Judgment judge(AuditedRun run) {
    RunResults results = run.results();
    AutovacuumRule rule = new AutovacuumRule();
    for (String vm : run.plan().databases()) {
      Optional<Map<String, TableUpkeep>> tables = TableUpkeep.read(results.samples(), vm);
      OptionalDouble seconds = TableUpkeep.oldestSnapshotSeconds(results.samples(), vm);
      if (tables.isEmpty() || seconds.isEmpty()) {
        return Judgment.notJudged(
            Text.format(
                "stats/%s/%s.csv does not cover the whole interval",
                vm, tables.isEmpty() ? "tables" : "horizon"));
      }
      tables.get().forEach((name, table) -> rule.judge(vm, name, table));
      rule.judgeSnapshot(vm, seconds.getAsDouble());
    }
    return Judgment.of(
        Text.format(
            "%.0f %% dead rows, %s, oldest snapshot %s",
            rule.mostDeadPercent, rule.visible(), Text.seconds(rule.oldestSeconds, 0)),
        Text.format(
            "%.0f %%, %.0f %%, %.0f s",
            DEAD_LIMIT_PERCENT, VISIBLE_LIMIT_PERCENT, SNAPSHOT_SECONDS),
        rule.problems);
  }

  private void judge(String vm, String tableName, TableUpkeep table) {
    String name = vm + " " + tableName;
    double rows = table.liveRows() + table.deadRows();
    if (rows >= LARGE_ROWS) {
      double percent = 100 * table.deadRows() / rows;
      mostDeadPercent = Math.max(mostDeadPercent, percent);
      if (percent > DEAD_LIMIT_PERCENT) {
        problems.add(
            Finding.of(
                    Subject.VM,
                    vm,
                    Text.format("%s: %,.0f of %,.0f rows are dead", name, table.deadRows(), rows))
                .and(Subject.TABLE, tableName));
      }
    }
    if (isInsertMostly(table) && table.pages() >= LARGE_PAGES) {
      double percent = Math.min(100, 100 * table.visiblePages() / table.pages());
      leastVisiblePercent = OptionalDouble.of(Math.min(leastVisiblePercent.orElse(100), percent));
      if (percent < VISIBLE_LIMIT_PERCENT) {
        problems.add(
            Finding.of(
                    Subject.VM,
                    vm,
                    Text.format(
                        "%s: %,.0f of %,.0f pages all visible",
                        name, table.visiblePages(), table.pages()))
                .and(Subject.TABLE, tableName));
      }
    }
  }

  private static boolean isInsertMostly(TableUpkeep table) {
    return table.insertedRows() > 0 && table.insertedRows() >= INSERT_MOSTLY * table.changedRows();
  }

  private String visible() {
    return leastVisiblePercent.isPresent()
        ? Text.format("%.0f %% of pages all visible", leastVisiblePercent.getAsDouble())
        : "no large table that is only inserted into";
  }

  private void judgeSnapshot(String vm, double seconds) {
    oldestSeconds = Math.max(oldestSeconds, seconds);
    if (seconds > SNAPSHOT_SECONDS) {
      problems.add(Finding.of(Subject.VM, vm, vm + ": a snapshot of " + Text.seconds(seconds, 0)));
    }
  }
}
