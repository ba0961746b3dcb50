package io.quartet.results.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.Text;
import io.quartet.model.plan.Hypervisor;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.Content;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.ToolProcess;
import io.quartet.results.evidence.Disturbance;
import io.quartet.results.folder.ProcessesCsv;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.Samples.Increase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * For whom the processors of the machines with VMs worked in the measured interval, and those of
 * hypervisors below them.
 *
 * @param machines one for embedded VMs; at least one. Hypervisors come last
 * @param guests of hypervisors
 */
public record ProcessorUse(List<Machine> machines, Guests guests) {

  public ProcessorUse {
    machines = List.copyOf(machines);
  }

  /**
   * Processor time of one machine. A figure without samples is empty.
   *
   * @param processors those of the machine, of which a container may use fewer; 0 if not known
   * @param busyPercent in use by anybody, in percent of all processors; of a container on a sampled
   *     hypervisor, by the container
   * @param stolenPercent taken by the hypervisor for others, in percent of all processors
   * @param ownPercent in use by VMs, driver and workers, in percent of all processors. On a
   *     prepared machine these are all programs named postgres or quartet-tier-a. On a hypervisor
   *     these are the guests that are machines of the plan, and its controller, and on the driver's
   *     machine the kit; if its guests were not sampled, all virtual machines
   * @param neighbours guests of a hypervisor that are none of these, the busiest first
   * @param controllerProgram processors that the controller of a hypervisor kept busy if it is a
   *     program; empty if it is a guest, or no program of that name was sampled
   * @param collectorsPercent in use by the collectors of the driver's machine; 0 where they are not
   *     known
   * @param unknown why something is empty, without a full stop; empty if nothing is
   */
  public record Machine(
      VmMachine machine,
      int processors,
      OptionalDouble busyPercent,
      OptionalDouble stolenPercent,
      OptionalDouble ownPercent,
      List<Neighbour> neighbours,
      OptionalDouble controllerProgram,
      double collectorsPercent,
      String unknown) {

    /** A neighbour that used less is not named. */
    private static final double LEAST_PROCESSORS = 0.01;

    public Machine {
      neighbours = List.copyOf(neighbours);
    }

    /** Its neighbours with the processors that each kept busy; empty if all were idle. */
    public String neighboursInWords() {
      List<String> busy =
          neighbours.stream()
              .filter(one -> one.processors() >= LEAST_PROCESSORS)
              .map(one -> Text.format("%s %.2f", one.guest(), one.processors()))
              .toList();
      return busy.isEmpty()
          ? ""
          : "guests of no VM of the plan, with processors in use: " + Text.first(busy);
    }

    /** Used by neither VMs, driver nor workers, in percent of all processors; no steal. */
    public OptionalDouble otherPercent() {
      return busyPercent.isEmpty() || ownPercent.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.max(0, busyPercent.getAsDouble() - ownPercent.getAsDouble()));
    }

    /**
     * Foreign share: of the processor time that anybody used or took away, the part that neither
     * the kit nor its databases got, in percent; empty if it is not known.
     */
    public OptionalDouble foreignPercent() {
      OptionalDouble other = otherPercent();
      if (other.isEmpty()) {
        return other;
      }
      double stolen = stolenPercent.orElse(0);
      double all = busyPercent.getAsDouble() + stolen;
      double foreign = Math.max(0, other.getAsDouble() - collectorsPercent) + stolen;
      return OptionalDouble.of(all == 0 ? 0 : 100 * foreign / all);
    }

    /** Processors that the kit and its databases got, for instance 1.5; empty if not known. */
    OptionalDouble ownProcessors() {
      return ownPercent.isEmpty()
          ? ownPercent
          : OptionalDouble.of((ownPercent.getAsDouble() + collectorsPercent) / 100 * processors);
    }

    private OptionalDouble busyProcessors() {
      return busyPercent.isEmpty() || processors == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of(busyPercent.getAsDouble() / 100 * processors);
    }
  }

  /**
   * A guest that is no machine of the plan.
   *
   * @param processors that it kept busy on average
   */
  public record Neighbour(String guest, double processors) {}

  /**
   * Reads the samples of a run.
   *
   * @param figures of a run whose plan is known
   * @param host facts of the driver's machine, as in {@code run.json}
   * @return damaged if a file with samples or facts of a machine is
   */
  public static Content<ProcessorUse> read(
      ResultsFolder folder, RunFigures figures, JsonNode host) {
    return Content.of(() -> new Reader(folder, figures, host).read());
  }

  /** Foreign share of the machine where it is largest; empty unless all are known. */
  public OptionalDouble worstForeignPercent() {
    Disturbance disturbance = disturbance();
    return disturbance.unknown().isEmpty() ? disturbance.foreignPercent() : OptionalDouble.empty();
  }

  /** Whether others took too much of a machine; a machine that is not known may be worse. */
  public Disturbance disturbance() {
    return new Disturbance(
        machines.stream()
            .map(Machine::foreignPercent)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .max(),
        Text.first(
            machines.stream().map(Machine::unknown).filter(reason -> !reason.isEmpty()).toList()));
  }

  /**
   * Processors that the kit and its databases got on all machines; empty unless all are known. What
   * they got is part of what their hypervisor gave, which does not count again.
   */
  public OptionalDouble ownProcessors() {
    return sum(Machine::ownProcessors);
  }

  /** As {@link #ownProcessors}, those in use by anybody. */
  public OptionalDouble busyProcessors() {
    return sum(Machine::busyProcessors);
  }

  private OptionalDouble sum(Function<Machine, OptionalDouble> figure) {
    List<OptionalDouble> figures =
        machines.stream().filter(used -> !used.machine().isHypervisor()).map(figure).toList();
    return figures.stream().allMatch(OptionalDouble::isPresent)
        ? OptionalDouble.of(figures.stream().mapToDouble(OptionalDouble::getAsDouble).sum())
        : OptionalDouble.empty();
  }

  private static final class Reader {

    /** Name of the collectors of the driver's machine. */
    private static final String COLLECTORS = "collectors";

    private final ResultsFolder folder;
    private final RunFigures figures;
    private final RunPlan plan;
    private final Samples samples;
    private final JsonNode host;
    private final boolean isLocal;
    private final MachineClocks clocks;
    private final Guests guests;

    Reader(ResultsFolder folder, RunFigures figures, JsonNode host) {
      this.folder = folder;
      this.clocks = MachineClocks.of(folder);
      this.figures = figures;
      this.samples = new Samples(folder, figures.interval());
      this.host = host;
      this.plan = figures.plan().orElseThrow();
      this.isLocal = plan.provider().isLocal();
      this.guests = Guests.read(samples, plan, clocks);
    }

    ProcessorUse read() {
      return new ProcessorUse(
          VmMachine.withHypervisors(plan).stream().map(this::machine).toList(), guests);
    }

    private Machine machine(VmMachine machine) {
      int processors = processors(machine.name());
      Optional<Guests.Guest> container = guests.containerOf(machine);
      Busy busy =
          container
              .map(guest -> ofContainer(guest, processors))
              .orElseGet(() -> ofMachine(machine));
      List<String> unknown = new ArrayList<>();
      OptionalDouble own = OptionalDouble.empty();
      Optional<Guests.Host> ofHost = machine.isHypervisor() ? guests.of(machine) : Optional.empty();
      OptionalDouble program =
          ofHost.map(host -> controllerProgram(machine, host)).orElse(OptionalDouble.empty());
      double collectors = 0;
      if (busy.used().isEmpty()) {
        unknown.add(
            container
                .map(
                    guest ->
                        "the guest " + guest.name() + " has no samples for part of the interval")
                .orElseGet(() -> notCovered(machine, "cpu")));
      } else if (processors == 0) {
        unknown.add(
            RunFiles.nameOfFacts(machine.name()) + " does not record the number of processors");
      } else if (ofHost.isPresent()) {
        own = ofGuests(machine, ofHost.get(), program.orElse(0), unknown);
      } else if (!isLocal) {
        own = ofPrograms(machine, unknown);
      } else {
        Map<String, Double> used = used(machine.name());
        collectors = 100 * used.getOrDefault(COLLECTORS, 0.0) / processors;
        used.remove(COLLECTORS);
        own = ofVms(machine, used, unknown);
      }
      return new Machine(
          machine,
          processors,
          busy.used(),
          busy.stolen(),
          own.isEmpty() ? own : OptionalDouble.of(own.getAsDouble() / processors),
          ofHost.map(Reader::neighbours).orElse(List.of()),
          program,
          collectors,
          String.join("; ", unknown));
    }

    /** Processors of a machine in use, and those that its hypervisor took away, in percent. */
    private record Busy(OptionalDouble used, OptionalDouble stolen) {}

    private Busy ofMachine(VmMachine machine) {
      Rates cpu =
          MachineStatistics.ofInterval(
              samples, machine.name(), MachineRate.MachineSource.CPU, clocks);
      return Stream.of(MachineRate.USER, MachineRate.SYSTEM, MachineRate.STEAL)
              .anyMatch(cpu::isIncomplete)
          ? new Busy(OptionalDouble.empty(), OptionalDouble.empty())
          : new Busy(
              cpu.sumOfMeans(MachineRate.USER, MachineRate.SYSTEM), cpu.mean(MachineRate.STEAL));
    }

    /** The machine itself would show what all containers of its host use. */
    private static Busy ofContainer(Guests.Guest guest, int processors) {
      return guest.rates().isIncomplete(MachineRate.GUEST_USED) || processors == 0
          ? new Busy(OptionalDouble.empty(), OptionalDouble.empty())
          : new Busy(
              OptionalDouble.of(100 * guest.usedProcessors() / processors), OptionalDouble.of(0));
    }

    private static String notCovered(VmMachine machine, String source) {
      return "stats/" + machine.name() + "/" + source + ".csv does not cover the interval";
    }

    private static List<Neighbour> neighbours(Guests.Host host) {
      return host.guests().stream()
          .filter(guest -> !guest.isOfPlan())
          .map(guest -> new Neighbour(guest.name(), guest.usedProcessors()))
          .sorted(Comparator.comparingDouble(Neighbour::processors).reversed())
          .toList();
    }

    /** CPU use of the guests of a plan on a hypervisor, in percent of one processor. */
    private OptionalDouble ofGuests(
        VmMachine machine, Guests.Host host, double controllerProgram, List<String> unknown) {
      // A machine that is no known guest may be one of those that look like neighbours.
      List<String> lost = guests.unplaced().stream().map(VmMachine::name).toList();
      List<String> unmatched = neighbours(host).stream().map(Neighbour::guest).toList();
      if (!lost.isEmpty() && !unmatched.isEmpty()) {
        unknown.add(
            Text.format(
                "of the guests of %s, any of %s may be the machine of %s; name it in"
                    + " provider.ssh.hypervisors",
                machine.name(), Text.first(unmatched), Text.first(lost)));
        return OptionalDouble.empty();
      }
      // A guest may come and go; the collector was there if any has samples.
      if (host.guests().stream().allMatch(g -> g.rates().isIncomplete(MachineRate.GUEST_USED))) {
        unknown.add(notCovered(machine, MachineRate.MachineSource.GUESTS.fileName()));
        return OptionalDouble.empty();
      }
      double own =
          host.guests().stream()
              .filter(Guests.Guest::isOfPlan)
              .mapToDouble(Guests.Guest::usedProcessors)
              .sum();
      double ofDriver =
          host.isOfDriver()
              ? used(VmMachine.OF_THE_DRIVER).values().stream()
                  .mapToDouble(Double::doubleValue)
                  .sum()
              : 0;
      return OptionalDouble.of(100 * (own + controllerProgram + ofDriver));
    }

    private OptionalDouble controllerProgram(VmMachine machine, Guests.Host host) {
      if (host.controller().isEmpty()
          || host.guests().stream().anyMatch(Guests.Guest::isController)) {
        return OptionalDouble.empty();
      }
      Double used = used(machine.name()).get(Hypervisor.programName(host.controller().get()));
      return used == null ? OptionalDouble.empty() : OptionalDouble.of(used);
    }

    /** CPU use of the programs of the VMs on a prepared machine, in percent of one processor. */
    private OptionalDouble ofPrograms(VmMachine machine, List<String> unknown) {
      CounterSeries all = new CounterSeries();
      for (ProcessesCsv file : ProcessesCsv.of(folder, machine.name())) {
        file.forEach(
            time ->
                all.add(
                    clocks.driverUtcMillis(machine.name(), time.utcMillis()),
                    time.name(),
                    time.cpuMillis()));
      }
      Optional<Increase> used = samples.within(all);
      if (used.isEmpty()
          || !Rates.isCovered(samples.interval().seconds(), used.get().millis() / 1e3)) {
        unknown.add(notCovered(machine, ProcessesCsv.SOURCE));
        return OptionalDouble.empty();
      }
      return OptionalDouble.of(100 * used.get().perMillisecond());
    }

    /** CPU use of driver, workers and VMs, in percent of one processor. */
    private static OptionalDouble ofVms(
        VmMachine machine, Map<String, Double> used, List<String> unknown) {
      List<String> missing =
          Stream.concat(Stream.of("driver"), machine.vms().stream().map(VmMachine.Vm::name))
              .filter(name -> !used.containsKey(name))
              .toList();
      if (!missing.isEmpty()) {
        unknown.add("the processor time of " + Text.first(missing) + " is not known");
        return OptionalDouble.empty();
      }
      return OptionalDouble.of(100 * used.values().stream().mapToDouble(Double::doubleValue).sum());
    }

    /**
     * Processors that each process of the kit and each database kept busy, by name. The processes
     * of pgbench, of which each phase has others, are one.
     */
    private Map<String, Double> used(String machine) {
      Map<String, CounterSeries> counted = new TreeMap<>();
      for (ProcessesCsv file : ProcessesCsv.of(folder, machine)) {
        file.forEach(
            time ->
                counted
                    .computeIfAbsent(ToolProcess.program(time.name()), n -> new CounterSeries())
                    .add(time.utcMillis(), time.name(), time.cpuMillis()));
      }
      Map<String, Double> used = new TreeMap<>();
      counted.forEach(
          (name, series) ->
              samples
                  .increase(series)
                  .ifPresent(increase -> used.put(name, increase.perMillisecond())));
      return used;
    }

    private int processors(String machine) {
      int fallback = isLocal ? host.path("cores").asInt() : 0;
      return new RunFiles(folder)
          .machineFacts(machine)
          .orRefuse()
          .map(facts -> facts.path("processors").path("threads").asInt(fallback))
          .orElse(fallback);
    }
  }
}
