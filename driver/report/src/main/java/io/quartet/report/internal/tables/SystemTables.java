package io.quartet.report.internal.tables;

import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.VmSize;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Fact;
import io.quartet.report.section.SystemUnderTest;
import io.quartet.report.section.SystemUnderTest.Stage;
import io.quartet.report.section.SystemUnderTest.Vm;
import io.quartet.results.RunDocument;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.StageEnd;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.WorkerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The system of the run, as recorded. */
public final class SystemTables {

  private SystemTables() {}

  public static SystemUnderTest of(ReportData data) {
    RunDocument run = data.run();
    return new SystemUnderTest(
        stages(data),
        BuildTables.of(data),
        virtualMachines(data),
        PlacementTable.placements(run),
        PlacementTable.tierAs(run),
        SettingsTable.of(data.captured().settings()),
        AskedSettingsTable.of(data),
        FactTable.of(DisclosureTables.planWithout(run.planDocument())),
        versions(run),
        FactTable.of(run.host()),
        MachineSettingsTable.of(data.captured().machineFacts()));
  }

  private static List<Stage> stages(ReportData data) {
    return LoggedEvent.only(data.events(), StageEnd.class)
        .map(stage -> new Stage(stage.stage(), stage.millis() / 1e3))
        .toList();
  }

  private static List<Vm> virtualMachines(ReportData data) {
    Map<String, VmSize> sizes = data.plan().map(RunPlan::sizes).orElse(Map.of());
    List<Vm> vms = new ArrayList<>();
    for (VmFacts vm : data.run().vms()) {
      VmSize size = sizes.getOrDefault(vm.vm(), VmSize.NONE);
      vms.add(
          new Vm(
              vm.vm(),
              vm.group(),
              vm.role(),
              vm.address(),
              vm.loadUnits(),
              Long.toString(vm.seed()),
              size.vcpus().isPresent() ? size.vcpus().getAsDouble() : null,
              size.memoryBytes().isPresent() ? size.memoryBytes().getAsLong() : null));
    }
    return List.copyOf(vms);
  }

  private static List<Fact> versions(RunDocument run) {
    List<Fact> versions = new ArrayList<>();
    run.versions().forEach((name, version) -> versions.add(new Fact(name, version)));
    FactTable.of(run.workloadVersion())
        .forEach(version -> versions.add(new Fact("workload", version.value())));
    run.commit().ifPresent(commit -> versions.add(new Fact("kit commit", commit)));
    for (Fact fact : FactTable.of(run.provider())) {
      versions.add(
          new Fact(fact.name().isEmpty() ? "provider" : "provider." + fact.name(), fact.value()));
    }
    run.workers().forEach(worker -> versions.add(worker(worker)));
    return List.copyOf(versions);
  }

  private static Fact worker(WorkerFacts worker) {
    return new Fact(
        SystemUnderTest.WORKER + worker.worker(),
        Text.format(
            "%s, version %s, clock %+.1f ms (± %.1f ms), Sets %s",
            worker.address(),
            (worker.version() + " " + worker.commit()).strip(),
            worker.clockAheadMicros() / 1e3,
            worker.clockUncertaintyMicros() / 1e3,
            String.join(", ", worker.sets())));
  }
}
