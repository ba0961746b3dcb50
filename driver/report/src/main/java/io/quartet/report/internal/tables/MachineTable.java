package io.quartet.report.internal.tables;

import io.quartet.model.VmSet;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.data.Rounded;
import io.quartet.report.section.Statistics.DiskActivity;
import io.quartet.report.section.Statistics.MachineActivity;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics.Machine;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.SampledRates;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** Load of the machines, by phase and in total. */
final class MachineTable {

  private static final double KIB_PER_MIB = 1 << 10;
  private static final double BYTES_PER_MIB = 1 << 20;
  private static final String LOOPBACK = "lo";

  private final ReportData data;
  private final List<Span> phases;

  MachineTable(ReportData data) {
    this.data = data;
    this.phases = Span.measured(data.books().cells());
  }

  private interface RowMaker<T> {
    /**
     * @param index of the phase; -1 for all of them
     */
    T row(String phase, double seconds, int index);
  }

  /** A row for each phase and one for all, none if there is no phase. */
  private <T> List<T> rows(RowMaker<T> maker) {
    List<T> rows = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      rows.add(maker.row(phases.get(i).name(), phases.get(i).seconds(), i));
    }
    if (!phases.isEmpty()) {
      double seconds = phases.stream().mapToDouble(Span::seconds).sum();
      rows.add(maker.row(Activity.ALL_PHASES, seconds, -1));
    }
    return rows;
  }

  private static Rates rates(SampledRates sampled, int index) {
    return index < 0 ? sampled.allPhases() : sampled.phases().get(index);
  }

  List<MachineActivity> machines() {
    List<MachineActivity> rows = new ArrayList<>();
    for (Machine machine : data.samples().machines().machines()) {
      rows.addAll(rows((phase, seconds, index) -> machine(machine, phase, seconds, index)));
    }
    return rows;
  }

  private static MachineActivity machine(Machine machine, String phase, double seconds, int index) {
    List<Rates> processors = of(machine, MachineSource.CPU, index);
    List<Rates> memory = of(machine, MachineSource.MEMORY, index);
    return new MachineActivity(
        phase,
        machine.name(),
        seconds,
        Rounded.thousandths(mean(processors, MachineRate.USER)),
        Rounded.thousandths(mean(processors, MachineRate.SYSTEM)),
        Rounded.thousandths(mean(processors, MachineRate.IOWAIT)),
        Rounded.thousandths(mean(processors, MachineRate.STEAL)),
        Rounded.thousandths(amount(memory, MachineRate.SWAPPED_IN, KIB_PER_MIB)),
        Rounded.thousandths(amount(memory, MachineRate.SWAPPED_OUT, KIB_PER_MIB)),
        network(machine, false, MachineRate.RECEIVED, index),
        network(machine, false, MachineRate.SENT, index),
        network(machine, true, MachineRate.SENT, index),
        processors.isEmpty() || processors.get(0).isIncomplete(MachineRate.USER));
  }

  private static List<Rates> of(Machine machine, MachineSource source, int index) {
    return machine.of(source).values().stream().map(sampled -> rates(sampled, index)).toList();
  }

  private static Double network(Machine machine, boolean isLoopback, MachineRate rate, int index) {
    List<Rates> interfaces =
        machine.of(MachineSource.NETWORK).entrySet().stream()
            .filter(entry -> entry.getKey().equals(LOOPBACK) == isLoopback)
            .map(Map.Entry::getValue)
            .map(sampled -> rates(sampled, index))
            .toList();
    return Rounded.thousandths(amount(interfaces, rate, BYTES_PER_MIB));
  }

  private static OptionalDouble mean(List<Rates> rates, MachineRate rate) {
    return rates.isEmpty() ? OptionalDouble.empty() : rates.get(0).mean(rate);
  }

  /** Sum over interfaces; empty if none has samples. */
  private static OptionalDouble amount(List<Rates> rates, MachineRate rate, double unit) {
    double[] amounts =
        rates.stream()
            .map(each -> each.amount(rate))
            .flatMapToDouble(OptionalDouble::stream)
            .toArray();
    double sum = 0;
    for (double amount : amounts) {
      sum += amount;
    }
    return amounts.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / unit);
  }

  List<DiskActivity> disks() {
    List<DiskActivity> rows = new ArrayList<>();
    for (Machine machine : data.samples().machines().machines()) {
      machine
          .of(MachineSource.DISK)
          .forEach(
              (device, sampled) ->
                  rows.addAll(
                      rows(
                          (phase, seconds, index) ->
                              disk(
                                  machine.name(), device, phase, seconds, rates(sampled, index)))));
    }
    return rows;
  }

  private DiskActivity disk(
      String machine, String device, String phase, double seconds, Rates rates) {
    return new DiskActivity(
        phase,
        machine,
        device,
        seconds,
        Rounded.thousandths(rates.mean(MachineRate.READS)),
        Rounded.thousandths(rates.mean(MachineRate.WRITES)),
        Rounded.thousandths(rates.mean(MachineRate.READ_MIB)),
        Rounded.thousandths(rates.mean(MachineRate.WRITTEN_MIB)),
        Rounded.thousandths(rates.readAwaitMillis()),
        Rounded.thousandths(rates.writeAwaitMillis()),
        Rounded.thousandths(rates.awaitMillis()),
        Rounded.thousandths(rates.mean(MachineRate.BUSY)),
        perTradeResult(machine, phase, rates, MachineRate.READS, MachineRate.WRITES),
        perTradeResult(machine, phase, rates, MachineRate.READ_MIB, MachineRate.WRITTEN_MIB),
        rates.isIncomplete(MachineRate.READS));
  }

  /** Null where no database is on the machine: its disks have nothing to do with any trade. */
  private Double perTradeResult(
      String machine, String phase, Rates rates, MachineRate reads, MachineRate writes) {
    Set<VmSet> sets = data.setsOn(machine);
    long results =
        data.figures()
            .measuredTradeResults(
                cell ->
                    (phase.equals(Activity.ALL_PHASES) || cell.phase().equals(phase))
                        && sets.contains(cell.set()));
    OptionalDouble read = rates.amount(reads);
    OptionalDouble written = rates.amount(writes);
    return results == 0 || read.isEmpty() || written.isEmpty()
        ? null
        : Rounded.thousandths(
            OptionalDouble.of((read.getAsDouble() + written.getAsDouble()) / results));
  }
}
