package io.quartet.audit.internal.agreement;

import io.quartet.books.CellRow;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.TransactionType.Issuer;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.Samples.Increase;
import io.quartet.results.statistics.Span;
import java.util.Optional;
import java.util.Set;

/** {@code pg_stat_database.csv} of every database against what the driver saw committed. */
final class ServerCommits {

  private static final double SHARE = 0.8;
  private static final double SHORTEST_SECONDS = 30;

  /** Part of the interval that may lie outside of the samples. */
  private static final double MOST_GAP = 0.1;

  private ServerCommits() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    RunFigures figures = run.figures();
    if (figures.measuredSeconds() < SHORTEST_SECONDS) {
      return found.unknown(
          "the run was measured for " + Text.seconds(figures.measuredSeconds(), 0) + " only");
    }
    for (VmSet set : run.info().plan().sets()) {
      for (VmRole role : run.info().plan().databaseRoles()) {
        String vm = set.vmName(role);
        long seen = figures.measured(row -> isOf(row, set, role), CellRow::committedInPhase);
        Optional<Increase> counted = run.samples().increase(vm, "pg_stat_database", "xact_commit");
        if (counted.filter(increase -> isWhole(increase, figures.interval())).isEmpty()) {
          found.unknown("stats/ does not show what " + vm + " committed");
        } else if (counted.get().amount() < SHARE * seen) {
          found.addOfVm(
              vm,
              Text.format(
                  "%s, and %,d in phases.csv",
                  Text.counted(Math.round(counted.get().amount()), "commit"), seen));
        }
      }
    }
    return found;
  }

  /** Samples are taken at every phase switch too, so the first and the last are near the ends. */
  private static boolean isWhole(Increase increase, Span interval) {
    long gap =
        increase.firstUtcMillis()
            - interval.startUtcMillis()
            + interval.endUtcMillis()
            - increase.lastUtcMillis();
    return !increase.hasReset() && gap <= MOST_GAP * 1e3 * interval.seconds();
  }

  /** Data-Maintenance and Trade-Cleanup go to both databases. */
  private static boolean isOf(CellRow row, VmSet set, VmRole role) {
    return row.set().equals(set)
        && row.kind().database() == role
        && row.kind() instanceof TransactionType type
        && Set.of(Issuer.CUSTOMER_EMULATOR, Issuer.MARKET_EXCHANGE).contains(type.issuer());
  }
}
