package io.quartet.orchestrate;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Small plans for tests. */
public final class TestPlans {

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
        1);
  }

  /** The same plan without databases: paced load on Tier As that answer at once. */
  public static RunPlan withoutDatabases(
      RunPlan plan, int setsPerGroup, Duration phase, RunPlan.Driver driver) {
    return new RunPlan(
        plan.name(),
        plan.profile(),
        setsPerGroup,
        plan.phases(),
        new Timing(Duration.ofMillis(200), Duration.ofMillis(200), phase, Duration.ofMillis(100)),
        new Load.Paced(Load.Ladder.constant(60), 64, 1_000),
        plan.market(),
        plan.dataMaintenance(),
        plan.mix(),
        new RunPlan.Engine(
            RunPlan.Access.NONE,
            Optional.empty(),
            RunPlan.Statements.BATCHED,
            RunPlan.TradeResultIsolation.SERIALIZABLE),
        plan.database(),
        plan.provider(),
        driver,
        plan.collectInterval(),
        plan.seed());
  }

  /** The same plan with all load on Group A, which then is the only one with VMs. */
  public static RunPlan withOneSet(RunPlan plan, int phases, Duration phase, int users) {
    return new RunPlan(
        plan.name(),
        plan.profile(),
        1,
        new PhaseTable("custom", Collections.nCopies(phases, LoadShare.of(100, 0, 0, 0))),
        new Timing(Duration.ofSeconds(1), Duration.ZERO, phase, Duration.ofSeconds(1)),
        Load.closed(users),
        plan.market(),
        plan.dataMaintenance(),
        plan.mix(),
        plan.engine(),
        plan.database(),
        plan.provider(),
        plan.driver(),
        plan.collectInterval(),
        plan.seed());
  }

  /** The same plan with other lengths of its parts. */
  public static RunPlan withTiming(RunPlan plan, Timing timing) {
    return new RunPlan(
        plan.name(),
        plan.profile(),
        plan.setsPerGroup(),
        plan.phases(),
        timing,
        plan.load(),
        plan.market(),
        plan.dataMaintenance(),
        plan.mix(),
        plan.engine(),
        plan.database(),
        plan.provider(),
        plan.driver(),
        plan.collectInterval(),
        plan.seed());
  }

  /** The same plan with hard limits. */
  public static RunPlan withLimits(
      RunPlan plan, Map<VmRole, Double> cpus, Map<VmRole, Long> memory) {
    RunPlan.Provider provider = plan.provider();
    return withProvider(
        plan,
        new RunPlan.Provider(
            provider.hosts(),
            provider.port(),
            provider.postgresBin(),
            provider.dataDirectory(),
            provider.tablespaces(),
            cpus,
            memory));
  }

  /** The same plan with settings of PostgreSQL. */
  public static RunPlan withSettings(RunPlan plan, Map<VmRole, Map<String, String>> settings) {
    RunPlan.Provider provider = plan.provider();
    return withProvider(
        plan,
        new RunPlan.Provider(
            provider.hosts(),
            provider.port(),
            provider.postgresBin(),
            provider.dataDirectory(),
            provider.tablespaces(),
            provider.cpus(),
            provider.memoryBytes(),
            settings,
            Optional.empty()));
  }

  /** The same plan with other PostgreSQL programs. */
  public static RunPlan withPostgres(RunPlan plan, Path bin) {
    RunPlan.Provider provider = plan.provider();
    return withProvider(
        plan,
        new RunPlan.Provider(
            provider.hosts(),
            provider.port(),
            Optional.of(bin.toString()),
            provider.dataDirectory(),
            provider.tablespaces(),
            provider.cpus(),
            provider.memoryBytes()));
  }

  /** The same plan with parts of the databases in other folders. */
  public static RunPlan withTablespaces(RunPlan plan, Map<RunPlan.Storage, String> folders) {
    RunPlan.Provider provider = plan.provider();
    return withProvider(
        plan,
        new RunPlan.Provider(
            provider.hosts(),
            provider.port(),
            provider.postgresBin(),
            provider.dataDirectory(),
            folders,
            provider.cpus(),
            provider.memoryBytes()));
  }

  /** The same plan with another time between two samples. */
  public static RunPlan withInterval(RunPlan plan, Duration interval) {
    return new RunPlan(
        plan.name(),
        plan.profile(),
        plan.setsPerGroup(),
        plan.phases(),
        plan.timing(),
        plan.load(),
        plan.market(),
        plan.dataMaintenance(),
        plan.mix(),
        plan.engine(),
        plan.database(),
        plan.provider(),
        plan.driver(),
        interval,
        plan.seed());
  }

  /** The same plan with statistics of its prepared machines. */
  public static RunPlan withSsh(RunPlan plan, RunPlan.Ssh ssh) {
    RunPlan.Provider provider = plan.provider();
    return withProvider(
        plan,
        new RunPlan.Provider(
            provider.hosts(),
            provider.port(),
            provider.postgresBin(),
            provider.dataDirectory(),
            provider.tablespaces(),
            provider.cpus(),
            provider.memoryBytes(),
            provider.settings(),
            Optional.of(ssh)));
  }

  /** The same plan with Tier As that answer at once, without databases. */
  public static RunPlan withoutDatabases(RunPlan plan) {
    RunPlan.Engine standard = RunPlan.Engine.STANDARD;
    return withEngine(
        plan,
        new RunPlan.Engine(
            RunPlan.Access.NONE,
            Optional.empty(),
            standard.statements(),
            standard.tradeResultIsolation()));
  }

  /** The same plan on prepared machines, with the driver's certificates. */
  public static RunPlan onHosts(
      RunPlan plan, Map<VmSet, RunPlan.SetHosts> hosts, Optional<Tls> tls) {
    return with(
        plan,
        plan.engine(),
        plan.database(),
        new RunPlan.Provider(
            hosts,
            plan.provider().port(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Map.of(),
            Map.of()),
        new RunPlan.Driver(1, List.of(), tls));
  }

  /** The same plan with other Load Units. */
  public static RunPlan withLoadUnits(
      RunPlan plan, Map<VmGroup, Integer> loaded, Map<VmGroup, Integer> active) {
    RunPlan.Database database = plan.database();
    return with(
        plan,
        new RunPlan.Database(
            loaded,
            active,
            database.tradeDays(),
            database.newsLength(),
            database.seed(),
            database.indexes()),
        plan.provider());
  }

  /** The same plan with another index profile. */
  public static RunPlan withIndexes(RunPlan plan, String indexes) {
    RunPlan.Database database = plan.database();
    return with(
        plan,
        new RunPlan.Database(
            database.loadUnits(),
            database.activeLoadUnits(),
            database.tradeDays(),
            database.newsLength(),
            database.seed(),
            indexes),
        plan.provider());
  }

  /** The same with another engine. */
  public static RunPlan withEngine(RunPlan plan, RunPlan.Engine engine) {
    return with(plan, engine, plan.database(), plan.provider(), plan.driver());
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
    return with(plan, plan.engine(), plan.database(), plan.provider(), driver);
  }

  private static RunPlan withProvider(RunPlan plan, RunPlan.Provider provider) {
    return with(plan, plan.database(), provider);
  }

  private static RunPlan with(RunPlan plan, RunPlan.Database database, RunPlan.Provider provider) {
    return with(plan, plan.engine(), database, provider, plan.driver());
  }

  private static RunPlan with(
      RunPlan plan,
      RunPlan.Engine engine,
      RunPlan.Database database,
      RunPlan.Provider provider,
      RunPlan.Driver driver) {
    return new RunPlan(
        plan.name(),
        plan.profile(),
        plan.setsPerGroup(),
        plan.phases(),
        plan.timing(),
        plan.load(),
        plan.market(),
        plan.dataMaintenance(),
        plan.mix(),
        engine,
        database,
        provider,
        driver,
        plan.collectInterval(),
        plan.seed());
  }
}
