package io.quartet.model.plan;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Small plans, and changes of one part of a plan, for the tests of all modules. */
public final class TestPlans {

  private static final Map<VmGroup, Integer> ONE_LOAD_UNIT =
      Map.of(VmGroup.A, 1, VmGroup.B, 1, VmGroup.C, 1, VmGroup.D, 1);

  private static final RunPlan DEMO =
      new RunPlan(
          "test",
          1,
          new Schedule(
              PhaseTable.VLDB2013, Optional.empty(), timing(5, 5, 6, 2), Duration.ofSeconds(1)),
          new Brokerage(
              Load.closed(4),
              TransactionMix.ELASTIC,
              new Market(20, Duration.ofSeconds(1)),
              Duration.ofSeconds(2),
              1),
          EngineOptions.STANDARD,
          new Database(ONE_LOAD_UNIT, ONE_LOAD_UNIT, 1, 10_000, 42, "covering"),
          Provider.Embedded.at(15_432),
          Driver.ALONE,
          Publication.of(ValidityProfile.DEMO));

  private TestPlans() {}

  /** The demo: 5 s, 5 s, ten phases of 6 s, 2 s; four users, one Load Unit and one trade day. */
  public static RunPlan demo(int setsPerGroup) {
    return DEMO.withSetsPerGroup(setsPerGroup);
  }

  /** The same plan with its phases repeated until it has so many trades. */
  public static RunPlan growing(RunPlan plan, long untilTrades, int phases) {
    return plan.withSchedule(
        plan.schedule().withGrowth(Optional.of(new Growth(untilTrades, phases))));
  }

  /** The demo with another profile and table. */
  public static RunPlan plan(ValidityProfile profile, int setsPerGroup, PhaseTable phases) {
    return withPhases(demo(setsPerGroup), phases).withPublication(Publication.of(profile));
  }

  /**
   * The demo with ten phases of a second, eight users and short news, in a folder and on a port.
   */
  public static RunPlan small(String name, Path dataDirectory, int port) {
    RunPlan plan = withLoad(withTiming(DEMO, timing(1, 1, 1, 0)), Load.closed(8));
    return plan.withName(name)
        .withDatabase(plan.database().withNewsLength(1_000))
        .withProvider(Provider.Embedded.at(port).withDataDirectory(dataDirectory.toString()));
  }

  /** The small plan with one Set only, which has one user in a phase of one second. */
  public static RunPlan ofOneSet(String name, Path dataDirectory, int port) {
    return withOneSet(small(name, dataDirectory, port), 1, Duration.ofSeconds(1), 1);
  }

  /** Lengths of ramp-up, warm-up, each phase and ramp-down. */
  public static Timing timing(int rampUp, int warmUp, int phase, int rampDown) {
    return new Timing(
        Duration.ofSeconds(rampUp),
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(phase),
        Duration.ofSeconds(rampDown));
  }

  /** The same plan without databases: paced load on Tier As that answer at once. */
  public static RunPlan withoutDatabases(
      RunPlan plan, int setsPerGroup, Duration phase, Driver driver) {
    Timing timing =
        new Timing(Duration.ofMillis(200), Duration.ofMillis(200), phase, Duration.ofMillis(100));
    Load load = new Load.Paced(Load.Ladder.constant(60), 64, 1_000);
    return withoutDatabases(withLoad(withTiming(plan, timing), load))
        .withSetsPerGroup(setsPerGroup)
        .withDriver(driver);
  }

  /** The same plan with all load on Group A, which then is the only one with VMs. */
  public static RunPlan withOneSet(RunPlan plan, int phases, Duration phase, int users) {
    PhaseTable table =
        new PhaseTable("custom", Collections.nCopies(phases, LoadShare.of(100, 0, 0, 0)));
    Timing timing = new Timing(Duration.ofSeconds(1), Duration.ZERO, phase, Duration.ofSeconds(1));
    return withLoad(withTiming(withPhases(plan, table), timing), Load.closed(users));
  }

  /**
   * The same plan with pgbench at scale 1, which changes nothing else.
   *
   * @param scripts names of scripts that it has, all with the same weight
   */
  public static RunPlan withPgbench(
      RunPlan plan, ClientLoad load, Timing timing, String... scripts) {
    List<Pgbench.Script> all = new ArrayList<>();
    for (String script : scripts) {
      all.add(Pgbench.Script.builtIn(all.size(), script, 1));
    }
    Pgbench pgbench =
        new Pgbench(
            Optional.empty(),
            load,
            all,
            Pgbench.Protocol.PREPARED,
            Pgbench.Tables.ofScale(1),
            Optional.empty(),
            1,
            1);
    return withTool(plan, pgbench, timing);
  }

  /** The same plan with the load of a tool. */
  public static RunPlan withTool(RunPlan plan, ToolWorkload tool, Timing timing) {
    return withTiming(withPhases(plan, tool.load().table()), timing).withWorkload(tool);
  }

  /** The same plan with another load. */
  public static RunPlan withLoad(RunPlan plan, Load load) {
    return plan.withWorkload(plan.brokerage().withLoad(load));
  }

  /** The same plan with another table of phases; Groups without load have no VMs. */
  public static RunPlan withPhases(RunPlan plan, PhaseTable phases) {
    return plan.withSchedule(plan.schedule().withPhases(phases));
  }

  /** The same plan with other lengths of its parts. */
  public static RunPlan withTiming(RunPlan plan, Timing timing) {
    return plan.withSchedule(plan.schedule().withTiming(timing));
  }

  /** The same plan with hard limits of the VMs of a role. */
  public static RunPlan withLimits(
      RunPlan plan, Map<VmRole, Double> cpus, Map<VmRole, Long> memory) {
    Map<VmRole, VmSize> roles = new EnumMap<>(VmRole.class);
    cpus.forEach(
        (role, cores) ->
            roles.put(role, new VmSize(OptionalDouble.of(cores), OptionalLong.empty(), Map.of())));
    memory.forEach(
        (role, bytes) ->
            roles.merge(
                role,
                new VmSize(OptionalDouble.empty(), OptionalLong.of(bytes), Map.of()),
                VmSize::over));
    return withSizes(plan, Sizes.ofRoles(roles));
  }

  /** The same plan with settings of PostgreSQL for the databases of a role. */
  public static RunPlan withSettings(RunPlan plan, Map<VmRole, Map<String, String>> settings) {
    Map<VmRole, VmSize> roles = new EnumMap<>(VmRole.class);
    settings.forEach(
        (role, values) ->
            roles.put(role, new VmSize(OptionalDouble.empty(), OptionalLong.empty(), values)));
    return withSizes(plan, Sizes.ofRoles(roles));
  }

  /** The same plan with sizes of its VMs. */
  public static RunPlan withSizes(RunPlan plan, Sizes sizes) {
    return plan.withProvider(Provider.Embedded.of(plan).withSizes(sizes));
  }

  /** The same plan with other PostgreSQL programs. */
  public static RunPlan withPostgres(RunPlan plan, Path bin) {
    return plan.withProvider(
        Provider.Embedded.of(plan).withPostgres(new PostgresSource.Build(bin.toString())));
  }

  /** The same plan with parts of the databases in other folders. */
  public static RunPlan withTablespaces(RunPlan plan, Map<Storage, String> folders) {
    return plan.withProvider(Provider.Embedded.of(plan).withTablespaces(folders));
  }

  /** The same plan with another time between two samples. */
  public static RunPlan withInterval(RunPlan plan, Duration interval) {
    return plan.withSchedule(plan.schedule().withCollectInterval(interval));
  }

  /** The same plan with statistics of its prepared machines. */
  public static RunPlan withSsh(RunPlan plan, Ssh ssh) {
    return plan.provider()
        .map(
            embedded -> {
              throw new IllegalArgumentException("there are no prepared machines");
            },
            hosts -> plan.withProvider(new Provider.Hosts(hosts.addresses(), Optional.of(ssh))));
  }

  /** The same plan with Tier As that answer at once, without databases. */
  public static RunPlan withoutDatabases(RunPlan plan) {
    return plan.withEngine(plan.engine().withoutDatabases());
  }

  /** The same plan on prepared machines. */
  public static RunPlan onHosts(RunPlan plan, Map<VmSet, SetHosts> hosts) {
    return plan.withProvider(new Provider.Hosts(hosts, Optional.empty()));
  }

  /** The same plan on prepared machines, with the driver's certificates. */
  public static RunPlan onHosts(RunPlan plan, Map<VmSet, SetHosts> hosts, Optional<Tls> tls) {
    return onHosts(plan, hosts).withDriver(new Driver(1, List.of(), tls));
  }

  /** The same plan with other Load Units. */
  public static RunPlan withLoadUnits(
      RunPlan plan, Map<VmGroup, Integer> loaded, Map<VmGroup, Integer> active) {
    return plan.withDatabase(plan.database().withLoadUnits(loaded, active));
  }

  /** The same plan with another index profile. */
  public static RunPlan withIndexes(RunPlan plan, String indexes) {
    return plan.withDatabase(plan.database().withIndexes(indexes));
  }

  /** Files of one member in a folder that {@code quartet certificates} wrote. */
  public static Tls tls(Path folder, String name) {
    return new Tls(
        folder.resolve("authority.pem").toString(),
        folder.resolve(name + ".pem").toString(),
        folder.resolve(name + ".key").toString());
  }
}
