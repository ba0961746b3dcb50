package io.quartet.report.internal.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.VmSize;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Fact;
import io.quartet.report.section.SystemUnderTest;
import io.quartet.report.section.SystemUnderTest.Named;
import io.quartet.report.section.SystemUnderTest.Vm;
import io.quartet.results.RunDocument;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent.StageEnd;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.VmFacts.Program;
import io.quartet.results.system.WorkerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The system of the run, as recorded. */
public final class SystemTables {

  private SystemTables() {}

  public static SystemUnderTest of(ReportData data) {
    RunDocument run = data.run();
    Map<String, VmSize> sizes = data.plan().map(RunPlan::sizes).orElse(Map.of());
    return new SystemUnderTest(
        LoggedEvent.only(data.events(), StageEnd.class).toList(),
        StartFigures.start(data),
        BuildTables.of(data),
        run.vms().stream().map(vm -> new Vm(vm, sizes.getOrDefault(vm.vm(), VmSize.NONE))).toList(),
        PlacementTable.placements(run, data.plan()),
        run.vms().stream().filter(SystemTables::hasReported).toList(),
        SettingsTable.of(data.captured().settings()),
        AskedSettingsTable.of(data),
        SessionSettings.of(run),
        FactTable.of(planWithoutDisclosure(run.planDocument())),
        versions(run),
        FactTable.of(run.host()),
        named(data),
        MachineSettingsTable.of(data.captured().machineFacts()));
  }

  /** True for a Tier A that reported its programs or seeds. */
  private static boolean hasReported(VmFacts vm) {
    return !vm.program().equals(Program.NONE) || !vm.streamSeeds().isEmpty();
  }

  /** The plan without the parts that have separate tables. */
  private static JsonNode planWithoutDisclosure(JsonNode plan) {
    return plan instanceof ObjectNode object
        ? object.deepCopy().without(List.of("disclosure", "pricing"))
        : plan;
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
    versions.addAll(workers(run));
    return List.copyOf(versions);
  }

  private static List<Fact> workers(RunDocument run) {
    return run.workers().stream().map(SystemTables::worker).toList();
  }

  private static Named named(ReportData data) {
    RunDocument run = data.run();
    JsonNode timing = run.planDocument().path("timing");
    return new Named(
        run.versions().get("quartet"),
        run.commit().orElse(null),
        postgres(data),
        value(run.host().path("cpuModel")),
        value(run.host().path("system")),
        value(timing.path("rampUp")),
        value(timing.path("warmUp")),
        value(timing.path("rampDown")),
        workers(run));
  }

  private static String postgres(ReportData data) {
    return data.captured().settings().values().stream()
        .map(EffectiveSettings::version)
        .flatMap(Optional::stream)
        .distinct()
        .sorted()
        .reduce((one, other) -> one + ", " + other)
        .orElse(null);
  }

  private static String value(JsonNode node) {
    return node.isValueNode() ? node.asText(null) : null;
  }

  private static Fact worker(WorkerFacts worker) {
    return new Fact(
        "worker " + worker.worker(),
        Text.format(
            "%s, version %s, clock %s, Sets %s",
            worker.address(),
            (worker.version() + " " + worker.commit()).strip(),
            new ClockOffset(
                    worker.address(), worker.clockAheadMicros(), worker.clockUncertaintyMicros())
                .amount(),
            String.join(", ", worker.sets())));
  }
}
