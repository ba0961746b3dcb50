package io.quartet.report.internal.run;

import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.internal.run.ChartData.Disk;
import io.quartet.report.internal.run.ChartData.Processors;
import io.quartet.results.statistics.DiskLoad;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics.Machine;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.SampledRates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Processors and disks over time. */
final class MachineChart {

  /** Maximum number of disks that remain distinguishable in a chart. */
  private static final int MOST_DISKS = 4;

  /** The same of guests that are machines of the plan: a Set of each Group has twelve. */
  private static final int MOST_GUESTS = 12;

  /** The same of others: controllers and the busiest neighbours. */
  private static final int MOST_OTHER_GUESTS = 4;

  static final int MOST_GUEST_LINES = MOST_GUESTS + MOST_OTHER_GUESTS;

  private final ReportData data;

  private MachineChart(ReportData data) {
    this.data = data;
  }

  static ChartData.Machine of(ReportData data) {
    MachineChart chart = new MachineChart(data);
    return new ChartData.Machine(
        data.grid().points().stream().map(p -> data.grid().seconds(p.endUtcMillis())).toList(),
        chart.processors(),
        chart.vmProcessors(),
        chart.disks(),
        GuestFigures.lines(data, MOST_GUESTS, MOST_OTHER_GUESTS));
  }

  private List<Processors> processors() {
    List<Processors> processors = new ArrayList<>();
    for (Machine machine : data.samples().machines().machines()) {
      for (SampledRates rates : machine.of(MachineSource.CPU).values()) {
        processors.add(
            new Processors(
                machine.name(),
                means(rates, MachineRate.USER),
                means(rates, MachineRate.SYSTEM),
                means(rates, MachineRate.IOWAIT),
                means(rates, MachineRate.STEAL)));
      }
    }
    return processors;
  }

  /** By role; of a run that did not record what lies where, the busiest disks. */
  private List<Disk> disks() {
    List<DiskLoad> roles =
        data.samples().diskLoads().stream()
            .filter(load -> !load.name().equals(DiskLoad.ALL))
            .toList();
    return roles.isEmpty()
        ? busiestDisks()
        : roles.stream().map(load -> disk(load.name(), load.rates())).toList();
  }

  private List<Disk> busiestDisks() {
    Map<Disk, Double> operations = new LinkedHashMap<>();
    for (Machine machine : data.samples().machines().machines()) {
      machine
          .of(MachineSource.DISK)
          .forEach(
              (device, rates) ->
                  operations.put(disk(machine.name() + " " + device, rates), operations(rates)));
    }
    return operations.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_DISKS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static Disk disk(String name, SampledRates rates) {
    return new Disk(
        name,
        means(rates, MachineRate.READS),
        means(rates, MachineRate.WRITES),
        means(rates, MachineRate.READ_MIB),
        means(rates, MachineRate.WRITTEN_MIB),
        series(rates, Rates::awaitMillis));
  }

  private static double operations(SampledRates rates) {
    Rates whole = rates.allPhases();
    return whole.amount(MachineRate.READS).orElse(0) + whole.amount(MachineRate.WRITES).orElse(0);
  }

  private static List<Double> means(SampledRates rates, MachineRate rate) {
    return series(rates, point -> point.mean(rate));
  }

  private static List<Double> series(SampledRates rates, Function<Rates, OptionalDouble> figure) {
    List<Double> values = new ArrayList<>();
    rates.points().forEach(point -> values.add(Rounded.hundredths(figure.apply(point))));
    return values;
  }

  /** By VM, or by Group and role where Groups have several Sets. */
  private Map<String, List<Double>> vmProcessors() {
    Map<String, List<OptionalDouble>> byVm = data.samples().statistics().processors();
    boolean isOfOneSet = data.sets().stream().allMatch(set -> set.number() == 1);
    Map<String, List<Double>> series = new LinkedHashMap<>();
    byVm.forEach(
        (vm, processors) -> {
          List<Double> values = new ArrayList<>();
          processors.forEach(value -> values.add(Rounded.hundredths(value)));
          series.merge(
              isOfOneSet ? vm : vm.replaceFirst("[0-9]+-", "-"), values, MachineChart::sum);
        });
    return series;
  }

  private static List<Double> sum(List<Double> a, List<Double> b) {
    List<Double> sum = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      boolean isKnown = a.get(i) != null && b.get(i) != null;
      sum.add(isKnown ? (Double) Rounded.hundredths(a.get(i) + b.get(i)) : null);
    }
    return sum;
  }
}
