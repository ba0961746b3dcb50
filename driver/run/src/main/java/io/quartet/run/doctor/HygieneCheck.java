package io.quartet.run.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.results.RunFiles;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Warns about settings of machines that are known to spoil a measurement, by the facts that a run
 * records too. Turbo and mitigations are recorded and compared only: production has them as well.
 */
final class HygieneCheck {

  /** Swapping begins late enough up to here. */
  private static final int MOST_SWAPPINESS = 10;

  /** Clocks that take about a microsecond to read, because the processor has to ask a device. */
  private static final Set<String> SLOW_CLOCKS =
      Set.of("hpet", "acpi_pm", "pit", "jiffies", "refined-jiffies");

  private static final List<String> FAST_CLOCKS =
      List.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter");

  /** Drivers of devices that a hypervisor imitates one register at a time. */
  private static final Set<String> EMULATED_DISKS = Set.of("ata_piix", "sym53c8xx", "mptspi");

  private static final Set<String> EMULATED_NETWORKS =
      Set.of("e1000", "8139cp", "8139too", "pcnet32", "ne2k-pci");

  /** Drives of CDs and floppies, which databases do not use. */
  private static final Pattern REMOVABLE = Pattern.compile("(sr|fd)[0-9]+");

  /**
   * A setting that spoils a measurement.
   *
   * @param found the setting, and what it does
   * @param fix the command, or what to change where there is none
   */
  private record Spoiler(String check, String found, String fix) {}

  private static final List<Function<JsonNode, Stream<Spoiler>>> OF_ALL =
      List.of(
          HygieneCheck::governor,
          HygieneCheck::numa,
          HygieneCheck::clockSource,
          HygieneCheck::swap,
          facts -> emulated(facts, "disk", EMULATED_DISKS, "<target dev='vda' bus='virtio'/>"),
          facts -> emulated(facts, "interface", EMULATED_NETWORKS, "<model type='virtio'/>"));

  private HygieneCheck() {}

  /**
   * A warning for each setting, with the machines that have it; one diagnosis if there is none.
   *
   * @param factsByMachine as in {@code facts.json}, by name of the machine
   * @param hypervisors names of the machines that run others, to whose memory large pages are good
   */
  static List<Diagnosis> of(Map<String, JsonNode> factsByMachine, Set<String> hypervisors) {
    Map<Spoiler, List<String>> machines = new LinkedHashMap<>();
    // The driver's machine may be one of them.
    Set<Optional<String>> kernels =
        hypervisors.stream()
            .map(
                name ->
                    RunFiles.kernel(factsByMachine.getOrDefault(name, MissingNode.getInstance())))
            .filter(Optional::isPresent)
            .collect(Collectors.toSet());
    factsByMachine.forEach(
        (machine, facts) ->
            spoilers(
                    facts,
                    hypervisors.contains(machine) || kernels.contains(RunFiles.kernel(facts)))
                .forEach(
                    spoiler ->
                        machines.computeIfAbsent(spoiler, key -> new ArrayList<>()).add(machine)));
    List<Diagnosis> diagnoses = new ArrayList<>();
    machines.forEach(
        (spoiler, names) ->
            diagnoses.add(
                new Diagnosis(
                    spoiler.check(),
                    Health.WARNING,
                    String.join(", ", names) + ": " + spoiler.found(),
                    spoiler.fix())));
    return diagnoses.isEmpty() ? List.of(nothingFound(factsByMachine.keySet())) : diagnoses;
  }

  private static Diagnosis nothingFound(Set<String> machines) {
    String check = "machine settings";
    return machines.isEmpty()
        ? new Diagnosis(
            check,
            Health.NOT_CHECKED,
            "scripts/collect/facts gave no facts of this machine",
            "Run it to see its message.")
        : Diagnosis.ok(
            check, String.join(", ", machines) + ": none is known to spoil a measurement");
  }

  private static Stream<Spoiler> spoilers(JsonNode facts, boolean isHypervisor) {
    Stream<Spoiler> ofAll = OF_ALL.stream().flatMap(judge -> judge.apply(facts));
    return isHypervisor ? ofAll : Stream.concat(transparentHugePages(facts), ofAll);
  }

  private static Stream<Spoiler> governor(JsonNode facts) {
    String governor = text(facts.path("processors").path("governor"));
    return governor.isEmpty() || governor.equals("performance")
        ? Stream.empty()
        : Stream.of(
            new Spoiler(
                "frequency governor",
                governor
                    + " slows processors down that have little to do, so times follow the load",
                "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"));
  }

  private static Stream<Spoiler> transparentHugePages(JsonNode facts) {
    return text(facts.path("memory").path("transparentHugePages")).equals("always")
        ? Stream.of(
            new Spoiler(
                "transparent huge pages",
                "always: the kernel stops processes to compact memory for them",
                "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"))
        : Stream.empty();
  }

  private static Stream<Spoiler> numa(JsonNode facts) {
    boolean hasNodes = text(facts.path("processors").path("numaNodes")).matches(".*[-,].*");
    return hasNodes
        ? Stream.of(
                notZero(facts, "kernel.numa_balancing", "moves pages between nodes during the run"),
                notZero(facts, "vm.zone_reclaim_mode", "drops cached files where a node is full"))
            .flatMap(Optional::stream)
        : Stream.empty();
  }

  private static Optional<Spoiler> notZero(JsonNode facts, String setting, String effect) {
    String value = setting(facts, setting);
    return value.isEmpty() || value.equals("0")
        ? Optional.empty()
        : Optional.of(
            new Spoiler(
                "NUMA nodes",
                setting + "=" + value + " " + effect,
                "sudo sysctl " + setting + "=0"));
  }

  private static Stream<Spoiler> clockSource(JsonNode facts) {
    String clock = text(facts.path("clockSource"));
    if (!SLOW_CLOCKS.contains(clock)) {
      return Stream.empty();
    }
    List<String> available = List.of(text(facts.path("clockSourcesAvailable")).split(" "));
    String fix =
        FAST_CLOCKS.stream()
            .filter(available::contains)
            .findFirst()
            .map(
                fast ->
                    "echo "
                        + fast
                        + " | sudo tee"
                        + " /sys/devices/system/clocksource/clocksource0/current_clocksource")
            .orElse("The kernel says why it has no faster clock: sudo dmesg | grep -i clocksource");
    return Stream.of(
        new Spoiler("clock source", clock + " is slow to read, which every query does", fix));
  }

  private static Stream<Spoiler> swap(JsonNode facts) {
    String swappiness = setting(facts, "vm.swappiness");
    boolean isEager =
        facts.path("memory").path("swapTotalKib").asLong() > 0
            && swappiness.matches("[0-9]{1,3}")
            && Integer.parseInt(swappiness) > MOST_SWAPPINESS;
    return isEager
        ? Stream.of(
            new Spoiler(
                "swap",
                "vm.swappiness=" + swappiness + " swaps databases out in favour of cached files",
                "sudo sysctl vm.swappiness=1"))
        : Stream.empty();
  }

  /**
   * Devices of a VM that are imitated.
   *
   * @param kind what they are, as the facts name it
   * @param element of the definition of the VM, for libvirt
   */
  private static Stream<Spoiler> emulated(
      JsonNode facts, String kind, Set<String> drivers, String element) {
    if (text(facts.path("virtualisation")).equals("none")) {
      return Stream.empty();
    }
    List<Spoiler> spoilers = new ArrayList<>();
    JsonNode devices = facts.path(kind + "s");
    for (JsonNode device : devices) {
      String driver = text(device.path("driver"));
      String name = text(device.path(kind.equals("disk") ? "device" : kind));
      if (drivers.contains(driver) && !REMOVABLE.matcher(name).matches()) {
        spoilers.add(
            new Spoiler(
                "driver of " + name,
                driver + " is an emulated device, which costs processor time at each request",
                "Give the VM one of virtio, for instance with virsh edit: " + element));
      }
    }
    return spoilers.stream();
  }

  private static String setting(JsonNode facts, String name) {
    return text(facts.path("settings").path(name));
  }

  /** Empty if the machine does not report it. */
  private static String text(JsonNode fact) {
    return fact.isTextual() ? fact.asText() : "";
  }
}
