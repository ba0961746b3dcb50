package io.quartet.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.audit.ValidityRules;
import io.quartet.books.Backlog;
import io.quartet.books.Bookkeeper;
import io.quartet.books.DriverHealth;
import io.quartet.books.GroupChooser;
import io.quartet.books.Reply;
import io.quartet.books.Ticket;
import io.quartet.books.TransactionDeck;
import io.quartet.books.VirtualClock;
import io.quartet.config.PlanDocument;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.CheckRow;
import io.quartet.results.ChecksCsv;
import io.quartet.results.ConservationCsv;
import io.quartet.results.ConservationRow;
import io.quartet.results.DriverProcess;
import io.quartet.results.RecordedRuns;
import io.quartet.results.RunInfo;
import io.quartet.results.RunRecorder;
import io.quartet.results.RunState;
import io.quartet.results.events.RunEvent;
import io.quartet.results.evidence.OrderInputs;
import io.quartet.results.evidence.OrderInputsCsv;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.system.LoadedCsv;
import io.quartet.results.system.LoadedTable;
import io.quartet.results.system.VmFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/**
 * A closed-loop run in virtual time, booked and written by the real bookkeeping: users, an exchange
 * and Data-Maintenance on servers with made-up service times. The same seed gives the same folder.
 */
final class SimulatedDemo {

  static final String RUN_ID = "20260301-120000-demo";
  static final long START_UTC_MILLIS = 1_772_366_400_000L;
  private static final VmFacts.Program TIER_A =
      new VmFacts.Program("0.1.0", "0.1.0", "5e".repeat(32), "-c jit=off -c random_page_cost=1.1");
  private static final long SEED = 20_131_026;
  private static final long SECOND = 1_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResultsFolder folder;
  private final RunPlan plan;
  private final Random random;
  private final double slowness;
  private final VirtualClock clock = VirtualClock.startingAt(START_UTC_MILLIS);
  private final Map<VmSet, TransactionDeck> decks = new HashMap<>();
  private final Map<VmSet, long[]> trades = new TreeMap<>((a, b) -> a.name().compareTo(b.name()));
  private final Map<VmGroup, Integer> busy = new EnumMap<>(VmGroup.class);
  private final GroupChooser chooser;
  private final Bookkeeper books;
  private final RunRecorder recorder;

  private SimulatedDemo(Path results, RunPlan plan, long seed, double slowness) {
    this.folder = ResultsFolder.create(results, RUN_ID);
    this.plan = plan;
    this.random = new Random(seed);
    this.slowness = slowness;
    this.books = new Bookkeeper(plan, clock);
    this.recorder = new RunRecorder(folder, clock, books);
    this.chooser = new GroupChooser(plan, plan.sets());
    for (VmSet set : plan.sets()) {
      decks.put(set, TransactionDeck.of(plan.brokerage().mix(), plan.brokerage().seed(), set));
      trades.put(set, new long[3]);
    }
  }

  /** Leaves a whole run in the folder that is named: for tests of other programs. */
  public static void main(String[] arguments) throws IOException {
    finished(Path.of(arguments[0]));
  }

  /** A whole run; every rule of the demo profile holds. */
  static Path finished(Path results) {
    return finished(results, SEED, 1);
  }

  /**
   * Another run of the same, or of a slower machine.
   *
   * @param slowness factor of all service times
   */
  static Path finished(Path results, long seed, double slowness) {
    return RecordedRuns.copy(
        List.of(SimulatedDemo.class, seed, slowness),
        results,
        folder -> record(folder, plan(), seed, slowness));
  }

  /** A whole run of another plan. */
  static Path finished(Path results, RunPlan plan) {
    return RecordedRuns.copy(
        List.of(SimulatedDemo.class, plan), results, folder -> record(folder, plan, SEED, 1));
  }

  private static Path record(Path results, RunPlan plan, long seed, double slowness)
      throws IOException {
    SimulatedDemo run = new SimulatedDemo(results, plan, seed, slowness);
    run.begin();
    run.clock.advanceTo(run.plan.timeline().total().toNanos());
    new SimulatedStatistics(run.folder, START_UTC_MILLIS, run.plan.timeline().total().toSeconds())
        .write(run.plan);
    run.end();
    return run.folder.path();
  }

  /** The folder of a run whose driver was killed after that many seconds. */
  static Path killed(Path results, int seconds) throws IOException {
    SimulatedDemo run = new SimulatedDemo(results, plan(), SEED, 1);
    run.begin();
    run.clock.advanceTo(seconds * SECOND);
    new RunState(RunState.State.RUNNING, "", new DriverProcess(Integer.MAX_VALUE, 0), 0)
        .write(run.folder);
    return run.folder.path();
  }

  static RunPlan plan() {
    try {
      return PlanDocument.fromJson(
          JSON.readTree(SimulatedDemo.class.getResourceAsStream("plan.json")));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void begin() throws IOException {
    JsonNode place = JSON.readTree(SimulatedDemo.class.getResourceAsStream("place.json"));
    new RunInfo(
            RUN_ID,
            START_UTC_MILLIS,
            plan,
            Map.of("quartet", "0.1.0", "java", "17.0.15", "postgresql", "15.14"),
            "8271b1f",
            place.path("host"),
            place.path("provider"),
            vms())
        .write(folder);
    new RunState(RunState.State.RUNNING, "", new DriverProcess(4242, 0), 0).write(folder);
    List<LoadedTable> loaded = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : List.of(VmRole.DSS, VmRole.OLTP)) {
        Files.writeString(
            folder.file("settings/" + set.vmName(role) + ".json"),
            place.path("settings").path(role.name()).toString());
        SchemaFile.write(folder, set.vmName(role), schema(place.path("schema"), role));
        loaded.add(loaded(set, role, "broker", 10, 1_000));
        loaded.add(loaded(set, role, "trade", 1_000L * set.group().number(), 11_345));
      }
    }
    LoadedCsv.TABLE.write(folder, loaded);
    recorder.accept(new RunEvent.StageEnd("load", 12_345));
    recorder.accept(new RunEvent.QuietStart(412, List.of(), 1_003, List.of("vda"), List.of()));
    recorder.accept(new RunEvent.RunStart(RUN_ID));
    checks(CheckRow.BEFORE);
    for (int user = 0; user < plan.userSessions(); user++) {
      begunNanos(user).ifPresent(nanos -> clock.at(nanos, this::request));
    }
    for (long second = 1; second <= plan.timeline().total().toSeconds(); second++) {
      clock.at(second * SECOND, this::tick);
    }
    for (Segment segment : plan.timeline().segments()) {
      clock.at(segment.start().toNanos(), () -> begin(segment));
    }
    for (VmSet set : plan.sets()) {
      maintain(set);
      maintain(set);
    }
  }

  private void tick() {
    recorder.tick();
    recorder.driver(
        new DriverHealth(
            clock.utcMillis(clock.nanos()), 0, 1_000, 300, "network", 200, 5, 800, Backlog.NONE));
  }

  private void begin(Segment segment) {
    recorder.phaseSwitch();
    recorder.accept(new RunEvent.PhaseSwitch(segment.name()));
  }

  /** When a user begins: at once, or with the phase in which a ramp needs him. */
  private OptionalLong begunNanos(int user) {
    Load.Ladder ladder = plan.brokerage().load().ladder();
    if (!ladder.isRamp()) {
      return OptionalLong.of(0);
    }
    return plan.timeline().phases().stream()
        .filter(phase -> ladder.in(plan.timeline().phaseOf(phase)) > user)
        .mapToLong(phase -> phase.start().toNanos())
        .findFirst();
  }

  /** A table that an hour before the run was loaded from second 0 of its database's load on. */
  private static LoadedTable loaded(VmSet set, VmRole role, String table, long rows, long millis) {
    long start = START_UTC_MILLIS - 3_600_000;
    return new LoadedTable(
        set.vmName(role), table, rows, start, start + millis + set.group().number());
  }

  /** The facts that both roles share, and those of each role alone. */
  private static List<String> schema(JsonNode schema, VmRole role) {
    List<String> lines = new ArrayList<>();
    schema.path("both").forEach(line -> lines.add(line.asText()));
    schema.path(role.name()).forEach(line -> lines.add(line.asText()));
    return lines;
  }

  private void maintain(VmSet set) {
    clock.at(
        clock.nanos() + plan.brokerage().dataMaintenance().toNanos(),
        () -> {
          send(set, TransactionType.DATA_MAINTENANCE, () -> {});
          maintain(set);
        });
  }

  private void request() {
    VmSet set = chooser.nextSet(plan.timeline().at(Duration.ofNanos(Math.max(0, clock.nanos()))));
    send(set, decks.get(set).next(), this::request);
  }

  private void send(VmSet set, TransactionType type, Runnable then) {
    Ticket ticket = books.started(set, type, clock.nanos());
    boolean isRolledBack = type == TransactionType.TRADE_ORDER && random.nextInt(101) == 0;
    int retries = type == TransactionType.TRADE_RESULT && random.nextInt(400) == 0 ? 1 : 0;
    busy.merge(set.group(), 1, Integer::sum);
    double crowding = 1 + 0.08 * busy.get(set.group());
    long nanos =
        (long)
            (1e6 * slowness * meanMillis(type) * crowding * Math.exp(0.6 * random.nextGaussian()));
    clock.at(
        clock.nanos() + nanos,
        () -> {
          busy.merge(set.group(), -1, Integer::sum);
          Outcome outcome = isRolledBack ? Outcome.ROLLED_BACK_ON_PURPOSE : Outcome.COMMITTED;
          books.finished(ticket, clock.nanos(), new Reply(outcome, 0, retries, 4, nanos / 1_100));
          if (retries > 0) {
            books.retry(type, "40001", "TR.F4.broker");
          }
          settle(set, type, outcome);
          then.run();
        });
  }

  private void settle(VmSet set, TransactionType type, Outcome outcome) {
    long[] counts = trades.get(set);
    if (type == TransactionType.TRADE_ORDER && outcome == Outcome.COMMITTED) {
      counts[0]++;
      double mean = random.nextInt(5) < 3 ? 1 : 60;
      double delay = -mean * Math.log(1 - random.nextDouble());
      long due = clock.nanos() + (long) (SECOND * (mean == 1 ? Math.min(5, delay) : delay));
      clock.at(due, () -> send(set, TransactionType.TRADE_RESULT, () -> {}));
    } else if (type == TransactionType.TRADE_RESULT && ++counts[1] % 10 == 0) {
      send(set, TransactionType.MARKET_FEED, () -> {});
    }
  }

  private static double meanMillis(TransactionType type) {
    return switch (type) {
      case TRADE_LOOKUP -> 160;
      case TRADE_UPDATE -> 190;
      case TRADE_ORDER -> 22;
      case TRADE_RESULT -> 30;
      case MARKET_WATCH -> 38;
      case CUSTOMER_POSITION -> 26;
      case BROKER_VOLUME -> 19;
      case SECURITY_DETAIL -> 14;
      case TRADE_STATUS -> 11;
      case MARKET_FEED -> 16;
      case DATA_MAINTENANCE, TRADE_CLEANUP -> 25;
    };
  }

  private void end() {
    recorder.accept(new RunEvent.StageEnd("run", clock.nanos() / 1_000_000));
    recorder.accept(new RunEvent.RunEnd(Optional.empty()));
    recorder.close();
    OrderInputsCsv.TABLE.write(
        folder,
        plan.sets().stream()
            .map(set -> new OrderInputs(set, "TMB", true, false, 100, trades.get(set)[0]))
            .toList());
    List<ConservationRow> rows = new ArrayList<>();
    trades.forEach(
        (set, counts) ->
            rows.add(
                new ConservationRow(
                    set,
                    counts[0],
                    counts[1],
                    Optional.of(
                        new ConservationRow.Trades(counts[1], 2, counts[0] - counts[1] - 2, 0)),
                    counts[0] - counts[1],
                    true)));
    ConservationCsv.TABLE.write(folder, rows);
    checks(CheckRow.AFTER);
    new RunState(
            RunState.State.FINISHED,
            "",
            new DriverProcess(4242, 0),
            START_UTC_MILLIS + clock.nanos() / 1_000_000)
        .write(folder);
    Manifest.write(folder);
    ValidityRules.evaluate(folder).write(folder);
  }

  private List<VmFacts> vms() {
    List<VmFacts> vms = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        boolean isTierA = role == VmRole.TIER_A;
        long seed = plan.database().seedOf(set);
        Map<String, Long> seeds = new TreeMap<>();
        if (isTierA) {
          seeds.put("customer-inputs", seed + 1);
          seeds.put("market-delays", seed + 2);
        }
        vms.add(
            VmFacts.of(
                plan,
                set,
                role,
                set.loopbackAddress(role) + ":15432",
                isTierA ? TIER_A : VmFacts.Program.NONE,
                seeds));
      }
    }
    return vms;
  }

  /** Those of Group D before the run are of an earlier command. */
  private void checks(String moment) {
    boolean isBefore = moment.equals(CheckRow.BEFORE);
    List<CheckRow> rows = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : List.of(VmRole.DSS, VmRole.OLTP)) {
        String vm = set.vmName(role);
        for (int check = 1; check <= (isBefore ? 61 : 41); check++) {
          CheckRow made = new CheckRow(moment, vm, "invariant-" + check, "A", 0, 12, true);
          rows.add(
              isBefore && set.group() == VmGroup.D
                  ? made.checkedAt(START_UTC_MILLIS - 60_000)
                  : made);
        }
      }
    }
    try (CsvTable.Appender<CheckRow> checks = ChecksCsv.TABLE.appender(folder)) {
      checks.append(rows);
    }
  }
}
