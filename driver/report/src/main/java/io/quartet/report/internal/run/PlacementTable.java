package io.quartet.report.internal.run;

import io.quartet.model.Address;
import io.quartet.model.VmRole;
import io.quartet.report.section.SystemUnderTest.Placement;
import io.quartet.results.RunDocument;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.WorkerFacts;
import java.util.ArrayList;
import java.util.List;

/** Which process ran on which machine. */
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
    List<WorkerFacts> workers = run.workers();
    placements.add(
        new Placement(
            "driver",
            workers.isEmpty() ? LOAD : "conducts the workers",
            DRIVERS_MACHINE,
            "",
            List.of(),
            null));
    for (WorkerFacts worker : workers) {
      placements.add(
          new Placement(
              "worker " + worker.worker(),
              LOAD,
              machine(worker.address()),
              worker.address(),
              worker.sets(),
              null));
    }
    for (VmFacts vm : run.vms()) {
      placements.add(
          new Placement(
              vm.vm(),
              vm.role().equals(VmRole.TIER_A.label()) ? "transactions" : "PostgreSQL",
              machine(vm.address()),
              vm.address(),
              vm.set().isEmpty() ? List.of() : List.of(vm.set()),
              vm.hugePageBytes()));
    }
    return List.copyOf(placements);
  }

  /** Loopback addresses are those of the driver's machine. */
  private static String machine(String address) {
    String host = address.contains(":") ? address.substring(0, address.lastIndexOf(':')) : address;
    return host.isEmpty() || new Address(host, 1).isLoopback() ? DRIVERS_MACHINE : host;
  }
}
