package io.quartet.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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
    Engine engine,
    Database database,
    Provider provider,
    Driver driver,
    Duration collectInterval,
    long seed,
    Disclosure disclosure,
    Optional<Pricing> pricing) {

  /** Which validity rules apply. Source: design.md section 9. */
  public enum ValidityProfile {
    DEMO,
    CUSTOM,
    OFFICIAL
  }

  /**
   * Ticker of the Market Exchange.
   *
   * @param flush tickers per Market-Feed, 1 to 20
   * @param flushAfter longest wait of a ticker for its Market-Feed
   */
  public record Market(int flush, Duration flushAfter) {}

  /** Isolation level of Trade-Result. */
  public enum TradeResultIsolation {
    SERIALIZABLE,
    REPEATABLE_READ;

    /** Value in the benchmark file. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Access path from Tier A to the databases. */
  public enum Access {
    /** Pipelines with binary parameters and results. */
    LIBPQ,
    /** unixODBC with psqlODBC, one statement after the other. */
    ODBC,
    /** No databases: Tier A answers at once, for measuring the driver. */
    NONE;

    /** Value in the benchmark file. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How much of a transaction travels at once. */
  public enum Statements {
    /** Independent statements together, arrays in place of loops. */
    BATCHED,
    /** One at a time, as the reference writes them. */
    PLAIN;

    /** Value in the benchmark file. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * How Tier A reaches the databases.
   *
   * @param access access path
   * @param odbcIni absolute file name of an {@code odbc.ini} with one data source per database;
   *     empty reaches the databases without one. Of use with {@link Access#ODBC} only
   * @param statements how much of a transaction travels at once
   * @param tradeResultIsolation level Trade-Result runs at
   */
  public record Engine(
      Access access,
      Optional<String> odbcIni,
      Statements statements,
      TradeResultIsolation tradeResultIsolation) {

    /** The engine of an official run. */
    public static final Engine STANDARD =
        new Engine(
            Access.LIBPQ, Optional.empty(), Statements.BATCHED, TradeResultIsolation.SERIALIZABLE);
  }

  /**
   * What is loaded, and how much of it a run uses.
   *
   * @param loadUnits Load Units loaded per Group, each 1 to 10,000
   * @param activeLoadUnits Load Units the run uses per Group, each 1 to the loaded ones; they are
   *     the first ones by id. Source: schema.md section 8.1
   * @param tradeDays trade days of history, 1 to 1,000
   * @param newsLength characters of a news item, 1,000 to 100,000
   * @param seed seed from which the seed of each Set is made
   * @param indexes index profile, {@code plain} or {@code covering}
   */
  public record Database(
      Map<VmGroup, Integer> loadUnits,
      Map<VmGroup, Integer> activeLoadUnits,
      int tradeDays,
      int newsLength,
      long seed,
      String indexes) {

    /** Below this many trade days some right answers are short. Source: design.md section 5. */
    public static final int SHORT_HISTORY_BELOW_DAYS = 20;

    public Database {
      loadUnits = Map.copyOf(loadUnits);
      activeLoadUnits = Map.copyOf(activeLoadUnits);
    }

    /** True when the run uses fewer Load Units than are loaded in at least one Group. */
    public boolean hasIdleLoadUnits() {
      return !activeLoadUnits.equals(loadUnits);
    }

    /** True when the short-history rule applies. */
    public boolean hasShortHistory() {
      return tradeDays < SHORT_HISTORY_BELOW_DAYS;
    }

    /** Seed of the data of one Set: VM2 and VM3 share it, different Sets differ. */
    public long seedOf(VmSet set) {
      long z = seed + 0x9E3779B97F4A7C15L * (set.group().number() * 1_000L + set.number());
      z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return (z ^ (z >>> 31)) & Long.MAX_VALUE;
    }
  }

  /** What of a database may lie on a disk of its own. */
  public enum Storage {
    /** The tables. */
    DATA,
    /** The indexes, primary keys among them. */
    INDEX,
    /** The write-ahead log. */
    WAL;

    /** Key in the benchmark file, below {@code provider.tablespaces}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Where the three VMs of a Set are.
   *
   * @param tierA address of its Tier A
   * @param dss address of the PostgreSQL of VM2
   * @param oltp address of the PostgreSQL of VM3
   */
  public record SetHosts(Address tierA, Address dss, Address oltp) {

    /** Address of one VM. */
    public Address of(VmRole role) {
      return switch (role) {
        case TIER_A -> tierA;
        case DSS -> dss;
        case OLTP -> oltp;
      };
    }
  }

  /**
   * How the collectors reach prepared machines: through OpenSSH, without a password.
   *
   * @param user account there; empty leaves it to the configuration
   * @param configuration absolute file name of an OpenSSH client configuration; empty for that of
   *     this account
   */
  public record Ssh(Optional<String> user, Optional<String> configuration) {}

  /**
   * The processes of the driver.
   *
   * @param localWorkers processes on this machine that offer the load, 1 to 64; 1 is the driver
   *     itself
   * @param workers addresses of workers that are running; empty means {@code localWorkers}
   * @param tls certificates of the driver; empty if nothing leaves this machine
   */
  public record Driver(int localWorkers, List<Address> workers, Optional<Tls> tls) {

    /** One process, everything on this machine. */
    public static final Driver ALONE = new Driver(1, List.of(), Optional.empty());

    public Driver {
      workers = List.copyOf(workers);
    }

    /** True if the driver offers the load itself, without workers. */
    public boolean isAlone() {
      return workers.isEmpty() && localWorkers == 1;
    }

    /** Processes that offer the load. */
    public int workerCount() {
      return workers.isEmpty() ? localWorkers : workers.size();
    }
  }

  /**
   * Where the VMs come from: the embedded provider, or prepared machines.
   *
   * @param hosts addresses of prepared machines, with every Set of the plan; empty with the
   *     embedded provider, to which everything else belongs
   * @param port port every VM listens on, on its own loopback address
   * @param postgresBin folder of the PostgreSQL programs; empty lets the provider look
   * @param dataDirectory folder of the data; empty lets the provider choose one outside the clone
   * @param tablespaces folder for what lies elsewhere, absolute; no entry means below the data
   *     folder
   * @param cpus hard CPU limit in cores for each VM of a role; no entry means weights only
   * @param memoryBytes hard memory limit in bytes for each VM of a role; no entry means none
   * @param settings PostgreSQL settings of the databases of a role during a run, by name; they win
   *     over those that Quartet makes
   * @param ssh how statistics of the prepared machines are collected; empty if they are not
   */
  public record Provider(
      Map<VmSet, SetHosts> hosts,
      int port,
      Optional<String> postgresBin,
      Optional<String> dataDirectory,
      Map<Storage, String> tablespaces,
      Map<VmRole, Double> cpus,
      Map<VmRole, Long> memoryBytes,
      Map<VmRole, Map<String, String>> settings,
      Optional<Ssh> ssh) {

    /** Settings of PostgreSQL whose value may hold a password: neither planned nor recorded. */
    public static final Set<String> SECRET_SETTINGS =
        Set.of("archive_command", "primary_conninfo", "restore_command", "ssl_passphrase_command");

    public Provider {
      hosts = Map.copyOf(hosts);
      tablespaces = Map.copyOf(tablespaces);
      cpus = Map.copyOf(cpus);
      memoryBytes = Map.copyOf(memoryBytes);
      settings = Map.copyOf(settings);
    }

    /** Without settings of its own and statistics of machines. */
    public Provider(
        Map<VmSet, SetHosts> hosts,
        int port,
        Optional<String> postgresBin,
        Optional<String> dataDirectory,
        Map<Storage, String> tablespaces,
        Map<VmRole, Double> cpus,
        Map<VmRole, Long> memoryBytes) {
      this(
          hosts,
          port,
          postgresBin,
          dataDirectory,
          tablespaces,
          cpus,
          memoryBytes,
          Map.of(),
          Optional.empty());
    }

    /** Settings of the databases of a role, sorted by name; empty if there are none. */
    public SortedMap<String, String> settingsOf(VmRole role) {
      return new TreeMap<>(settings.getOrDefault(role, Map.of()));
    }
  }

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

  /** Where a VM is reached: a loopback address of its own unless the machines are prepared. */
  public Address address(VmSet set, VmRole role) {
    SetHosts hosts = provider.hosts().get(set);
    return hosts == null ? new Address(set.loopbackAddress(role), provider.port()) : hosts.of(role);
  }

  /** Roles of the databases that every Set has; empty with {@link Access#NONE}. */
  public List<VmRole> databaseRoles() {
    return engine.access() == Access.NONE ? List.of() : List.of(VmRole.DSS, VmRole.OLTP);
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
