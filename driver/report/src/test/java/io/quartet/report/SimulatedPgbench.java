package io.quartet.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.audit.ValidityRules;
import io.quartet.books.Backlog;
import io.quartet.books.Bookkeeper;
import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.books.Reply;
import io.quartet.books.Ticket;
import io.quartet.books.VirtualClock;
import io.quartet.config.PlanDocument;
import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.DriverProcess;
import io.quartet.results.RecordedRuns;
import io.quartet.results.RunInfo;
import io.quartet.results.RunRecorder;
import io.quartet.results.RunState;
import io.quartet.results.ToolCsv;
import io.quartet.results.ToolProcess;
import io.quartet.results.ToolTables;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.system.VmFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A run of pgbench in virtual time, booked and written by the real bookkeeping: clients of each
 * database and phase with made-up response times. The same seed gives the same folder.
 */
final class SimulatedPgbench {

  static final String RUN_ID = "20260301-120000-simulated";
  static final long START_UTC_MILLIS = SimulatedDemo.START_UTC_MILLIS;
  private static final long SEED = 49;
  private static final long SECOND = 1_000_000_000L;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ResultsFolder folder;
  private final RunPlan plan;
  private final Pgbench pgbench;
  private final Random random;
  private final double slowness;
  private final VirtualClock clock = VirtualClock.startingAt(START_UTC_MILLIS);
  private final Bookkeeper books;
  private final RunRecorder recorder;
  private final List<ToolProcess> processes = new ArrayList<>();

  private SimulatedPgbench(Path results, long seed, double slowness) {
    this.folder = ResultsFolder.create(results, RUN_ID);
    this.plan = plan();
    this.pgbench = (Pgbench) plan.workload();
    this.random = new Random(seed);
    this.slowness = slowness;
    this.books = new Bookkeeper(plan, clock);
    this.recorder = new RunRecorder(folder, clock, books);
  }

  /** A whole run; every rule of the demo profile holds. */
  static Path finished(Path results) {
    return finished(results, SEED, 1);
  }

  /**
   * Another run of the same, or of a slower machine.
   *
   * @param slowness factor of all response times
   */
  static Path finished(Path results, long seed, double slowness) {
    return RecordedRuns.copy(
        List.of(SimulatedPgbench.class, seed, slowness),
        results,
        at -> {
          SimulatedPgbench run = new SimulatedPgbench(at, seed, slowness);
          run.begin();
          run.clock.advanceTo(run.plan.timeline().total().toNanos());
          new SimulatedStatistics(
                  run.folder, START_UTC_MILLIS, run.plan.timeline().total().toSeconds())
              .write(run.plan);
          run.end();
          return run.folder.path();
        });
  }

  static RunPlan plan() {
    return PlanDocument.fromJson(resource("pgbench.json").path("plan"));
  }

  private static JsonNode resource(String name) {
    try {
      return JSON.readTree(SimulatedPgbench.class.getResourceAsStream(name));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private void begin() throws IOException {
    JsonNode place = resource("place.json");
    new RunInfo(
            RUN_ID,
            START_UTC_MILLIS,
            plan,
            Map.of("quartet", "0.2.0", "java", "17.0.15", "postgresql", "15.14"),
            "8271b1f",
            place.path("host"),
            place.path("provider"),
            plan.sets().stream().map(this::vm).toList())
        .write(folder);
    new RunState(RunState.State.RUNNING, "", new DriverProcess(4242, 0), 0).write(folder);
    List<String> schema = new ArrayList<>();
    resource("pgbench.json").path("schema").forEach(line -> schema.add(line.asText()));
    for (VmSet set : plan.sets()) {
      String vm = set.vmName(VmRole.OLTP);
      Files.writeString(
          folder.file("settings/" + vm + ".json"),
          place.path("settings").path(VmRole.OLTP.name()).toString());
      SchemaFile.write(folder, vm, schema);
    }
    recorder.accept(new RunEvent.StageEnd("load", 12_345));
    recorder.accept(new RunEvent.RunStart(RUN_ID));
    for (long second = 1; second <= plan.timeline().total().toSeconds(); second++) {
      clock.at(second * SECOND, this::tick);
    }
    plan.timeline().segments().stream()
        .filter(segment -> segment.end().compareTo(segment.start()) > 0)
        .forEach(segment -> clock.at(segment.start().toNanos(), () -> begin(segment)));
    long begun = 0;
    for (Segment phase : plan.timeline().phases()) {
      for (VmSet set : plan.sets()) {
        start(set, phase, begun);
      }
      begun = phase.end().toNanos();
    }
  }

  private void begin(Segment segment) {
    recorder.phaseSwitch();
    recorder.accept(new RunEvent.PhaseSwitch(segment.name()));
  }

  /** A process of pgbench, from the ramp of a phase to its end. */
  private void start(VmSet set, Segment phase, long begun) {
    int clients = pgbench.load().clients(set, plan.timeline().phaseOf(phase));
    if (clients == 0) {
      return;
    }
    long skew = 1_000_000L * (3 + set.order() % 7);
    long[] committed = new long[1];
    for (int client = 0; client < clients; client++) {
      clock.at(begun + skew, () -> send(set, clients, phase.end().toNanos(), committed));
    }
    clock.at(
        phase.end().toNanos() + SECOND / 2,
        () ->
            processes.add(
                new ToolProcess(
                    set,
                    phase.name(),
                    clients,
                    1,
                    skew / 2_000,
                    OptionalLong.of(skew / 1_000),
                    0,
                    committed[0],
                    OptionalLong.of(0),
                    OptionalLong.of(0),
                    OptionalLong.of(0),
                    new ToolProcess.Summary(
                        OptionalLong.of(committed[0]),
                        OptionalLong.of(0),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty()),
                    0)));
  }

  private void send(VmSet set, int clients, long until, long[] committed) {
    if (clock.nanos() >= until) {
      return;
    }
    RequestKind script = pgbench.scripts().get(random.nextInt(pgbench.scripts().size()));
    Ticket ticket = books.started(set, script, clock.nanos());
    double mean = (script.isWriting() ? 40 : 8) * (1 + 0.1 * clients) * slowness;
    long nanos = (long) (1e6 * mean * Math.exp(0.4 * random.nextGaussian()));
    clock.at(
        clock.nanos() + nanos,
        () -> {
          books.finished(
              ticket, clock.nanos(), new Reply(Outcome.COMMITTED, 0, 0, 0, nanos / 1_100));
          committed[0]++;
          send(set, clients, until, committed);
        });
  }

  private void tick() {
    recorder.tick();
    recorder.driver(
        new DriverHealth(
            clock.utcMillis(clock.nanos()), 0, 1_000, 300, "network", 200, 5, 800, Backlog.NONE));
  }

  private VmFacts vm(VmSet set) {
    return VmFacts.of(
        plan,
        set,
        VmRole.OLTP,
        set.loopbackAddress(VmRole.OLTP) + ":15432",
        VmFacts.Program.NONE,
        Map.of());
  }

  private static ToolTables before(VmSet set) {
    return new ToolTables(set, ToolTables.BEFORE, 0, 0, 0, 0, 0, 100);
  }

  /** Each transaction that writes has added 7 to an account, a teller and a branch. */
  private ToolTables after(VmSet set) {
    long written = committed(set, RequestKind::isWriting);
    long all = committed(set, kind -> true);
    return new ToolTables(
        set,
        ToolTables.AFTER,
        written,
        7 * written,
        7 * written,
        7 * written,
        7 * written,
        100 + all);
  }

  private long committed(VmSet set, Predicate<RequestKind> kinds) {
    return books.snapshot().rows().stream()
        .filter(row -> row.set().equals(set) && kinds.test(row.kind()))
        .mapToLong(CellRow::committed)
        .sum();
  }

  private void end() {
    clock.advanceTo(plan.timeline().total().toNanos() + SECOND);
    recorder.accept(new RunEvent.StageEnd("run", clock.nanos() / 1_000_000));
    recorder.accept(new RunEvent.RunEnd(Optional.empty()));
    recorder.close();
    ToolCsv.TABLE.write(folder, processes);
    ToolTables.TABLE.write(
        folder, plan.sets().stream().flatMap(set -> Stream.of(before(set), after(set))).toList());
    new RunState(
            RunState.State.FINISHED,
            "",
            new DriverProcess(4242, 0),
            START_UTC_MILLIS + clock.nanos() / 1_000_000)
        .write(folder);
    Manifest.write(folder);
    ValidityRules.evaluate(folder).write(folder);
  }
}
