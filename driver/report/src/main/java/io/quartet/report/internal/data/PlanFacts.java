package io.quartet.report.internal.data;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Pricing;
import io.quartet.model.plan.Provider;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ValidityProfile;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The sealed plan out of {@code run.json}. Every answer is optional, because a report must come out
 * even if the plan cannot be read.
 */
public record PlanFacts(Optional<RunPlan> plan) {

  public Optional<String> name() {
    return plan.map(RunPlan::name);
  }

  /** {@code demo}, {@code custom} or {@code official}. */
  public String profile() {
    return plan.map(p -> p.publication().profile())
        .orElse(ValidityProfile.CUSTOM)
        .name()
        .toLowerCase(Locale.ROOT);
  }

  public Optional<Integer> setsPerGroup() {
    return plan.map(RunPlan::setsPerGroup);
  }

  /** Number of Sets, over all Groups. */
  public Optional<Integer> sets() {
    return plan.map(p -> p.sets().size());
  }

  public Optional<Integer> activeLoadUnitsOfAllSets() {
    return plan.map(RunPlan::activeLoadUnits);
  }

  /** Most requests of the Customer Emulator under way at once. */
  public Optional<Integer> users() {
    return plan.map(RunPlan::userSessions);
  }

  /** How load was offered, in words. */
  public Optional<String> load() {
    return plan.map(p -> p.workload().load().describe());
  }

  /** Trades per second that a paced load asks for; empty for other loads, and for a ramp. */
  public Optional<Double> requestedEtps() {
    return plan.map(p -> p.workload().load())
        .filter(load -> load instanceof Load.Paced && !load.ladder().isRamp())
        .map(load -> load.ladder().first());
  }

  public Optional<Database> database() {
    return plan.map(RunPlan::database);
  }

  public Optional<Duration> dataMaintenance() {
    return plan.map(p -> p.workload().dataMaintenance());
  }

  Optional<Duration> collectInterval() {
    return plan.map(p -> p.schedule().collectInterval());
  }

  public Optional<String> phaseTable() {
    return plan.map(p -> p.schedule().phases().name());
  }

  public Optional<String> isolation() {
    return plan.map(p -> p.engine().tradeResultIsolation().label());
  }

  /** What was told about the system; nothing if the plan cannot be read. */
  public Disclosure disclosure() {
    return plan.map(p -> p.publication().disclosure()).orElse(Disclosure.NONE);
  }

  public Optional<Pricing> pricing() {
    return plan.flatMap(p -> p.publication().pricing());
  }

  /**
   * Hard limit of each VM of a role; empty if it has none.
   *
   * @param role as {@link VmRole#label()} gives it
   */
  public <T> Optional<T> limit(String role, Function<Provider, Map<VmRole, T>> limits) {
    return plan.map(RunPlan::provider).map(limits).stream()
        .flatMap(byRole -> byRole.entrySet().stream())
        .filter(limit -> limit.getKey().label().equals(role))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /** Load Units loaded by Group with VMs, in Group order. */
  public Map<String, Integer> loadUnits() {
    return byGroup(Database::loadUnits);
  }

  /** Load Units the run uses by Group with VMs, in Group order. */
  public Map<String, Integer> activeLoadUnits() {
    return byGroup(Database::activeLoadUnits);
  }

  private Map<String, Integer> byGroup(Function<Database, Map<VmGroup, Integer>> loadUnits) {
    Map<String, Integer> units = new LinkedHashMap<>();
    plan.ifPresent(
        run ->
            run.groups()
                .forEach(
                    group -> units.put(group.name(), loadUnits.apply(run.database()).get(group))));
    return units;
  }

  /** Cards of the deck by type; empty if the plan does not tell. */
  public Map<TransactionType, Integer> cards() {
    return plan.map(p -> p.workload().mix().cards()).orElse(Map.of());
  }
}
