package io.quartet.audit;

import io.quartet.audit.internal.Judgment;
import io.quartet.audit.internal.PlannedSettings;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.system.DatabaseSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a rule can know without the figures of a run. Before the run it comes from the plan and the
 * machines, afterwards from the results folder.
 *
 * @param plan the plan of the run
 * @param settings decisive settings of a database by its VM, in the units of {@code pg_settings};
 *     empty where they are not known
 * @param clocks offsets of clocks; none if no clock was read
 */
public record Outlook(
    RunPlan plan,
    Function<String, Optional<DatabaseSettings>> settings,
    Supplier<List<ClockOffset>> clocks) {

  /**
   * Leaves a rule about machines unjudged, if nothing can collect its figures; otherwise to the
   * run.
   */
  public Optional<Judgment> withoutCollectors() {
    return plan.provider().isPrepared() && plan.provider().ssh().isEmpty()
        ? Optional.of(
            Judgment.notJudged(
                "no collector runs on prepared machines without SSH. Add provider.ssh"))
        : Optional.empty();
  }

  /** For a plan alone. */
  public static Outlook of(RunPlan plan) {
    return of(plan, Map.of(), List.of());
  }

  /**
   * For a plan and what its machines said.
   *
   * @param found settings by VM. Those of servers that Quartet makes follow from the plan, because
   *     Quartet writes them before each run
   */
  public static Outlook of(
      RunPlan plan, Map<String, DatabaseSettings> found, List<ClockOffset> clocks) {
    Map<String, DatabaseSettings> planned = PlannedSettings.of(plan);
    return new Outlook(
        plan, vm -> Optional.ofNullable(planned.getOrDefault(vm, found.get(vm))), () -> clocks);
  }
}
