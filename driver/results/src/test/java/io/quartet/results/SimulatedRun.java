package io.quartet.results;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quartet.books.Backlog;
import io.quartet.books.Bookkeeper;
import io.quartet.books.DriverHealth;
import io.quartet.books.GroupChooser;
import io.quartet.books.Reply;
import io.quartet.books.SegmentFinder;
import io.quartet.books.Ticket;
import io.quartet.books.TransactionDeck;
import io.quartet.books.VirtualClock;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.RunEvent;
import io.quartet.results.evidence.OrderInputs;
import io.quartet.results.evidence.OrderInputsCsv;
import io.quartet.results.folder.CsvTable;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.SchemaFile;
import io.quartet.results.system.DatabaseSettings;
import io.quartet.results.system.LoadedCsv;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A whole run on a virtual clock, written through the real recorder: users that are always busy, a
 * market that answers every order one second later, databases that agree. Tests then break one
 * thing.
 */
public final class SimulatedRun {

  private static final long SERVICE_MILLIS = 10;
  private static final long MARKET_DELAY_MILLIS = 1_000;

  private final RunPlan plan;
  private final VirtualClock clock = new VirtualClock();
  private final Bookkeeper books;
  private final Map<VmSet, long[]> ordersAndResults = new HashMap<>();
  private final List<Order> due = new ArrayList<>();

  private SimulatedRun(RunPlan plan) {
    this.plan = plan;
    this.books = new Bookkeeper(plan, clock);
  }

  /** Writes the folder of a valid run. */
  public static ResultsFolder write(Path results, RunPlan plan) {
    return ResultsFolder.open(
        RecordedRuns.copy(plan, results, folder -> new SimulatedRun(plan).write(folder).path()));
  }

  private ResultsFolder write(Path results) {
    ResultsFolder folder = ResultsFolder.create(results, "20261121-000000-" + plan.name());
    JsonNodeFactory json = JsonNodeFactory.instance;
    new RunInfo(
            folder.runId(),
            VirtualClock.START_UTC_MILLIS,
            plan,
            Map.of("java", "17"),
            "abc123",
            json.objectNode().put("cores", 2),
            json.objectNode(),
            List.of())
        .write(folder);
    RunState.running().write(folder);
    check(folder, CheckRow.BEFORE);
    try (RunRecorder recorder = new RunRecorder(folder, clock, books)) {
      recorder.accept(new RunEvent.ClockRead(new ClockOffset("a1-vm2", 300, 100)));
      recorder.accept(new RunEvent.RunStart(folder.runId()));
      recorder.accept(new RunEvent.PhaseSwitch(plan.timeline().segments().get(0).name()));
      drive(recorder);
      recorder.accept(new RunEvent.RunEnd(Optional.empty()));
    }
    check(folder, CheckRow.AFTER);
    ConservationCsv.TABLE.write(folder, plan.sets().stream().map(this::conservation).toList());
    OrderInputsCsv.TABLE.write(folder, plan.sets().stream().map(this::terms).toList());
    describeDatabases(folder);
    RunState.running().finished(clock.utcMillis(clock.nanos())).write(folder);
    Manifest.write(folder);
    return folder;
  }

  /** Every user sends a request every 10 ms and waits 10 ms for its answer. */
  private void drive(RunRecorder recorder) {
    GroupChooser chooser = new GroupChooser(plan, plan.sets());
    SegmentFinder finder = new SegmentFinder(plan.timeline());
    Map<VmSet, TransactionDeck> decks = new HashMap<>();
    Segment last = plan.timeline().segments().get(0);
    long end = plan.timeline().total().toMillis();
    int orders = 0;
    for (long millis = 0; millis < end; millis += SERVICE_MILLIS) {
      clock.advanceToMillis(millis);
      Segment segment = finder.at(clock.nanos());
      boolean isSwitch = segment.index() != last.index();
      if (isSwitch) {
        recorder.phaseSwitch();
        recorder.accept(new RunEvent.PhaseSwitch(segment.name()));
        last = segment;
      }
      for (int user = 0; user < plan.userSessions(); user++) {
        VmSet set = chooser.nextSet(segment);
        TransactionType type =
            decks
                .computeIfAbsent(
                    set,
                    key -> TransactionDeck.of(plan.brokerage().mix(), plan.brokerage().seed(), key))
                .next();
        boolean rollsBack = type == TransactionType.TRADE_ORDER && ++orders % 101 == 51;
        send(set, type, rollsBack ? Outcome.ROLLED_BACK_ON_PURPOSE : Outcome.COMMITTED);
        if (type == TransactionType.TRADE_ORDER && !rollsBack) {
          due.add(new Order(set, millis + MARKET_DELAY_MILLIS));
          tally(set)[0]++;
        }
      }
      if (isSwitch) {
        long after = books.firstStartNanos(segment).orElseThrow() - segment.start().toNanos();
        recorder.accept(new RunEvent.PhaseInEffect(segment.name(), after / 1_000));
      }
      settle(millis);
      if (millis % 1_000 == 0) {
        recorder.tick();
        recorder.driver(
            new DriverHealth(
                clock.utcMillis(clock.nanos()),
                0,
                1_000,
                500,
                "driver-network",
                400,
                5,
                800,
                Backlog.NONE));
      }
    }
    clock.advanceToMillis(end);
    settle(Long.MAX_VALUE);
  }

  private void send(VmSet set, TransactionType type, Outcome outcome) {
    Ticket ticket = books.started(set, type, clock.nanos());
    books.finished(
        ticket, clock.nanos() + SERVICE_MILLIS * 1_000_000L, new Reply(outcome, 0, 0, 3, 9_000));
  }

  private void settle(long millis) {
    while (!due.isEmpty() && due.get(0).dueMillis() <= millis) {
      Order order = due.remove(0);
      send(order.set(), TransactionType.TRADE_RESULT, Outcome.COMMITTED);
      tally(order.set())[1]++;
    }
  }

  private long[] tally(VmSet set) {
    return ordersAndResults.computeIfAbsent(set, key -> new long[2]);
  }

  private ConservationRow conservation(VmSet set) {
    long orders = tally(set)[0];
    long results = tally(set)[1];
    return new ConservationRow(
        set,
        orders,
        results,
        Optional.of(new ConservationRow.Trades(results, orders - results, 0, 0)),
        orders - results,
        true);
  }

  private OrderInputs terms(VmSet set) {
    return new OrderInputs(set, "TMB", true, false, 100, tally(set)[0]);
  }

  /** The databases tell nothing of themselves. */
  private void describeDatabases(ResultsFolder folder) {
    LoadedCsv.TABLE.write(folder, List.of());
    for (String vm : plan.databases()) {
      folder.replace(DatabaseSettings.name(vm), "[]");
      folder.replace(SchemaFile.name(vm), "");
    }
  }

  private void check(ResultsFolder folder, String moment) {
    List<CheckRow> rows = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        if (role.isDatabase()) {
          // As many as the kit makes.
          for (int check = 1; check <= (moment.equals(CheckRow.BEFORE) ? 61 : 41); check++) {
            rows.add(new CheckRow(moment, set.vmName(role), "check-" + check, "A", 0, 12, true));
          }
        }
      }
    }
    try (CsvTable.Appender<CheckRow> checks = ChecksCsv.TABLE.appender(folder)) {
      checks.append(rows);
    }
  }

  private record Order(VmSet set, long dueMillis) {}
}
