package io.quartet.run.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.run.doctor.Diagnosis.Health;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class HygieneCheckTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String CLEAN =
      """
      {"virtualisation": "kvm", "clockSource": "kvm-clock", "clockSourcesAvailable": "kvm-clock tsc",
       "processors": {"governor": "performance", "turbo": "on", "numaNodes": "0-1"},
       "mitigations": {"meltdown": "Vulnerable"},
       "memory": {"swapTotalKib": 100, "transparentHugePages": "madvise"},
       "settings": {"vm.swappiness": "10", "kernel.numa_balancing": "0", "vm.zone_reclaim_mode": "0"},
       "disks": [{"device": "vda", "driver": "virtio_blk"}],
       "interfaces": [{"interface": "eth0", "driver": "virtio_net"}]}
      """;

  private static List<Diagnosis> diagnoses(Map<String, String> factsByMachine)
      throws JsonProcessingException {
    Map<String, JsonNode> parsed = new LinkedHashMap<>();
    for (Map.Entry<String, String> facts : factsByMachine.entrySet()) {
      parsed.put(facts.getKey(), JSON.readTree(facts.getValue()));
    }
    return HygieneCheck.of(parsed, Set.of("hypervisor-hv1"));
  }

  private static Diagnosis only(String facts) throws JsonProcessingException {
    List<Diagnosis> found = diagnoses(Map.of("host", facts));
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  @Test
  void machineWithoutSpoilersIsWell() throws JsonProcessingException {
    assertThat(only(CLEAN))
        .isEqualTo(Diagnosis.ok("machine settings", "host: none is known to spoil a measurement"));
  }

  @Test
  void machineThatTellsNothingIsWell() throws JsonProcessingException {
    assertThat(only("{\"clockSource\": null, \"disks\": []}").health()).isEqualTo(Health.OK);
  }

  @Test
  void nothingIsKnownWithoutFacts() throws JsonProcessingException {
    assertThat(diagnoses(Map.of()))
        .extracting(Diagnosis::health)
        .containsExactly(Health.NOT_CHECKED);
  }

  @Test
  void everySpoilerHasItsCommand() throws JsonProcessingException {
    String spoiled =
        CLEAN
            .replace("performance", "powersave")
            .replace("madvise", "always")
            .replace("\"kernel.numa_balancing\": \"0\"", "\"kernel.numa_balancing\": \"1\"")
            .replace("\"vm.zone_reclaim_mode\": \"0\"", "\"vm.zone_reclaim_mode\": \"1\"")
            .replace("\"vm.swappiness\": \"10\"", "\"vm.swappiness\": \"60\"")
            .replace("\"clockSource\": \"kvm-clock\"", "\"clockSource\": \"acpi_pm\"")
            .replace("virtio_blk", "ata_piix")
            .replace("virtio_net", "e1000");
    assertThat(diagnoses(Map.of("host", spoiled)))
        .allMatch(diagnosis -> diagnosis.health() == Health.WARNING)
        .extracting(Diagnosis::check, Diagnosis::fix)
        .containsExactly(
            tuple(
                "transparent huge pages",
                "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled"),
            tuple(
                "frequency governor",
                "echo performance | sudo tee"
                    + " /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"),
            tuple("NUMA nodes", "sudo sysctl kernel.numa_balancing=0"),
            tuple("NUMA nodes", "sudo sysctl vm.zone_reclaim_mode=0"),
            tuple(
                "clock source",
                "echo tsc | sudo tee"
                    + " /sys/devices/system/clocksource/clocksource0/current_clocksource"),
            tuple("swap", "sudo sysctl vm.swappiness=1"),
            tuple(
                "driver of vda",
                "Give the VM one of virtio, for instance with virsh edit:"
                    + " <target dev='vda' bus='virtio'/>"),
            tuple(
                "driver of eth0",
                "Give the VM one of virtio, for instance with virsh edit:"
                    + " <model type='virtio'/>"));
  }

  @Test
  void emptyDriveForCdsSpoilsNothing() throws JsonProcessingException {
    String drive =
        CLEAN.replaceFirst(
            "\\{\"device\": \"vda\"", "\\{\"device\": \"sr0\", \"driver\": \"ata_piix\"}, $0");
    assertThat(drive).contains("sr0", "vda");
    assertThat(only(drive).health()).isEqualTo(Health.OK);
  }

  @Test
  void balancingOfOneNodeDoesNothing() throws JsonProcessingException {
    String one =
        CLEAN
            .replace("0-1", "0")
            .replace("\"kernel.numa_balancing\": \"0\"", "\"kernel.numa_balancing\": \"1\"");
    assertThat(only(one).health()).isEqualTo(Health.OK);
  }

  @Test
  void machinesWithTheSameSpoilerShareAWarning() throws JsonProcessingException {
    String spoiled = CLEAN.replace("madvise", "always");
    Map<String, String> machines = new LinkedHashMap<>();
    List.of("host", "a1-vm1", "hypervisor-hv1").forEach(name -> machines.put(name, spoiled));
    assertThat(diagnoses(machines))
        .extracting(Diagnosis::detail)
        .containsExactly(
            "host, a1-vm1: always: the kernel stops processes to compact memory for them");
  }

  @Test
  void clockWithoutAFasterOneHasNoCommandToChangeIt() throws JsonProcessingException {
    String slow =
        CLEAN
            .replace("\"clockSource\": \"kvm-clock\"", "\"clockSource\": \"hpet\"")
            .replace("kvm-clock tsc", "hpet acpi_pm");
    assertThat(only(slow).fix()).contains("dmesg");
  }
}
