package io.quartet.results.statistics;

import io.quartet.books.CellRow;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunFigures;
import io.quartet.results.folder.ProcessesCsv;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.Statistic.Counter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The samples of {@code stats/} cut by measured phase: what each VM and each Group did in each of
 * them, and in all. Immutable.
 *
 * @param groups phase by phase, Group by Group, and at last all phases
 * @param vms phase by phase, VM by VM, and at last all phases; VMs without samples are left out
 * @param processors kept busy by each VM whose processes were seen, by point of the time axis
 * @param problems files that could not be read, in words
 */
public record PhaseStatistics(
    List<Activity> groups,
    List<Activity> vms,
    Map<String, List<OptionalDouble>> processors,
    List<String> problems) {

  public PhaseStatistics {
    groups = List.copyOf(groups);
    vms = List.copyOf(vms);
    processors = Collections.unmodifiableMap(new LinkedHashMap<>(processors));
    problems = List.copyOf(problems);
  }

  /**
   * Reads the samples of all VMs that the bookkeeping knows.
   *
   * @param points of the time axis
   */
  public static PhaseStatistics read(ResultsFolder folder, RunFigures figures, List<Span> points) {
    return read(folder, figures, points, List.of());
  }

  /**
   * As {@link #read(ResultsFolder, List, List)}.
   *
   * @param machines those of the plan: where one VM alone runs a program, the processor time of the
   *     program is that of the VM
   */
  public static PhaseStatistics read(
      ResultsFolder folder, RunFigures figures, List<Span> points, List<VmMachine> machines) {
    return new Cutter(folder, figures, points, machines).cut();
  }

  private static final class Cutter {

    /** The part of a phase in which its border has to have a sample. */
    private static final long BORDER_PART = 10;

    private final ResultsFolder folder;
    private final RunFigures figures;
    private final List<Span> phases;
    private final List<Span> points;
    private final List<VmMachine> vmMachines;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, CounterSeries> cpuMillis = new HashMap<>();

    Cutter(
        ResultsFolder folder, RunFigures figures, List<Span> points, List<VmMachine> vmMachines) {
      this.folder = folder;
      this.vmMachines = vmMachines;
      this.figures = figures;
      this.phases = Span.measured(figures.rows());
      this.points = points;
    }

    PhaseStatistics cut() {
      readProcesses();
      Map<VmSet, Map<VmRole, Map<Statistic, CounterSeries>>> series = series();
      List<Activity> vms = new ArrayList<>();
      List<Activity> groups = new ArrayList<>();
      for (Span phase : phases) {
        for (VmGroup group : VmGroup.values()) {
          List<Activity> ofGroup = new ArrayList<>();
          series.forEach(
              (set, roles) -> {
                if (set.group() == group) {
                  roles.forEach((role, known) -> ofGroup.add(vm(phase, set, role, known)));
                }
              });
          if (!ofGroup.isEmpty()) {
            groups.add(
                Activity.ofGroup(
                    phase.name(),
                    group,
                    phase.seconds(),
                    counted(phase, set -> set.group() == group),
                    ofGroup));
            vms.addAll(ofGroup);
          }
        }
      }
      return new PhaseStatistics(withSums(groups), withSums(vms), processors(series), problems);
    }

    private Map<String, List<OptionalDouble>> processors(
        Map<VmSet, Map<VmRole, Map<Statistic, CounterSeries>>> series) {
      Map<String, List<OptionalDouble>> processors = new LinkedHashMap<>();
      series.forEach(
          (set, roles) ->
              roles.forEach(
                  (role, known) -> {
                    CounterSeries millis = known.get(Statistic.CPU_MILLIS);
                    if (millis != null) {
                      processors.put(
                          set.vmName(role),
                          points.stream().map(point -> processors(millis, point)).toList());
                    }
                  }));
      return processors;
    }

    private static OptionalDouble processors(CounterSeries millis, Span point) {
      OptionalDouble counted = millis.between(point.startUtcMillis(), point.endUtcMillis());
      return counted.isEmpty()
          ? counted
          : OptionalDouble.of(counted.getAsDouble() / 1e3 / point.seconds());
    }

    private static List<Activity> withSums(List<Activity> phases) {
      Map<String, List<Activity>> byOwner =
          phases.stream()
              .collect(
                  Collectors.groupingBy(
                      activity -> activity.group() + activity.vm().orElse(""),
                      LinkedHashMap::new,
                      Collectors.toList()));
      List<Activity> all = new ArrayList<>(phases);
      byOwner.values().forEach(ofOne -> all.add(Activity.ofAllPhases(ofOne)));
      return all;
    }

    /** The samples, Set by Set; VMs without samples are left out. */
    private Map<VmSet, Map<VmRole, Map<Statistic, CounterSeries>>> series() {
      Map<VmSet, Map<VmRole, Map<Statistic, CounterSeries>>> series =
          new TreeMap<>((a, b) -> Integer.compare(a.order(), b.order()));
      figures.rows().stream()
          .filter(CellRow::isMeasured)
          .map(CellRow::set)
          .distinct()
          .forEach(
              set -> {
                Map<VmRole, Map<Statistic, CounterSeries>> roles = new EnumMap<>(VmRole.class);
                for (VmRole role : VmRole.values()) {
                  Map<Statistic, CounterSeries> known = read(set.vmName(role));
                  if (!known.isEmpty()) {
                    roles.put(role, known);
                  }
                }
                series.put(set, roles);
              });
      return series;
    }

    /**
     * Reads the processes of all machines. On those that Quartet has not prepared, processes have
     * names of programs.
     */
    private void readProcesses() {
      try {
        Set<String> machines = new TreeSet<>(folder.names(StatsCsv.FOLDER));
        machines.add(VmMachine.OF_THE_DRIVER);
        MachineClocks clocks = MachineClocks.of(folder);
        for (String machine : machines) {
          Map<String, String> vms = vmsByProgram(machine);
          ProcessesCsv.of(folder, machine).forEach(file -> read(file, machine, vms, clocks));
        }
      } catch (QuartetException e) {
        note(e);
      }
    }

    /** The VM of each program that one VM of the machine alone runs. */
    private Map<String, String> vmsByProgram(String machine) {
      Map<String, String> vms = new HashMap<>();
      vmMachines.stream()
          .filter(one -> one.name().equals(machine))
          .forEach(
              one -> {
                List<String> tierAs =
                    one.vms().stream()
                        .filter(vm -> !vm.role().isDatabase())
                        .map(VmMachine.Vm::name)
                        .toList();
                if (tierAs.size() == 1) {
                  vms.put("quartet-tier-a", tierAs.get(0));
                }
                if (one.databases().size() == 1) {
                  vms.put("postgres", one.databases().get(0));
                  vms.put("postmaster", one.databases().get(0));
                }
              });
      return vms;
    }

    private void read(
        ProcessesCsv file, String machine, Map<String, String> vms, MachineClocks clocks) {
      try {
        file.forEach(
            time ->
                cpuMillis
                    .computeIfAbsent(
                        vms.getOrDefault(time.name(), time.name()), any -> new CounterSeries())
                    .add(
                        clocks.driverUtcMillis(machine, time.utcMillis()),
                        time.name(),
                        time.cpuMillis()));
      } catch (QuartetException e) {
        note(e);
      }
    }

    private Map<Statistic, CounterSeries> read(String vm) {
      Map<String, Map<Statistic, Counter>> bySource = new LinkedHashMap<>();
      for (Statistic statistic : Statistic.values()) {
        choose(vm, statistic)
            .ifPresent(
                counter ->
                    bySource
                        .computeIfAbsent(counter.source(), source -> new EnumMap<>(Statistic.class))
                        .put(statistic, counter));
      }
      Map<Statistic, CounterSeries> series = new EnumMap<>(Statistic.class);
      bySource.forEach((source, counters) -> read(vm, source, counters, series));
      Optional.ofNullable(cpuMillis.get(vm))
          .ifPresent(known -> series.put(Statistic.CPU_MILLIS, known));
      return series;
    }

    /** The first counter whose columns the VM's files have. */
    private Optional<Counter> choose(String vm, Statistic statistic) {
      return statistic.counters().stream()
          .filter(counter -> columns(vm, counter.source()).containsAll(counter.columns()))
          .findFirst();
    }

    private List<String> columns(String vm, String source) {
      try {
        return StatsCsv.columns(folder, vm, source);
      } catch (QuartetException e) {
        note(e);
        return List.of();
      }
    }

    private void read(
        String vm,
        String source,
        Map<Statistic, Counter> counters,
        Map<Statistic, CounterSeries> series) {
      try {
        StatsCsv.forEach(
            folder,
            vm,
            source,
            line ->
                counters.forEach(
                    (statistic, counter) ->
                        counter
                            .value(line)
                            .ifPresent(
                                value ->
                                    series
                                        .computeIfAbsent(statistic, any -> new CounterSeries())
                                        .add(line.utcMillis(), counter.key(line), value))));
      } catch (QuartetException e) {
        note(e);
      }
    }

    private void note(QuartetException error) {
      if (!problems.contains(error.getMessage())) {
        problems.add(error.getMessage());
      }
    }

    private Activity vm(Span phase, VmSet set, VmRole role, Map<Statistic, CounterSeries> series) {
      long from = phase.startUtcMillis();
      long to = phase.endUtcMillis();
      Map<Statistic, Double> values = new EnumMap<>(Statistic.class);
      boolean isIncomplete = false;
      boolean hasReset = false;
      for (Map.Entry<Statistic, CounterSeries> entry : series.entrySet()) {
        CounterSeries known = entry.getValue();
        OptionalDouble value =
            entry.getKey().isCountOfEvents()
                ? known.eventsBetween(from, to)
                : known.between(from, to);
        value.ifPresent(counted -> values.put(entry.getKey(), counted));
        // Events between a border and the sample next to it are divided in proportion to time.
        isIncomplete |= value.isEmpty() || !known.isKnown(from, to, (to - from) / BORDER_PART);
        hasReset |= known.isReset(from, to);
      }
      return new Activity(
          phase.name(),
          set.group(),
          Optional.of(set.vmName(role)),
          phase.seconds(),
          counted(phase, set::equals),
          values,
          isIncomplete,
          hasReset);
    }

    private long counted(Span phase, Predicate<VmSet> isOwn) {
      return figures.counted(cell -> cell.phase().equals(phase.name()) && isOwn.test(cell.set()));
    }
  }
}
