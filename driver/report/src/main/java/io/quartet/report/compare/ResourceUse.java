package io.quartet.report.compare;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.size.Bytes;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.statistics.Estimate;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Disks;
import io.quartet.results.RunFigures;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.SpaceStatistics.Database;
import io.quartet.results.statistics.Span;
import io.quartet.results.statistics.Span.Phased;
import io.quartet.results.statistics.Statistic;
import io.quartet.results.statistics.TableSpace;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Costs of the trades of a run: processors, disks, log and space, from its samples. */
final class ResourceUse {

  /** Disks of other disks, whose operations would count twice, and memory. */
  private static final Pattern NOT_A_DISK = Pattern.compile("(dm-|md|loop|zram)[0-9].*");

  private static final double KIB_PER_MIB = (double) Bytes.MIB / Bytes.KIB;

  /** Rates of one disk, over all measured phases. */
  private record Disk(String machine, Rates rates) {}

  private final ReportData data;
  private final RunFigures run;
  private final List<Activity> vms;
  private final List<String> machines;
  private final List<Disk> disks = new ArrayList<>();

  ResourceUse(ReportData data, RunFigures run) {
    this.data = data;
    this.run = run;
    this.vms = Phased.chosen(data.samples().statistics().vms(), true);
    // Other machines have nothing to do with any trade.
    this.machines = data.machinesOfDatabases();
    if (!run.phases().isEmpty()) {
      data.samples().machines().machines().stream()
          .filter(machine -> machines.contains(machine.name()))
          .forEach(
              machine ->
                  machine
                      .of(MachineSource.DISK)
                      .forEach(
                          (device, sampled) -> {
                            if (!NOT_A_DISK.matcher(device).matches()) {
                              disks.add(new Disk(machine.name(), sampled.allPhases()));
                            }
                          }));
    }
  }

  /** The resources of the run, in the order of the table; what was not collected is absent. */
  Map<Quantity, Estimate> estimates() {
    Map<Quantity, Estimate> estimates = new LinkedHashMap<>();
    for (Quantity quantity : Quantity.resources()) {
      figure(quantity).ifPresent(figure -> estimates.put(quantity, Estimate.single(figure)));
    }
    return estimates;
  }

  /** False if samples do not cover all measured phases, so that some figures are estimates. */
  boolean isComplete() {
    return vms.stream().noneMatch(vm -> vm.isIncomplete() || vm.hasReset())
        && disks.stream().noneMatch(disk -> disk.rates().isIncomplete(MachineRate.READS));
  }

  private OptionalDouble figure(Quantity quantity) {
    VmRole role = quantity.role();
    return switch (quantity.measure()) {
      case PROCESSOR_TIME -> perTrade(role, Statistic.CPU_MILLIS);
      case MACHINE_TIME -> perTrade(machineMillis());
      case DISK_OPERATIONS ->
          perTrade(
              quantity.disks() == null
                  ? disks(1, MachineRate.READS, MachineRate.WRITES)
                  : undivided(
                      quantity.disks(),
                      rates -> rates.sumOfAmounts(MachineRate.READS, MachineRate.WRITES)));
      case DISK_VOLUME ->
          perTrade(
              quantity.disks() == null
                  ? disks(KIB_PER_MIB, MachineRate.READ_MIB, MachineRate.WRITTEN_MIB)
                  : kibibytes(
                      undivided(
                          quantity.disks(),
                          rates ->
                              rates.sumOfAmounts(MachineRate.READ_MIB, MachineRate.WRITTEN_MIB))));
      case DISK_RATE ->
          undivided(
              quantity.disks(), rates -> rates.sumOfMeans(MachineRate.READS, MachineRate.WRITES));
      case DISK_THROUGHPUT ->
          undivided(
              quantity.disks(),
              rates -> rates.sumOfMeans(MachineRate.READ_MIB, MachineRate.WRITTEN_MIB));
      case DISK_AWAIT -> byContents(quantity.disks(), Rates::awaitMillis);
      case WRITE_AHEAD_LOG -> perTrade(role, Statistic.WAL_BYTES);
      case TABLES -> size(role, TableSpace::tableBytes);
      case INDEXES -> size(role, TableSpace::indexBytes);
      case TABLE_GROWTH -> growth(role, TableSpace::tableGrowth);
      case INDEX_GROWTH -> growth(role, TableSpace::indexGrowth);
      case HEAP_FETCHES -> perTrade(role, Statistic.HEAP_FETCHES);
      case THROUGHPUT, MEAN, P90 -> OptionalDouble.empty();
      case EXECUTION, EXECUTION_PROCESSOR_TIME, EXECUTION_BUFFERS, EXECUTION_LOG ->
          OptionalDouble.empty();
    };
  }

  private OptionalDouble perTrade(OptionalDouble amount) {
    long trades = run.counted();
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
        : OptionalDouble.of(1e3 * busy.getAsDouble() * run.interval().seconds());
  }

  /**
   * Sum of two rates over all disks and phases; empty if a machine has no disk with both.
   *
   * @param factor of the sum
   */
  private OptionalDouble disks(double factor, MachineRate reads, MachineRate writes) {
    double seconds = Span.measured(run.rows()).stream().mapToDouble(Span::seconds).sum();
    Set<String> sampled = new HashSet<>();
    List<Double> amounts = new ArrayList<>();
    for (Disk disk : disks) {
      Double read = Rounded.thousandths(disk.rates().mean(reads));
      Double written = Rounded.thousandths(disk.rates().mean(writes));
      if (read != null && written != null) {
        sampled.add(disk.machine());
        amounts.add(factor * seconds * (read + written));
      }
    }
    return amounts.isEmpty() || !sampled.containsAll(machines)
        ? OptionalDouble.empty()
        : sum(amounts);
  }

  /**
   * A sum of disks by what lies on them. Empty if a disk holds another part of a database too,
   * because its figure cannot be divided, or if some part lies on no known disk.
   */
  private OptionalDouble undivided(Disks chosen, Function<Rates, OptionalDouble> figure) {
    boolean isDivided =
        data.samples().disks().byMachine().values().stream()
            .flatMap(disksOfMachine -> disksOfMachine.values().stream())
            .filter(disk -> disk.isCounted() && chosen.have(disk.role()))
            .anyMatch(disk -> !chosen.haveAlone(disk.role()));
    return isDivided || !data.samples().disks().elsewhere().isEmpty()
        ? OptionalDouble.empty()
        : byContents(chosen, figure);
  }

  private OptionalDouble byContents(Disks chosen, Function<Rates, OptionalDouble> figure) {
    return data.diskLoad(chosen::have)
        .map(load -> figure.apply(load.rates().allPhases()))
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble kibibytes(OptionalDouble mebibytes) {
    return mebibytes.isEmpty()
        ? mebibytes
        : OptionalDouble.of(KIB_PER_MIB * mebibytes.getAsDouble());
  }

  private OptionalDouble size(VmRole role, ToDoubleFunction<TableSpace> bytes) {
    return space(role).stream()
        .mapToDouble(space -> Math.round(bytes.applyAsDouble(space)) / (double) Bytes.MIB)
        .findFirst();
  }

  private OptionalDouble growth(VmRole role, Function<TableSpace, OptionalDouble> growth) {
    OptionalDouble perTrade =
        space(role).map(growth).map(this::perTrade).orElse(OptionalDouble.empty());
    return perTrade.isEmpty() ? perTrade : OptionalDouble.of(Rounded.thousandths(perTrade));
  }

  /** Empty if a database of the role was not sampled: a sum without it would be too low. */
  private Optional<TableSpace> space(VmRole role) {
    List<Database> databases =
        data.samples().space().databases().stream()
            .filter(database -> database.role() == role)
            .toList();
    Set<VmSet> sampled = databases.stream().map(Database::set).collect(Collectors.toSet());
    return sampled.containsAll(run.sets())
        ? databases.stream()
            .flatMap(database -> database.tables().values().stream())
            .reduce(TableSpace::plus)
        : Optional.empty();
  }
}
