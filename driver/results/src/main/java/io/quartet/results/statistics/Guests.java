package io.quartet.results.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.model.Address;
import io.quartet.model.plan.Hypervisor;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.MachineRate.MachineSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The guests of the hosts of VMs, and which of them are machines of the plan.
 *
 * @param hosts those with samples of guests: hypervisors of the plan, and the driver's machine if
 *     VMs of the plan may run there
 * @param unplaced machines of the plan that are no known guest of these hosts, and are not known to
 *     be no guest of any
 */
public record Guests(List<Host> hosts, List<VmMachine> unplaced) {

  /** Where no host was sampled. */
  public static final Guests NONE = new Guests(List.of(), List.of());

  private static final String ADDRESSES = "addresses";

  public Guests {
    hosts = List.copyOf(hosts);
    unplaced = List.copyOf(unplaced);
  }

  /** Why a guest is known to be a machine of the plan. */
  public enum KnownBy {
    /** The benchmark file says so. */
    FILE("file"),
    /** It has an address of the machine. */
    ADDRESS("address"),
    /** It has the name of a VM, or of the machine. */
    NAME("name");

    private final String word;

    KnownBy(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /**
   * One host.
   *
   * @param name folder of its figures below {@code stats/}
   * @param guests by name
   * @param controller the program or guest that is its storage software; empty if the file names
   *     none
   * @param isOfDriver true if driver, workers and collectors run there too
   * @param missing guests that the file names and of which there is no sample
   */
  public record Host(
      String name,
      List<Guest> guests,
      Optional<String> controller,
      boolean isOfDriver,
      List<String> missing) {

    public Host {
      guests = List.copyOf(guests);
      missing = List.copyOf(missing);
    }
  }

  /**
   * One guest.
   *
   * @param name as its host has it
   * @param kind for instance {@code libvirt} or {@code podman}
   * @param machine that of the plan which it is; empty for a neighbour and for the controller
   * @param knownBy why; empty without a machine
   * @param isController true for the guest that is the storage software
   * @param rates in the measured interval
   * @param usedProcessors that it kept busy while its host was sampled; time when it was away
   *     counts as none
   */
  public record Guest(
      String name,
      String kind,
      Optional<VmMachine> machine,
      Optional<KnownBy> knownBy,
      boolean isController,
      Rates rates,
      double usedProcessors) {

    private static final Set<String> CONTAINERS = Set.of("nspawn", "lxc", "podman", "docker");

    /** True if it has the kernel of its host, whose figures its own are then. */
    boolean isContainer() {
      return CONTAINERS.contains(kind);
    }

    /** False for a neighbour, which takes from the host what the plan does not know of. */
    public boolean isOfPlan() {
      return machine.isPresent() || isController;
    }
  }

  /** The guests of a host; empty if none was sampled in the measured interval. */
  public Optional<Host> of(VmMachine host) {
    return hosts.stream().filter(one -> one.name().equals(host.name())).findFirst();
  }

  /** The container of a hypervisor of the plan that a machine is; empty if none is known. */
  Optional<Guest> containerOf(VmMachine machine) {
    return hypervisors()
        .flatMap(host -> host.guests().stream())
        .filter(guest -> guest.isContainer() && guest.machine().equals(Optional.of(machine)))
        .findFirst();
  }

  /**
   * Reads the samples of a run.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  static Guests read(Samples samples, RunPlan plan, MachineClocks clocks) {
    return plan.provider().isLocal() ? NONE : new Reader(samples, plan, clocks).read();
  }

  /** By name of a machine that is a container of a hypervisor: the name of the hypervisor. */
  Map<String, String> hostsOfContainers() {
    Map<String, String> byMachine = new TreeMap<>();
    hypervisors()
        .forEach(
            host ->
                host.guests().stream()
                    .filter(Guest::isContainer)
                    .flatMap(guest -> guest.machine().stream())
                    .forEach(machine -> byMachine.put(machine.name(), host.name())));
    return byMachine;
  }

  private Stream<Host> hypervisors() {
    return hosts.stream().filter(host -> !host.name().equals(VmMachine.OF_THE_DRIVER));
  }

  private static final class Reader {
    private final Samples samples;
    private final ResultsFolder folder;
    private final MachineClocks clocks;
    private final List<VmMachine> machines;
    private final Map<String, Hypervisor> hypervisors = new LinkedHashMap<>();

    /** By machine; an address that two of them have tells nothing. */
    private final Map<VmMachine, Set<String>> addresses = new HashMap<>();

    /** By machine, in small letters. */
    private final Map<VmMachine, Set<String>> names = new HashMap<>();

    /** Machines that say that they are no guest of any host. */
    private final Set<VmMachine> physical = new HashSet<>();

    Reader(Samples samples, RunPlan plan, MachineClocks clocks) {
      this.samples = samples;
      this.folder = samples.folder();
      this.clocks = clocks;
      this.machines = VmMachine.of(plan);
      plan.provider().ssh().map(Ssh::hypervisors).orElse(List.of()).stream()
          .forEach(one -> hypervisors.put(VmMachine.of(one).name(), one));
      machines.forEach(this::learn);
      Set<String> seen = new HashSet<>();
      Set<String> shared =
          addresses.values().stream()
              .flatMap(Set::stream)
              .filter(address -> !seen.add(address))
              .collect(Collectors.toSet());
      addresses.values().forEach(each -> each.removeAll(shared));
    }

    private void learn(VmMachine machine) {
      // Without its facts there are still the addresses and names of the plan.
      String name = Address.isLoopback(machine.host()) ? VmMachine.OF_THE_DRIVER : machine.name();
      JsonNode facts = facts(name);
      Set<String> known = new HashSet<>(Set.of(machine.host().toLowerCase(Locale.ROOT)));
      Set<String> called = new HashSet<>();
      machine.vms().forEach(vm -> called.add(vm.name()));
      if (!machine.host().contains(":") && !machine.host().matches("[0-9.]+")) {
        called.add(firstPart(machine.host()));
      }
      facts.path("addresses").forEach(address -> known.add(address.asText()));
      called.add(firstPart(facts.path("host").asText("")));
      if (facts.path("virtualisation").asText().equals("none")) {
        physical.add(machine);
      }
      called.remove("");
      addresses.put(machine, known);
      names.put(machine, called);
    }

    private static String firstPart(String host) {
      return host.toLowerCase(Locale.ROOT).split("\\.", 2)[0];
    }

    Guests read() {
      Set<String> ofDriver = ofDriver();
      List<Host> hosts = new ArrayList<>();
      Stream.concat(hypervisors.keySet().stream(), Stream.of(VmMachine.OF_THE_DRIVER))
          // A hypervisor that is the driver's machine has the guests of both.
          .filter(
              name ->
                  !name.equals(VmMachine.OF_THE_DRIVER)
                      || hypervisors.keySet().stream().noneMatch(ofDriver::contains))
          .forEach(
              name -> {
                List<Guest> guests = guests(name);
                if (!guests.isEmpty()) {
                  Optional<Hypervisor> said = Optional.ofNullable(hypervisors.get(name));
                  Set<String> missing =
                      new TreeSet<>(said.map(Hypervisor::guests).orElse(Map.of()).values());
                  guests.forEach(guest -> missing.remove(guest.name()));
                  hosts.add(
                      new Host(
                          name,
                          guests,
                          said.flatMap(Hypervisor::controller),
                          ofDriver.contains(name),
                          List.copyOf(missing)));
                }
              });
      Set<VmMachine> placed =
          hosts.stream()
              .flatMap(host -> host.guests().stream())
              .flatMap(guest -> guest.machine().stream())
              .collect(Collectors.toSet());
      return new Guests(
          hosts,
          machines.stream()
              .filter(one -> !placed.contains(one) && !physical.contains(one))
              .toList());
    }

    /** Names of the driver's machine: its own, and those of hypervisors that are the same. */
    private Set<String> ofDriver() {
      Set<String> names = new HashSet<>(Set.of(VmMachine.OF_THE_DRIVER));
      Optional<String> kernel = RunFiles.kernel(facts(VmMachine.OF_THE_DRIVER));
      hypervisors.keySet().stream()
          .filter(name -> kernel.isPresent() && kernel.equals(RunFiles.kernel(facts(name))))
          .forEach(names::add);
      return names;
    }

    private JsonNode facts(String machine) {
      return new RunFiles(folder)
          .machineFacts(machine)
          .orRefuse()
          .orElse(MissingNode.getInstance());
    }

    private List<Guest> guests(String host) {
      Map<String, Rates> rates = new TreeMap<>();
      Map<String, String> kinds = new HashMap<>();
      Map<String, Span> spans = new HashMap<>();
      MachineStatistics.forEachOfInterval(
          samples,
          host,
          MachineSource.GUESTS,
          clocks,
          (line, since) -> {
            String guest = MachineSource.GUESTS.key(line);
            kinds.put(guest, line.text("kind"));
            spans.merge(
                guest,
                new Span("", since, line.utcMillis()),
                (all, next) -> new Span("", all.startUtcMillis(), next.endUtcMillis()));
            rates
                .computeIfAbsent(guest, key -> new Rates(samples.interval().seconds()))
                .add(MachineSource.GUESTS, line, (line.utcMillis() - since) / 1e3);
          });
      if (rates.isEmpty()) {
        return List.of();
      }
      Map<String, Set<String>> known = new HashMap<>();
      StatsCsv.forEach(
          folder,
          host,
          ADDRESSES,
          line ->
              known
                  .computeIfAbsent(line.text("guest"), guest -> new HashSet<>())
                  .add(line.text("address").toLowerCase(Locale.ROOT)));
      ignoreShared(known, spans);
      Map<String, VmMachine> found = new TreeMap<>();
      Map<String, KnownBy> why = new HashMap<>();
      Optional<Hypervisor> said = Optional.ofNullable(hypervisors.get(host));
      find(spans, found, why, KnownBy.FILE, (guest, one) -> isSaid(said, guest, one));
      find(
          spans,
          found,
          why,
          KnownBy.ADDRESS,
          (guest, one) ->
              known.getOrDefault(guest, Set.of()).stream().anyMatch(addresses.get(one)::contains));
      find(
          spans,
          found,
          why,
          KnownBy.NAME,
          (guest, one) -> names.get(one).contains(guest.toLowerCase(Locale.ROOT)));
      Predicate<String> isController =
          guest -> said.flatMap(Hypervisor::controller).filter(guest::equals).isPresent();
      double seconds =
          rates.values().stream()
              .mapToDouble(rate -> rate.seconds(MachineRate.GUEST_USED))
              .max()
              .orElseThrow();
      return rates.keySet().stream()
          .map(
              guest ->
                  new Guest(
                      guest,
                      kinds.getOrDefault(guest, ""),
                      Optional.ofNullable(found.get(guest)),
                      Optional.ofNullable(why.get(guest)),
                      isController.test(guest),
                      rates.get(guest),
                      seconds > 0
                          ? rates.get(guest).sampled(MachineRate.GUEST_USED) / seconds / 1e3
                          : 0))
          .toList();
    }

    private static boolean isSaid(Optional<Hypervisor> said, String guest, VmMachine machine) {
      return said.isPresent()
          && machine.vms().stream()
              .anyMatch(vm -> guest.equals(said.get().guests().get(vm.name())));
    }

    /** Removes addresses that two guests had at the same time. */
    private static void ignoreShared(Map<String, Set<String>> known, Map<String, Span> spans) {
      Map<String, List<String>> owners = new HashMap<>();
      known.forEach(
          (guest, each) ->
              each.forEach(
                  address -> owners.computeIfAbsent(address, key -> new ArrayList<>()).add(guest)));
      owners.forEach(
          (address, guests) -> {
            boolean isShared =
                guests.stream()
                    .anyMatch(
                        one ->
                            guests.stream()
                                .anyMatch(
                                    other -> !other.equals(one) && areTogether(spans, one, other)));
            if (isShared) {
              guests.forEach(guest -> known.get(guest).remove(address));
            }
          });
    }

    private static boolean areTogether(Map<String, Span> spans, String one, String other) {
      return spans.containsKey(one)
          && spans.containsKey(other)
          && spans.get(one).overlaps(spans.get(other));
    }

    /** What is known more surely comes first: a machine has one guest at a time. */
    private void find(
        Map<String, Span> spans,
        Map<String, VmMachine> found,
        Map<String, KnownBy> why,
        KnownBy reason,
        BiPredicate<String, VmMachine> isMachine) {
      for (String guest : new TreeSet<>(spans.keySet())) {
        machines.stream()
            .filter(one -> !found.containsKey(guest) && isMachine.test(guest, one))
            .filter(
                one ->
                    found.keySet().stream()
                        .filter(other -> found.get(other).equals(one))
                        .noneMatch(other -> areTogether(spans, guest, other)))
            .findFirst()
            .ifPresent(
                one -> {
                  found.put(guest, one);
                  why.put(guest, reason);
                });
      }
    }
  }
}
