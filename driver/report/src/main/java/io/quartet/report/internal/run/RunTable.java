package io.quartet.report.internal.run;

import io.quartet.books.CellRow;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.plan.Workload;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.RunFacts;
import io.quartet.report.section.RunFacts.Loaded;
import io.quartet.report.section.RunFacts.Offered;
import io.quartet.report.section.RunFacts.Scale;
import io.quartet.results.OwnerNotes;
import io.quartet.results.RunFigures;
import io.quartet.results.RunState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Facts about the run, from the plan and the records of the run. */
public final class RunTable {

  private RunTable() {}

  /**
   * @param state what became of the run, in a word
   */
  public static RunFacts of(ReportData data, String state) {
    Optional<RunPlan> plan = data.plan();
    long ended = data.state().map(RunState::endedUtcMillis).orElse(0L);
    OptionalLong started = data.run().startedUtcMillis();
    return new RunFacts(
        data.run().runId().orElseGet(data.folder()::runId),
        plan.map(RunPlan::name).orElse(data.folder().runId()),
        plan.map(run -> run.publication().profile()).orElse(ValidityProfile.CUSTOM).label(),
        state,
        started.isPresent() ? (Long) started.getAsLong() : null,
        ended > 0 ? (Long) ended : null,
        scale(data),
        plan.map(RunTable::offered).orElse(Offered.UNKNOWN),
        plan.map(RunTable::loaded).orElse(Loaded.UNKNOWN),
        plan.map(run -> run.schedule().phases().name()).orElse(null),
        plan.map(run -> run.engine().tradeResultIsolation().label()).orElse(null),
        data.figures().measuredSeconds(),
        data.figures().measured(RunFigures::isSentByUsers, CellRow::offered),
        plan.map(run -> run.provider().isLocal()).orElse(true),
        OwnerNotes.of(data.folder()));
  }

  private static Scale scale(ReportData data) {
    int databases = data.databaseRoles().size();
    Optional<Integer> sets = data.plan().map(run -> run.sets().size());
    return new Scale(
        data.plan().map(RunPlan::setsPerGroup).orElse(null),
        data.groups().stream().map(VmGroup::name).toList(),
        data.plan().map(run -> run.sets().size() * run.roles().size()).orElse(null),
        sets.map(number -> number * databases).orElse(null));
  }

  private static Offered offered(RunPlan run) {
    Workload workload = run.workload();
    return new Offered(run.mostUsers(), workload.describeLoad(), workload.isPaced());
  }

  private static Loaded loaded(RunPlan run) {
    return new Loaded(
        byGroup(run, run.database().loadUnits()),
        byGroup(run, run.database().activeLoadUnits()),
        run.database().tradeDays(),
        run.database().hasShortHistory());
  }

  private static Map<String, Integer> byGroup(RunPlan run, Map<VmGroup, Integer> loadUnits) {
    Map<String, Integer> units = new LinkedHashMap<>();
    run.groups().forEach(group -> units.put(group.name(), loadUnits.get(group)));
    return units;
  }
}
