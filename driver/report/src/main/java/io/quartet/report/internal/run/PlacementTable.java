package io.quartet.report.internal.run;

import io.quartet.model.Address;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.VmSize;
import io.quartet.report.section.Contents;
import io.quartet.report.section.SystemUnderTest.Placement;
import io.quartet.results.RunDocument;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.WorkerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which process ran on which machine. */
final class PlacementTable {

  private static final String DRIVERS_MACHINE = "driver's machine";
  private static final String LOAD = "Customer Emulator, Market Exchange, Data-Maintenance";

  private PlacementTable() {}

  /**
   * The driver, its workers and the VMs; nothing if {@code run.json} cannot be read.
   *
   * @param plan empty if it cannot be read
   */
  static List<Placement> placements(RunDocument run, Optional<RunPlan> plan) {
    List<Placement> placements = new ArrayList<>();
    if (!run.isPresent()) {
      return placements;
    }
    List<WorkerFacts> workers = run.workers();
    Map<String, VmSize> sizes = plan.map(RunPlan::sizes).orElse(Map.of());
    Pinning ofDriver = plan.map(known -> known.driver().pinning()).orElse(Pinning.NONE);
    // The driver starts, and so binds, only workers that have no address in the plan.
    boolean startsWorkers = plan.filter(known -> known.driver().workers().isEmpty()).isPresent();
    placements.add(
        new Placement(
            "driver",
            workers.isEmpty() ? load(run) : "conducts the workers",
            DRIVERS_MACHINE,
            "",
            List.of(),
            null,
            ofDriver));
    for (WorkerFacts worker : workers) {
      placements.add(
          new Placement(
              "worker " + worker.worker(),
              load(run),
              machine(worker.address()),
              worker.address(),
              worker.sets(),
              null,
              startsWorkers ? ofDriver : Pinning.NONE));
    }
    for (VmFacts vm : run.vms()) {
      placements.add(
          new Placement(
              vm.vm(),
              vm.role().equals(VmRole.TIER_A.label()) ? "transactions" : "PostgreSQL",
              machine(vm.address()),
              vm.address(),
              vm.set().isEmpty() ? List.of() : List.of(vm.set()),
              vm.hugePageBytes(),
              sizes.getOrDefault(vm.vm(), VmSize.NONE).pinning()));
    }
    return List.copyOf(placements);
  }

  private static String load(RunDocument run) {
    Contents contents = Contents.of(run);
    return contents.isBrokerage()
        ? LOAD
        : contents.tool() + ", a process for each database and phase";
  }

  /** Loopback addresses are those of the driver's machine. */
  private static String machine(String address) {
    String host = address.contains(":") ? address.substring(0, address.lastIndexOf(':')) : address;
    return host.isEmpty() || new Address(host, 1).isLoopback() ? DRIVERS_MACHINE : host;
  }
}
