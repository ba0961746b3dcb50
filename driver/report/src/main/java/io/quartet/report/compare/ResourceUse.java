package io.quartet.report.compare;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.VmMachine;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.tables.ActivityTable;
import io.quartet.report.section.Space.TableRoom;
import io.quartet.report.section.Statistics;
import io.quartet.report.section.Statistics.DiskActivity;
import io.quartet.results.RunFigures;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.Statistic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Costs of the trades of a run: processors, disks, log and space, from the statistics in its
 * report.
 *
 * @param figures in the order of the table; empty for what was not collected
 * @param isComplete false if samples do not cover all measured phases, so that some are estimates
 */
record ResourceUse(Map<FigureName, OptionalDouble> figures, boolean isComplete) {

  private static final String OF_DATABASES = "machines of databases";
  private static final double KIB_PER_MIB = 1 << 10;
  private static final double BYTES_PER_MIB = 1 << 20;

  /** Disks of other disks, whose operations would count twice, and memory. */
  private static final Pattern NOT_A_DISK = Pattern.compile("(dm-|md|loop|zram)[0-9].*");

  ResourceUse {
    figures = new LinkedHashMap<>(figures);
  }

  /** A figure of the run; null if it was not collected. */
  Estimate estimate(FigureName name) {
    OptionalDouble figure = figures.getOrDefault(name, OptionalDouble.empty());
    return figure.isPresent() ? Estimate.single(figure.getAsDouble()) : null;
  }

  static ResourceUse of(ReportData data, RunFigures run) {
    return new Reader(data, run).use();
  }

  private static final class Reader {
    private final ReportData data;
    private final RunFigures run;
    private final Statistics statistics;
    private final List<Activity> vms;
    private final Map<FigureName, OptionalDouble> figures = new LinkedHashMap<>();

    Reader(ReportData data, RunFigures run) {
      this.data = data;
      this.run = run;
      this.statistics = ActivityTable.of(data);
      this.vms = all(data.samples().statistics().vms(), Activity::phase);
    }

    private static <T> List<T> all(List<T> rows, Function<T, String> phase) {
      return rows.stream().filter(row -> phase.apply(row).equals(Activity.ALL_PHASES)).toList();
    }

    ResourceUse use() {
      for (VmRole role : VmRole.values()) {
        put(FigureName.processorTime(role), perTrade(role, Statistic.CPU_MILLIS));
      }
      put("processor time", "machines, all programs", "ms/trade", machineMillis());
      put(
          FigureName.diskOperations(),
          perTrade(disk(1, DiskActivity::readsPerSecond, DiskActivity::writesPerSecond)));
      put(
          "disk reads and writes",
          OF_DATABASES,
          "KiB/trade",
          perTrade(
              disk(
                  KIB_PER_MIB, DiskActivity::readMibPerSecond, DiskActivity::writtenMibPerSecond)));
      for (VmRole role : VmRole.DATABASES) {
        put(FigureName.writeAheadLog(role), perTrade(role, Statistic.WAL_BYTES));
      }
      for (VmRole role : VmRole.DATABASES) {
        put(FigureName.tables(role), space(role, row -> row.tableBytes() / BYTES_PER_MIB));
        put(FigureName.indexes(role), space(role, row -> row.indexBytes() / BYTES_PER_MIB));
        put(FigureName.tableGrowth(role), space(role, TableRoom::tableBytesPerTradeResult));
        put(FigureName.indexGrowth(role), space(role, TableRoom::indexBytesPerTradeResult));
        put(FigureName.heapFetches(role), perTrade(role, Statistic.HEAP_FETCHES));
      }
      boolean isComplete =
          vms.stream().noneMatch(vm -> vm.isIncomplete() || vm.hasReset())
              && disks().noneMatch(DiskActivity::isIncomplete);
      return new ResourceUse(figures, isComplete);
    }

    private void put(String quantity, String of, String unit, OptionalDouble figure) {
      put(new FigureName(quantity, of, unit), figure);
    }

    private void put(FigureName name, OptionalDouble figure) {
      figures.put(name, figure);
    }

    private OptionalDouble perTrade(OptionalDouble amount) {
      long trades = run.measuredTradeResults();
      return amount.isEmpty() || trades == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(amount.getAsDouble() / trades);
    }

    /** Empty unless every VM of the role has it. */
    private OptionalDouble perTrade(VmRole role, Statistic statistic) {
      List<String> names = run.sets().stream().map(set -> set.vmName(role)).toList();
      List<Double> amounts =
          vms.stream()
              .filter(vm -> vm.vm().filter(names::contains).isPresent())
              .flatMap(vm -> vm.value(statistic).stream().boxed())
              .toList();
      return amounts.size() < names.size() ? OptionalDouble.empty() : perTrade(sum(amounts));
    }

    private static OptionalDouble sum(List<Double> amounts) {
      return OptionalDouble.of(amounts.stream().mapToDouble(Double::doubleValue).sum());
    }

    private OptionalDouble machineMillis() {
      OptionalDouble busy =
          data.samples()
              .processors()
              .map(ProcessorUse::busyProcessors)
              .orElse(OptionalDouble.empty());
      return busy.isEmpty()
          ? busy
          : perTrade(OptionalDouble.of(1e3 * busy.getAsDouble() * run.interval().seconds()));
    }

    /** Others have nothing to do with any trade. */
    private List<String> machinesOfDatabases() {
      return data.vmMachines().stream()
          .filter(machine -> !machine.databases().isEmpty())
          .map(VmMachine::name)
          .toList();
    }

    private Stream<DiskActivity> disks() {
      List<String> machines = machinesOfDatabases();
      return all(statistics.disks().list(), DiskActivity::phase).stream()
          .filter(disk -> machines.contains(disk.machine()))
          .filter(disk -> !NOT_A_DISK.matcher(disk.device()).matches());
    }

    /**
     * Sum of two rates over all disks and phases; empty if a machine has no disk with both.
     *
     * @param factor of the sum
     */
    private OptionalDouble disk(
        double factor,
        Function<DiskActivity, Double> reads,
        Function<DiskActivity, Double> writes) {
      List<DiskActivity> known =
          disks().filter(disk -> reads.apply(disk) != null && writes.apply(disk) != null).toList();
      List<String> sampled = known.stream().map(DiskActivity::machine).distinct().toList();
      return known.isEmpty() || !sampled.containsAll(machinesOfDatabases())
          ? OptionalDouble.empty()
          : sum(
              known.stream()
                  .map(disk -> factor * disk.seconds() * (reads.apply(disk) + writes.apply(disk)))
                  .toList());
    }

    /** Empty if a database of the role was not sampled: a sum without it would be too low. */
    private OptionalDouble space(VmRole role, Function<TableRoom, Double> figure) {
      List<VmSet> sets = run.sets();
      boolean isKnown =
          sets.stream().noneMatch(set -> data.unsized(set).contains(set.vmName(role)));
      return statistics.space().tables().stream()
          .filter(row -> isKnown && row.role().equals(role.name()))
          .filter(row -> row.group() == null && row.table() == null)
          .map(figure)
          .filter(Objects::nonNull)
          .mapToDouble(Double::doubleValue)
          .findFirst();
    }
  }
}
