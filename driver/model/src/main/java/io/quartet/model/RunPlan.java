package io.quartet.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that decides a run, complete and validated: the benchmark file with every default
 * filled in. It is sealed (nothing in it can change), holds no secret and is written to {@code
 * run.json} as it is.
 *
 * @param name letters, digits and hyphens, at most 40; names the provider's folder and the results
 * @param profile which validity rules apply
 * @param setsPerGroup 1 to 250
 * @param phases the elasticity table
 * @param timing lengths of the parts of the run
 * @param load how load is offered
 * @param market how the Market Exchange batches its ticker
 * @param dataMaintenance time between two Data-Maintenance transactions on one database
 * @param mix deck of the Customer Emulator
 * @param engine how Tier A reaches the databases
 * @param database what is loaded
 * @param provider where the VMs come from
 * @param driver the processes of the driver
 * @param collectInterval time between two samples
 * @param seed seed of the driver: decks and transaction inputs
 * @param disclosure what a report tells about the system; nothing of it decides how a run goes
 * @param pricing what the system costs; empty if nobody said
 */
public record RunPlan(
    String name,
    ValidityProfile profile,
    int setsPerGroup,
    PhaseTable phases,
    Timing timing,
    Load load,
    Market market,
    Duration dataMaintenance,
    TransactionMix mix,
    EngineOptions engine,
    Database database,
    Provider provider,
    Driver driver,
    Duration collectInterval,
    long seed,
    Disclosure disclosure,
    Optional<Pricing> pricing) {

  /** The same plan with another load. */
  public RunPlan withLoad(Load other) {
    return new RunPlan(
        name,
        profile,
        setsPerGroup,
        phases,
        timing,
        other,
        market,
        dataMaintenance,
        mix,
        engine,
        database,
        provider,
        driver,
        collectInterval,
        seed,
        disclosure,
        pricing);
  }

  /** Groups with VMs, in their order: those that get load in some phase. */
  public List<VmGroup> groups() {
    LoadShare average = phases.average();
    return Stream.of(VmGroup.values()).filter(group -> average.fraction(group) > 0).toList();
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
    return engine.access() == EngineOptions.Access.NONE
        ? List.of()
        : List.of(VmRole.DSS, VmRole.OLTP);
  }

  /** Load Units the run uses, over all Sets. */
  public int activeLoadUnits() {
    return sets().stream().mapToInt(set -> database.activeLoadUnits().get(set.group())).sum();
  }

  /** The run laid out in time. */
  public Timeline timeline() {
    return Timeline.of(phases, timing);
  }

  /** Sessions a Tier A needs for the Customer Emulator: in the worst case every user is there. */
  public int userSessions() {
    return load.mostInFlight(phases.rows().size());
  }

  /**
   * Sessions a Tier A keeps for Trade-Result, Market-Feed and Data-Maintenance beside the users'.
   */
  public int marketSessions() {
    return 8;
  }
}
