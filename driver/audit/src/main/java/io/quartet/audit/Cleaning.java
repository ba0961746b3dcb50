package io.quartet.audit;

import io.quartet.model.Text;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.TableUpkeep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Rule 34 of run-rules.md section 3.4, which gives one limit only; the others are own decisions.
 */
final class Cleaning {

  private static final String ID = "autovacuum";
  private static final String TITLE = "Autovacuum kept up";

  /** Autovacuum begins at 17 % by default and takes its time. */
  private static final double DEAD_LIMIT_PERCENT = 30;

  /** Smaller tables are cleaned by whoever reads them. */
  private static final double LARGE_ROWS = 10_000;

  private static final double VISIBLE_LIMIT_PERCENT = 90;
  private static final double LARGE_PAGES = 1_000;

  /** Rows inserted by row changed or deleted from which on a table counts as insert-mostly. */
  private static final double INSERT_MOSTLY = 10;

  /** No snapshot should hold back the cleaning for longer. */
  private static final double SNAPSHOT_SECONDS = 300;

  private final List<String> problems = new ArrayList<>();
  private double mostDeadPercent;
  private OptionalDouble leastVisiblePercent = OptionalDouble.empty();
  private double oldestSeconds;

  private Cleaning() {}

  /** Judges all databases; not if anything of one is not known for the whole interval. */
  static Check judge(RunResults results, List<String> databases) {
    Cleaning rule = new Cleaning();
    for (String vm : databases) {
      Optional<Map<String, TableUpkeep>> tables = TableUpkeep.read(results.samples(), vm);
      OptionalDouble seconds = TableUpkeep.oldestSnapshotSeconds(results.samples(), vm);
      if (tables.isEmpty() || seconds.isEmpty()) {
        return Check.notJudged(
            ID,
            TITLE,
            Severity.WARNING,
            Text.format(
                "stats/%s/%s.csv does not tell all of the interval",
                vm, tables.isEmpty() ? "tables" : "horizon"));
      }
      tables.get().forEach((name, table) -> rule.judge(vm + " " + name, table));
      rule.judgeSnapshot(vm, seconds.getAsDouble());
    }
    return Check.of(
        ID,
        TITLE,
        Severity.WARNING,
        rule.problems.isEmpty(),
        Text.format(
            "%.0f %% dead rows, %s, oldest snapshot %.0f s",
            rule.mostDeadPercent, rule.visible(), rule.oldestSeconds),
        Text.format(
            "%.0f %%, %.0f %%, %.0f s",
            DEAD_LIMIT_PERCENT, VISIBLE_LIMIT_PERCENT, SNAPSHOT_SECONDS),
        Text.first(rule.problems));
  }

  private void judge(String name, TableUpkeep table) {
    double rows = table.liveRows() + table.deadRows();
    if (rows >= LARGE_ROWS) {
      double percent = 100 * table.deadRows() / rows;
      mostDeadPercent = Math.max(mostDeadPercent, percent);
      if (percent > DEAD_LIMIT_PERCENT) {
        problems.add(Text.format("%s: %.0f of %.0f rows are dead", name, table.deadRows(), rows));
      }
    }
    if (isInsertMostly(table) && table.pages() >= LARGE_PAGES) {
      double percent = Math.min(100, 100 * table.visiblePages() / table.pages());
      leastVisiblePercent = OptionalDouble.of(Math.min(leastVisiblePercent.orElse(100), percent));
      if (percent < VISIBLE_LIMIT_PERCENT) {
        problems.add(
            Text.format(
                "%s: %.0f of %.0f pages all visible", name, table.visiblePages(), table.pages()));
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
      problems.add(Text.format("%s: a snapshot of %.0f s", vm, seconds));
    }
  }
}
