package io.quartet.results.statistics;

import io.quartet.results.statistics.DiskContents.Disk;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics.Machine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Load of all disks with one role, over all machines. No operation counts twice, because disks that
 * others count already are left out, and a disk of several machines counts on one. Immutable.
 *
 * @param name of the role, for readers
 * @param disks how many disks
 * @param machines on which they are; a machine whose contents or samples are missing has none
 * @param rates their sum, by phase and by point of the time axis
 * @param operations per second, by second
 */
public record DiskLoad(
    String name,
    int disks,
    Set<String> machines,
    SampledRates rates,
    NavigableMap<Long, Double> operations) {

  /** {@link #name} of all disks with a part of a database together. */
  public static final String ALL = "all databases";

  /**
   * @param seenOn machines with the same kernel that have it too
   */
  private record Sampled(String machine, Set<String> seenOn, DiskRole role, SampledRates rates) {}

  /**
   * By role, and last the sum over all roles of databases if there are several of them.
   *
   * @return none if nothing is known of the disks
   */
  public static List<DiskLoad> byRole(MachineStatistics machines, DiskContents contents) {
    List<Sampled> counted = counted(machines, contents);
    Map<DiskRole, List<Sampled>> byRole = new TreeMap<>();
    counted.forEach(
        disk -> byRole.computeIfAbsent(disk.role(), role -> new ArrayList<>()).add(disk));
    List<DiskLoad> loads = new ArrayList<>();
    byRole.forEach((role, disks) -> loads.add(sum(role.label(), disks)));
    if (byRole.keySet().stream().filter(DiskRole::isOfDatabases).count() > 1) {
      loads.add(sum(ALL, counted.stream().filter(disk -> disk.role().isOfDatabases()).toList()));
    }
    return List.copyOf(loads);
  }

  /** All disks with such a role together; empty without one that was sampled. */
  public static Optional<DiskLoad> of(
      MachineStatistics machines, DiskContents contents, Predicate<DiskRole> isChosen) {
    List<Sampled> chosen =
        counted(machines, contents).stream().filter(disk -> isChosen.test(disk.role())).toList();
    return chosen.isEmpty() ? Optional.empty() : Optional.of(sum("", chosen));
  }

  private static List<Sampled> counted(MachineStatistics machines, DiskContents contents) {
    List<Sampled> counted = new ArrayList<>();
    for (Machine machine : machines.machines()) {
      machine
          .of(MachineSource.DISK)
          .forEach(
              (device, rates) -> {
                Disk disk = contents.of(machine.name(), device);
                if (disk.isCounted()) {
                  counted.add(
                      new Sampled(
                          machine.name(),
                          contents.seenOn(machine.name(), device),
                          disk.role(),
                          rates));
                }
              });
    }
    return counted;
  }

  private static DiskLoad sum(String name, List<Sampled> disks) {
    Map<String, List<SampledRates>> byMachine = new LinkedHashMap<>();
    NavigableMap<Long, Double> operations = new TreeMap<>();
    Set<String> machines = new TreeSet<>();
    for (Sampled disk : disks) {
      machines.add(disk.machine());
      machines.addAll(disk.seenOn());
      byMachine.computeIfAbsent(disk.machine(), key -> new ArrayList<>()).add(disk.rates());
      disk.rates()
          .operations()
          .byMoment()
          .forEach((moment, rate) -> operations.merge(moment, rate, Double::sum));
    }
    SampledRates first = disks.get(0).rates();
    return new DiskLoad(
        name,
        disks.size(),
        Set.copyOf(machines),
        new SampledRates(
            sums(byMachine.values(), SampledRates::phases, first.phases().size()),
            sums(byMachine.values(), SampledRates::points, first.points().size()),
            first.operations()),
        operations);
  }

  private static List<Rates> sums(
      Collection<List<SampledRates>> machines,
      Function<SampledRates, List<Rates>> stretches,
      int count) {
    List<Rates> sums = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int index = i;
      sums.add(
          Rates.ofMachines(
              machines.stream()
                  .map(
                      disks ->
                          Rates.ofDevices(
                              disks.stream()
                                  .map(disk -> stretches.apply(disk).get(index))
                                  .toList()))
                  .toList()));
    }
    return sums;
  }

  /** The most operations in a second of a stretch; empty without samples. */
  public OptionalDouble peakOperations(Span span) {
    return operations
        .subMap(span.startUtcMillis(), true, span.endUtcMillis(), false)
        .values()
        .stream()
        .mapToDouble(Double::doubleValue)
        .max();
  }
}
