package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.quartet.books.Bookkeeper;
import io.quartet.books.CellRow;
import io.quartet.books.RunClock;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.Market;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.model.plan.TransactionMix;
import io.quartet.results.events.EventSink;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.client.TierAConnection;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.InputSource;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.PriceCurve;
import io.quartet.tiera.fake.FakeInputs;
import io.quartet.tiera.fake.FakeTierA;
import io.quartet.tiera.fake.FakeTierA.Answer;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All emulators over the real protocol against four Tier A servers, for a second or two. */
@Tag("process")
class LoadGeneratorTest {

  private final NetworkThreads network = new NetworkThreads("test", 1, Optional.empty());
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong lastTradeId = new AtomicLong();

  /** In a second on a busy machine the rare types of the real mix might not come up. */
  private static final TransactionMix ONE_OF_EACH =
      new TransactionMix(
          "custom",
          Arrays.stream(TransactionType.values())
              .filter(type -> type.isSentByUsers())
              .collect(Collectors.toMap(type -> type, type -> 1)));

  private static RunPlan plan(Duration phase) {
    return plan(1, phase);
  }

  private static RunPlan plan(int setsPerGroup, Duration phase) {
    RunPlan plan =
        TestPlans.withTiming(
            Stage.plan(),
            new Timing(Duration.ofMillis(100), Duration.ofMillis(100), phase, Duration.ZERO));
    return plan.withSetsPerGroup(setsPerGroup)
        .withWorkload(
            plan.brokerage()
                .withLoad(Load.closed(16))
                .withMarket(new Market(20, Duration.ofMillis(200)))
                .withDataMaintenance(Duration.ofMillis(250))
                .withMix(ONE_OF_EACH));
  }

  private static final MarketModel MODEL =
      new MarketModel() {
        @Override
        public InputSource inputs(VmSet set, long seed) {
          return new FakeInputs(685);
        }

        @Override
        public PriceCurve curve() {
          return Stage.flatCurve();
        }
      };

  private EngineReply execute(TransactionType type) {
    if (type != TransactionType.TRADE_ORDER) {
      return EngineReply.committed(List.of());
    }
    return EngineReply.committed(List.of(Stage.marketOrder(lastTradeId.incrementAndGet())));
  }

  private Map<VmSet, TierAClient> connect(
      RunPlan plan, Function<TransactionType, EngineReply> execute) {
    return connect(
        plan,
        () ->
            FakeTierA.start(
                request -> Answer.of(execute.apply(Messages.type(request.getTypeValue())))));
  }

  private Map<VmSet, TierAClient> connect(RunPlan plan, Supplier<FakeTierA> start) {
    Map<VmSet, TierAClient> clients = new LinkedHashMap<>();
    for (VmSet set : plan.sets()) {
      FakeTierA server = start.get();
      TierAClient client =
          TierAClient.connect(
              TierAPlace.open(set, "127.0.0.1", server.port()), network, Duration.ofSeconds(10));
      open.add(0, server);
      open.add(0, client);
      clients.put(set, client);
    }
    return clients;
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable closeable : open) {
      closeable.close();
    }
    network.close();
  }

  @Test
  void runKeepsItsBooksAndItsTrades() throws Exception {
    RunPlan plan = plan(Duration.ofSeconds(20));
    Set<TransactionType> missing =
        Collections.synchronizedSet(EnumSet.allOf(TransactionType.class));
    AtomicReference<LoadGenerator> running = new AtomicReference<>();
    Map<VmSet, TierAClient> clients =
        connect(
            plan,
            type -> {
              // Ends when every type has come up and a segment has ended, however slow the machine
              // is.
              missing.remove(type);
              if (missing.isEmpty() && events.size() >= plan.sets().size()) {
                running.get().abort("seen enough");
              }
              return execute(type);
            });
    RunClock clock = RunClock.startingAt(Instant.now().plusMillis(200));
    Bookkeeper books = new Bookkeeper(plan, clock);
    try (LoadGenerator load =
        generator(plan, clock, books, event -> events.add(event.name()), clients, MODEL)) {
      running.set(load);
      load.cleanUp();
      load.run();

      List<CellRow> rows = books.snapshot().rows();
      assertThat(rows).allMatch(CellRow::isBalanced);
      assertThat(rows.stream().mapToLong(CellRow::failed).sum()).isZero();
      assertThat(rows.stream().mapToLong(CellRow::inFlightAtEnd).sum()).isZero();
      for (TransactionType type : TransactionType.values()) {
        assertThat(committed(rows, type)).as(type.label()).isPositive();
      }
      assertThat(committed(rows, TransactionType.TRADE_CLEANUP)).isEqualTo(8);
      long accepted = 0;
      for (MarketCounts counts : load.marketCounts().values()) {
        accepted += counts.ordersAccepted();
        assertThat(counts.resultsCommitted() + counts.open()).isEqualTo(counts.ordersAccepted());
      }
      assertThat(accepted)
          .isEqualTo(lastTradeId.get())
          .isEqualTo(committed(rows, TransactionType.TRADE_ORDER));
      assertThat(events)
          .hasSizeGreaterThanOrEqualTo(plan.sets().size())
          .containsOnly("marketBacklog");
    }
  }

  @Test
  void oneProcessDrivesFortyEightStacks() throws Exception {
    RunPlan plan = plan(12, Duration.ofSeconds(1));
    Map<VmSet, TierAClient> clients = connect(plan, FakeTierA::instant);
    assertThat(clients).hasSize(48);
    RunClock clock = RunClock.startingAt(Instant.now().plusMillis(500));
    Bookkeeper books = new Bookkeeper(plan, clock);
    try (LoadGenerator load = generator(plan, clock, books, event -> {}, clients, MODEL)) {
      load.cleanUp();
      load.run();

      List<CellRow> rows = books.snapshot().rows();
      assertThat(rows).allMatch(CellRow::isBalanced);
      assertThat(rows.stream().mapToLong(CellRow::failed).sum()).isZero();
      // A busy machine may get little done in one phase, but not in all of them.
      assertThat(rows.stream().mapToLong(CellRow::offered).sum()).isGreaterThan(plan.sets().size());
      for (Segment phase : plan.timeline().phases()) {
        long total = plan.sets().stream().mapToLong(set -> offered(rows, phase, set)).sum();
        for (VmGroup group : VmGroup.values()) {
          List<Long> ofSets =
              plan.sets().stream()
                  .filter(set -> set.group() == group)
                  .map(set -> offered(rows, phase, set))
                  .toList();
          double due = phase.shares().fraction(group) * total;
          assertThat((double) ofSets.stream().mapToLong(Long::longValue).sum())
              .isCloseTo(due, within(2.0));
          assertThat(Collections.max(ofSets) - Collections.min(ofSets)).isLessThanOrEqualTo(1);
        }
      }
    }
  }

  private static long offered(List<CellRow> rows, Segment phase, VmSet set) {
    return rows.stream()
        .filter(row -> row.phase().equals(phase.name()) && row.set().equals(set))
        .filter(row -> row.kind().isSentByUsers())
        .mapToLong(CellRow::offered)
        .sum();
  }

  @Test
  void abortEndsTheRunAtOnce() throws Exception {
    RunPlan plan = plan(Duration.ofSeconds(60));
    Map<VmSet, TierAClient> clients = connect(plan, this::execute);
    RunClock clock = RunClock.startingAt(Instant.now());
    Bookkeeper books = new Bookkeeper(plan, clock);
    try (LoadGenerator load = generator(plan, clock, books, event -> {}, clients, MODEL)) {
      load.abort("Ctrl-C");
      load.run();

      assertThat(load.abortReason()).isEqualTo("Ctrl-C");
      assertThat(Duration.ofNanos(clock.nanos())).isLessThan(plan.timeline().total());
    }
  }

  @Test
  void failedCleanupStopsTheRunAndNamesTheDatabase() {
    RunPlan plan = plan(Duration.ofSeconds(60));
    Map<VmSet, TierAClient> clients =
        connect(
            plan, type -> EngineReply.failure(Outcome.CONNECTION, "08001", "connection refused"));
    RunClock clock = RunClock.startingAt(Instant.now());
    Bookkeeper books = new Bookkeeper(plan, clock);
    try (LoadGenerator load = generator(plan, clock, books, event -> {}, clients, MODEL)) {
      assertThatThrownBy(load::cleanUp)
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("TRADE_CLEANUP_FAILED"))
          .hasMessageContaining("a1-vm2: connection 08001 connection refused");
    }
  }

  @Test
  void defectOfAnEmulatorEndsTheRun() throws Exception {
    RunPlan plan = plan(Duration.ofSeconds(60));
    Map<VmSet, TierAClient> clients =
        connect(
            plan,
            type ->
                EngineReply.committed(
                    List.of(new MarketOrder(1, 1, 1, 1, 0, MarketOrder.Action.PROCESS_NOW))));
    MarketModel broken =
        new MarketModel() {
          @Override
          public InputSource inputs(VmSet set, long seed) {
            return new FakeInputs(685);
          }

          @Override
          public PriceCurve curve() {
            return new PriceCurve() {
              @Override
              public int priceCents(int security, long marketMillis) {
                throw new IllegalStateException("no price");
              }

              @Override
              public long millisUntilTriggered(
                  int security, long marketMillis, int tradeType, int limitCents) {
                throw new IllegalStateException("no limit");
              }
            };
          }
        };
    RunClock clock = RunClock.startingAt(Instant.now());
    Bookkeeper books = new Bookkeeper(plan, clock);
    try (LoadGenerator load = generator(plan, clock, books, event -> {}, clients, broken)) {
      assertThatThrownBy(load::run).hasMessage("no price");
    }
  }

  private static long committed(List<CellRow> rows, TransactionType type) {
    return rows.stream().filter(row -> row.kind() == type).mapToLong(CellRow::committed).sum();
  }

  private static LoadGenerator generator(
      RunPlan plan,
      RunClock clock,
      Bookkeeper books,
      EventSink events,
      Map<VmSet, ? extends TierAConnection> connections,
      MarketModel model) {
    return new LoadGenerator(
        plan, LoadPart.WHOLE, clock, books, events, connections, model, acknowledged -> {});
  }
}
