package io.quartet.orchestrate;

import io.quartet.model.Disclosure;
import io.quartet.model.Load;
import io.quartet.model.LoadShare;
import io.quartet.model.PhaseTable;
import io.quartet.model.RunPlan;
import io.quartet.model.Timing;
import io.quartet.model.Tls;
import io.quartet.model.TransactionMix;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.testkit.Records;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Small plans for tests. */
public final class TestPlans {

  private static final RunPlan.Engine NO_DATABASES =
      Records.with(RunPlan.Engine.STANDARD, Map.of("access", RunPlan.Access.NONE));

  private TestPlans() {}

  /** One Load Unit and one trade day per Group, ten phases of a second. */
  public static RunPlan small(String name, Path dataDirectory, int port) {
    return new RunPlan(
        name,
        RunPlan.ValidityProfile.DEMO,
        1,
        PhaseTable.VLDB2013,
        new Timing(
            Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ZERO),
        Load.closed(8),
        new RunPlan.Market(20, Duration.ofSeconds(1)),
        Duration.ofSeconds(2),
        TransactionMix.ELASTIC,
        RunPlan.Engine.STANDARD,
        new RunPlan.Database(
            Map.of(VmGroup.A, 1, VmGroup.B, 1, VmGroup.C, 1, VmGroup.D, 1),
            Map.of(VmGroup.A, 1, VmGroup.B, 1, VmGroup.C, 1, VmGroup.D, 1),
            1,
            1_000,
            42,
            "covering"),
        new RunPlan.Provider(
            Map.of(),
            port,
            Optional.empty(),
            Optional.of(dataDirectory.toString()),
            Map.of(),
            Map.of(),
            Map.of()),
        RunPlan.Driver.ALONE,
        Duration.ofSeconds(1),
        1,
        Disclosure.NONE,
        Optional.empty());
  }

  /** The same plan without databases: paced load on Tier As that answer at once. */
  public static RunPlan withoutDatabases(
      RunPlan plan, int setsPerGroup, Duration phase, RunPlan.Driver driver) {
    return Records.with(
        plan,
        Map.of(
            "setsPerGroup",
            setsPerGroup,
            "timing",
            new Timing(
                Duration.ofMillis(200), Duration.ofMillis(200), phase, Duration.ofMillis(100)),
            "load",
            new Load.Paced(Load.Ladder.constant(60), 64, 1_000),
            "engine",
            NO_DATABASES,
            "driver",
            driver));
  }

  /** The same plan with all load on Group A, which then is the only one with VMs. */
  public static RunPlan withOneSet(RunPlan plan, int phases, Duration phase, int users) {
    return Records.with(
        plan,
        Map.of(
            "phases",
            new PhaseTable("custom", Collections.nCopies(phases, LoadShare.of(100, 0, 0, 0))),
            "timing",
            new Timing(Duration.ofSeconds(1), Duration.ZERO, phase, Duration.ofSeconds(1)),
            "load",
            Load.closed(users)));
  }

  /** The same plan with other lengths of its parts. */
  public static RunPlan withTiming(RunPlan plan, Timing timing) {
    return Records.with(plan, Map.of("timing", timing));
  }

  /** The same plan with hard limits. */
  public static RunPlan withLimits(
      RunPlan plan, Map<VmRole, Double> cpus, Map<VmRole, Long> memory) {
    return withProvider(plan, Map.of("cpus", cpus, "memoryBytes", memory));
  }

  /** The same plan with settings of PostgreSQL. */
  public static RunPlan withSettings(RunPlan plan, Map<VmRole, Map<String, String>> settings) {
    return withProvider(plan, Map.of("settings", settings));
  }

  /** The same plan with other PostgreSQL programs. */
  public static RunPlan withPostgres(RunPlan plan, Path bin) {
    return withProvider(plan, Map.of("postgresBin", Optional.of(bin.toString())));
  }

  /** The same plan with parts of the databases in other folders. */
  public static RunPlan withTablespaces(RunPlan plan, Map<RunPlan.Storage, String> folders) {
    return withProvider(plan, Map.of("tablespaces", folders));
  }

  private static RunPlan withProvider(RunPlan plan, Map<String, Object> changes) {
    return Records.with(plan, Map.of("provider", Records.with(plan.provider(), changes)));
  }

  /** The same plan with another time between two samples. */
  public static RunPlan withInterval(RunPlan plan, Duration interval) {
    return Records.with(plan, Map.of("collectInterval", interval));
  }

  /** The same plan with statistics of its prepared machines. */
  public static RunPlan withSsh(RunPlan plan, RunPlan.Ssh ssh) {
    return withProvider(plan, Map.of("ssh", Optional.of(ssh)));
  }

  /** The same plan with Tier As that answer at once, without databases. */
  public static RunPlan withoutDatabases(RunPlan plan) {
    return Records.with(plan, Map.of("engine", NO_DATABASES));
  }

  /** The same plan on prepared machines, with the driver's certificates. */
  public static RunPlan onHosts(
      RunPlan plan, Map<VmSet, RunPlan.SetHosts> hosts, Optional<Tls> tls) {
    RunPlan.Driver driver = new RunPlan.Driver(1, List.of(), tls);
    return withDriver(
        withProvider(plan, Map.of("hosts", hosts, "dataDirectory", Optional.empty())), driver);
  }

  /** The same plan with other Load Units. */
  public static RunPlan withLoadUnits(
      RunPlan plan, Map<VmGroup, Integer> loaded, Map<VmGroup, Integer> active) {
    return withDatabase(plan, Map.of("loadUnits", loaded, "activeLoadUnits", active));
  }

  /** The same plan with another index profile. */
  public static RunPlan withIndexes(RunPlan plan, String indexes) {
    return withDatabase(plan, Map.of("indexes", indexes));
  }

  private static RunPlan withDatabase(RunPlan plan, Map<String, Object> changes) {
    return Records.with(plan, Map.of("database", Records.with(plan.database(), changes)));
  }

  /** Files of somebody in a folder that {@code quartet certificates} made. */
  public static Tls tls(Path folder, String name) {
    return new Tls(
        folder.resolve("authority.pem").toString(),
        folder.resolve(name + ".pem").toString(),
        folder.resolve(name + ".key").toString());
  }

  /** The same with another driver. */
  public static RunPlan withDriver(RunPlan plan, RunPlan.Driver driver) {
    return Records.with(plan, Map.of("driver", driver));
  }
}
