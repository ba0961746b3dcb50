package io.quartet.report.internal.run;

import io.quartet.books.CellRow;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.ToolDefinition.Counted;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.ToolLoad;
import io.quartet.report.section.ToolLoad.DatabaseLoad;
import io.quartet.report.section.ToolLoad.Told;
import io.quartet.report.section.ToolLoad.Total;
import io.quartet.report.section.ToolLoad.Variation;
import io.quartet.results.ToolFigures;
import io.quartet.results.ToolProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/** What a tool did on each database, from the bookkeeping and {@code tool.csv}. */
public final class ToolLoadTables {

  private final ReportData data;

  private ToolLoadTables(ReportData data) {
    this.data = data;
  }

  /** All of them. */
  public static ToolLoad of(ReportData data) {
    ToolLoadTables tables = new ToolLoadTables(data);
    List<DatabaseLoad> databases = tables.databases();
    return new ToolLoad(
        databases,
        tables.variations(databases),
        data.books().processes(),
        data.plan().flatMap(tables::told).orElse(null));
  }

  private Optional<Told> told(RunPlan plan) {
    if (!(plan.workload() instanceof DefinedTool tool)) {
      return Optional.empty();
    }
    Counted headline = tool.definition().headline();
    return Optional.of(
        new Told(
            tool.definition().name(), headline.unit(), headline.per().toSeconds(), totals(plan)));
  }

  /** Of phases alone; a total that was printed in several lines is one. */
  private List<Total> totals(RunPlan plan) {
    Map<List<Object>, Total> totals = new LinkedHashMap<>();
    for (Segment phase : plan.timeline().phases()) {
      data.books().told().stream()
          .filter(row -> row.isTotal() && row.phase().equals(phase.name()))
          .forEach(
              row ->
                  totals.merge(
                      List.of(phase.name(), row.set(), row.kind()),
                      total(phase, row),
                      ToolLoadTables::joined));
    }
    return List.copyOf(totals.values());
  }

  private static Total total(Segment phase, ToolFigures row) {
    return new Total(
        phase.name(),
        row.set().vmName(VmRole.OLTP),
        row.set().group().name(),
        row.kind().label(),
        phase.length().toMillis() / 1e3,
        row);
  }

  private static Total joined(Total one, Total other) {
    return new Total(
        one.phase(),
        one.vm(),
        one.group(),
        one.kind(),
        one.seconds(),
        one.figures().joined(other.figures()));
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
        known(set, ToolProcess::failed, data.figures().measured(mine, CellRow::failed)),
        known(set, ToolProcess::skipped, data.figures().measured(mine, CellRow::skipped)),
        timed == 0
            ? null
            : (Double) (data.figures().measured(mine, CellRow::responseSumMicros) / 1e3 / timed));
  }

  /** A number of the books, unless the tool tells nothing of it. */
  private Long known(VmSet set, Function<ToolProcess, OptionalLong> told, long booked) {
    List<ToolProcess> mine =
        data.books().processes().stream().filter(row -> row.set().equals(set)).toList();
    return booked == 0
            && !mine.isEmpty()
            && mine.stream().allMatch(row -> told.apply(row).isEmpty())
        ? null
        : (Long) booked;
  }

  /** Empty over all phases, and without a plan. */
  private Optional<Integer> clients(String phase, VmSet set) {
    return data.plan().flatMap(plan -> clients(plan, phase, set));
  }

  private static Optional<Integer> clients(RunPlan plan, String phase, VmSet set) {
    return plan.workload() instanceof ToolWorkload tool
        ? plan.timeline().phases().stream()
            .filter(segment -> segment.name().equals(phase))
            .map(segment -> tool.load().clients(set, plan.timeline().phaseOf(segment)))
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
                        row -> row.vm().equals(vm) && !row.phase().equals(ToolLoad.ALL))
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
