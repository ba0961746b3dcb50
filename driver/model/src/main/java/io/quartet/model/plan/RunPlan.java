package io.quartet.model.plan;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.size.VmSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that decides a run, complete and validated: the benchmark file with every default
 * filled in. It is sealed (nothing in it can change), holds no secret and is written to {@code
 * run.json} as it is.
 *
 * @param name letters, digits and hyphens, at most 40; names the provider's folder and the results
 * @param setsPerGroup 1 to 250
 * @param schedule what happens when
 * @param workload what is asked of the databases
 * @param engine how Tier A reaches the databases
 * @param database what is loaded
 * @param provider where the VMs come from
 * @param driver the processes of the driver
 * @param publication as what the result is published
 */
public record RunPlan(
    String name,
    int setsPerGroup,
    Schedule schedule,
    Workload workload,
    EngineOptions engine,
    Database database,
    Provider provider,
    Driver driver,
    Publication publication) {

  /** The same plan under another name. */
  public RunPlan withName(String other) {
    return new RunPlan(
        other, setsPerGroup, schedule, workload, engine, database, provider, driver, publication);
  }

  /** The same plan with another number of Sets. */
  public RunPlan withSetsPerGroup(int other) {
    return new RunPlan(
        name, other, schedule, workload, engine, database, provider, driver, publication);
  }

  /** The same plan with another schedule. */
  public RunPlan withSchedule(Schedule other) {
    return new RunPlan(
        name, setsPerGroup, other, workload, engine, database, provider, driver, publication);
  }

  /** The same plan with another workload. */
  public RunPlan withWorkload(Workload other) {
    return new RunPlan(
        name, setsPerGroup, schedule, other, engine, database, provider, driver, publication);
  }

  /** The same plan with another engine. */
  public RunPlan withEngine(EngineOptions other) {
    return new RunPlan(
        name, setsPerGroup, schedule, workload, other, database, provider, driver, publication);
  }

  /** The same plan with other data. */
  public RunPlan withDatabase(Database other) {
    return new RunPlan(
        name, setsPerGroup, schedule, workload, engine, other, provider, driver, publication);
  }

  /** The same plan with VMs from elsewhere. */
  public RunPlan withProvider(Provider other) {
    return new RunPlan(
        name, setsPerGroup, schedule, workload, engine, database, other, driver, publication);
  }

  /** The same plan with another driver. */
  public RunPlan withDriver(Driver other) {
    return new RunPlan(
        name, setsPerGroup, schedule, workload, engine, database, provider, other, publication);
  }

  /** The same plan as another publication. */
  public RunPlan withPublication(Publication other) {
    return new RunPlan(
        name, setsPerGroup, schedule, workload, engine, database, provider, driver, other);
  }

  /**
   * Its workload, for what only a brokerage has. What needs no more than that it is one calls this
   * first as well.
   *
   * @throws QuartetException WORKLOAD_OTHER if the workload is another
   */
  public Brokerage brokerage() {
    if (workload instanceof Brokerage brokerage) {
      return brokerage;
    }
    throw QuartetException.badInput(
        "WORKLOAD_OTHER",
        "%s: its workload is %s, but this needs that of a brokerage. Name a benchmark file with"
                .formatted(name, workload.label())
            + " workload.kind: brokerage, or without workload.");
  }

  /** Groups with VMs, in their order: those that get load in some phase. */
  public List<VmGroup> groups() {
    return schedule.phases().groups();
  }

  /** All Sets, Group by Group. */
  public List<VmSet> sets() {
    List<VmSet> sets = new ArrayList<>();
    for (VmGroup group : groups()) {
      for (int number = 1; number <= setsPerGroup; number++) {
        sets.add(new VmSet(group, number));
      }
    }
    return List.copyOf(sets);
  }

  /** Names of the VMs with databases, Set by Set. */
  public List<String> databases() {
    return sets().stream().flatMap(set -> databaseRoles().stream().map(set::vmName)).toList();
  }

  /** Roles of the databases that every Set has; empty with {@link EngineOptions.Access#NONE}. */
  public List<VmRole> databaseRoles() {
    return engine.access() == EngineOptions.Access.NONE ? List.of() : workload.databaseRoles();
  }

  /** Roles of the VMs that every Set has. */
  public List<VmRole> roles() {
    Stream<VmRole> tierA = workload.hasTierA() ? Stream.of(VmRole.TIER_A) : Stream.empty();
    return Stream.concat(tierA, databaseRoles().stream()).toList();
  }

  /** Sets with a Tier A: all or none. */
  public List<VmSet> setsWithTierA() {
    return workload.hasTierA() ? sets() : List.of();
  }

  /** Size of each VM by its name, Set by Set in the order of the roles. */
  public Map<String, VmSize> sizes() {
    Map<String, VmSize> sizes = new LinkedHashMap<>();
    for (VmSet set : sets()) {
      for (VmRole role : roles()) {
        sizes.put(set.vmName(role), provider.size(set, role));
      }
    }
    return sizes;
  }

  /** Load Units the run uses, over all Sets. */
  public int activeLoadUnits() {
    return sets().stream().mapToInt(set -> database.activeLoadUnits().get(set.group())).sum();
  }

  /** The run laid out in time. */
  public Timeline timeline() {
    return Timeline.of(
        schedule.phases(), schedule.timing(), schedule.phaseCount(), workload.rampsUpEachPhase());
  }

  /** Most users at work at once: customers of a brokerage, or clients of all databases. */
  public int mostUsers() {
    return workload.mostUsers(schedule.phases().rows().size());
  }

  /** Sessions that users need, each of which may be on the same database. */
  public int userSessions() {
    return workload.userSessions(schedule.phases().rows().size());
  }

  /**
   * Why {@code quartet audit --durability} cannot test the system of this plan, and what to do;
   * empty if it can.
   */
  public Optional<String> durabilityObstacle() {
    if (!(workload instanceof Brokerage)) {
      return Optional.of(
          "its workload is "
              + workload.label()
              + ", but the test follows the trades of a brokerage. Use workload.kind: brokerage");
    }
    if (provider.isGiven()) {
      return Optional.of(
          "it uses machines that you have prepared, and Quartet kills only servers that it created."
              + " Use a file with provider.kind: embedded, or with provider.prepare. Or cut the power of a machine yourself during quartet"
              + " run, and check the trade conservation of that run");
    }
    if (!driver.isAlone()) {
      return Optional.of(
          "it has "
              + driver.workerCount()
              + " driver processes, but the test needs exactly one. Set driver.workers: 1");
    }
    return schedule
        .growth()
        .map(
            growth ->
                "it has growth, so its length is not known, but kills need a known length. Leave growth"
                    + " out");
  }

  /** Sessions beside those of the users: for requests that no user sends. */
  public int marketSessions() {
    return workload.otherSessions();
  }
}
