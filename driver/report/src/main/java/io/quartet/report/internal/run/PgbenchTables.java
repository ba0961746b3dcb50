package io.quartet.report.internal.run;

import io.quartet.books.CellRow;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.PgbenchLoad;
import io.quartet.report.section.PgbenchLoad.DatabaseLoad;
import io.quartet.report.section.PgbenchLoad.Variation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/** What pgbench did on each database, from the bookkeeping and {@code tool.csv}. */
public final class PgbenchTables {

  private final ReportData data;

  private PgbenchTables(ReportData data) {
    this.data = data;
  }

  /** All of them. */
  public static PgbenchLoad of(ReportData data) {
    PgbenchTables tables = new PgbenchTables(data);
    List<DatabaseLoad> databases = tables.databases();
    return new PgbenchLoad(databases, tables.variations(databases), data.books().processes());
  }

  private List<DatabaseLoad> databases() {
    List<DatabaseLoad> rows = new ArrayList<>();
    for (Stretch stretch : Stretch.of(data)) {
      for (VmSet set : data.sets()) {
        rows.add(row(stretch, set));
      }
    }
    return List.copyOf(rows);
  }

  private DatabaseLoad row(Stretch stretch, VmSet set) {
    Predicate<CellRow> inStretch = cell -> stretch.has(cell.phase());
    Predicate<CellRow> mine = inStretch.and(cell -> cell.set().equals(set));
    long transactions = data.figures().counted(mine);
    long all = data.figures().counted(inStretch);
    long timed = data.figures().measured(mine, CellRow::timed);
    return new DatabaseLoad(
        stretch.phase(),
        set.vmName(VmRole.OLTP),
        set.group().name(),
        clients(stretch.phase(), set).orElse(null),
        transactions,
        stretch.seconds() > 0 ? (Double) (transactions / stretch.seconds()) : null,
        all == 0 ? null : (Double) (100.0 * transactions / all),
        data.figures().measured(mine, CellRow::failed),
        data.figures().measured(mine, CellRow::skipped),
        timed == 0
            ? null
            : (Double) (data.figures().measured(mine, CellRow::responseSumMicros) / 1e3 / timed));
  }

  /** Empty over all phases, and without a plan. */
  private Optional<Integer> clients(String phase, VmSet set) {
    return data.plan().flatMap(plan -> clients(plan, phase, set));
  }

  private static Optional<Integer> clients(RunPlan plan, String phase, VmSet set) {
    return plan.workload() instanceof Pgbench pgbench
        ? plan.timeline().phases().stream()
            .filter(segment -> segment.name().equals(phase))
            .map(segment -> pgbench.load().clients(set, plan.timeline().phaseOf(segment)))
            .findFirst()
        : Optional.empty();
  }

  private List<Variation> variations(List<DatabaseLoad> rows) {
    Stream<Variation> betweenDatabases =
        rows.stream()
            .map(DatabaseLoad::phase)
            .distinct()
            .flatMap(
                phase ->
                    variation("databases", phase, rows, row -> row.phase().equals(phase)).stream());
    Stream<Variation> betweenPhases =
        rows.stream()
            .map(DatabaseLoad::vm)
            .distinct()
            .flatMap(
                vm ->
                    variation(
                        "phases",
                        vm,
                        rows,
                        row -> row.vm().equals(vm) && !row.phase().equals(PgbenchLoad.ALL))
                        .stream());
    return Stream.concat(betweenDatabases, betweenPhases).toList();
  }

  private static Optional<Variation> variation(
      String between, String within, List<DatabaseLoad> rows, Predicate<DatabaseLoad> isChosen) {
    double[] tps =
        rows.stream()
            .filter(isChosen)
            .filter(row -> row.isLoaded() && row.tps() != null)
            .mapToDouble(DatabaseLoad::tps)
            .toArray();
    if (tps.length < 2) {
      return Optional.empty();
    }
    double mean = Mean.of(tps).getAsDouble();
    OptionalDouble percent =
        mean > 0
            ? OptionalDouble.of(
                100 * StandardDeviation.of(tps).setBiased(true).getAsDouble() / mean)
            : OptionalDouble.empty();
    return Optional.of(
        new Variation(between, within, tps.length, mean, Rounded.thousandths(percent)));
  }
}
