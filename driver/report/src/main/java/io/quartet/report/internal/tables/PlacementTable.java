package io.quartet.report.internal.tables;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.VmRole;
import io.quartet.report.section.SystemUnderTest.Placement;
import io.quartet.report.section.SystemUnderTest.TierA;
import io.quartet.results.RunDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which process ran on which machine, and what each Tier A said that it runs. */
final class PlacementTable {

  private static final String DRIVERS_MACHINE = "driver's machine";
  private static final String LOAD = "Customer Emulator, Market Exchange, Data-Maintenance";

  private PlacementTable() {}

  /** The driver, its workers and the VMs; nothing if {@code run.json} cannot be read. */
  static List<Placement> placements(RunDocument run) {
    List<Placement> placements = new ArrayList<>();
    if (!run.isPresent()) {
      return placements;
    }
    JsonNode workers = run.workers();
    placements.add(
        new Placement(
            "driver",
            workers.isEmpty() ? LOAD : "conducts the workers",
            DRIVERS_MACHINE,
            "",
            List.of()));
    for (JsonNode worker : workers) {
      String address = worker.path("address").asText();
      placements.add(
          new Placement(
              "worker " + worker.path("worker").asText(),
              LOAD,
              machine(address),
              address,
              texts(worker.path("sets"))));
    }
    for (JsonNode vm : run.vms()) {
      String role = vm.path("role").asText();
      String address = vm.path("address").asText();
      placements.add(
          new Placement(
              vm.path("vm").asText(),
              role.equals(VmRole.TIER_A.label()) ? "transactions" : "PostgreSQL",
              machine(address),
              address,
              vm.hasNonNull("set") ? List.of(vm.path("set").asText()) : List.of()));
    }
    return List.copyOf(placements);
  }

  /** Loopback addresses are those of the driver's machine. */
  private static String machine(String address) {
    String host = address.contains(":") ? address.substring(0, address.lastIndexOf(':')) : address;
    return host.isEmpty() || host.startsWith("127.") || host.equals("localhost")
        ? DRIVERS_MACHINE
        : host;
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(node -> texts.add(node.asText()));
    return List.copyOf(texts);
  }

  /** Those that said something. */
  static List<TierA> tierAs(RunDocument run) {
    List<TierA> tierAs = new ArrayList<>();
    for (JsonNode vm : run.vms()) {
      if (vm.has("programSha256") || vm.has("streamSeeds")) {
        Map<String, String> seeds = new LinkedHashMap<>();
        vm.path("streamSeeds")
            .properties()
            .forEach(seed -> seeds.put(seed.getKey(), seed.getValue().asText()));
        tierAs.add(
            new TierA(
                vm.path("vm").asText(),
                vm.path("quartetVersion").asText(),
                vm.path("engineVersion").asText(),
                vm.path("programSha256").asText(),
                vm.path("sessionSettings").asText(),
                seeds));
      }
    }
    return List.copyOf(tierAs);
  }
}
