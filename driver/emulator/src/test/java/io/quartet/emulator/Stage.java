package io.quartet.emulator;

import io.quartet.books.Bookkeeper;
import io.quartet.books.CellRow;
import io.quartet.books.VirtualClock;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Market;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.results.events.EventSink;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.PriceCurve;
import io.quartet.tiera.fake.FakeConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A plan, a virtual clock and the books around one Set, for the tests of this package. */
final class Stage {

  static final VmSet A1 = new VmSet(VmGroup.A, 1);

  final VirtualClock clock = new VirtualClock();
  final FakeConnection connection = new FakeConnection(clock);
  final List<String> events = new ArrayList<>();
  final RunPlan plan;
  final Bookkeeper books;
  final SetHealth health;
  final SetClient client;

  Stage(RunPlan plan) {
    this.plan = plan;
    books = new Bookkeeper(plan, clock);
    EventSink sink = event -> events.add(event.name() + " " + event.fields());
    health = new SetHealth(A1, clock, sink);
    client = new SetClient(A1, connection, books, clock, health, sink);
    connection.addListener(health);
  }

  static RunPlan plan(int users, Duration phase, Market market) {
    RunPlan plan =
        TestPlans.withTiming(
            TestPlans.demo(1),
            new Timing(Duration.ofSeconds(2), Duration.ofSeconds(1), phase, Duration.ofSeconds(1)));
    return plan.withWorkload(
        plan.brokerage().withLoad(Load.closed(users)).withMarket(market).withSeed(7));
  }

  /** 20 entries per batch, flushed after 5 s. */
  static RunPlan plan() {
    return plan(4, Duration.ofSeconds(60), new Market(20, Duration.ofSeconds(5)));
  }

  static MarketOrder marketOrder(long tradeId) {
    return new MarketOrder(tradeId, 3, 200, 2500, 0, MarketOrder.Action.PROCESS_NOW);
  }

  static MarketOrder limitOrder(long tradeId, int tradeType, int limitCents) {
    return new MarketOrder(
        tradeId, 3, 200, limitCents, tradeType, MarketOrder.Action.SET_LIMIT_TRIGGER);
  }

  /** Stands at 25.00 and reaches every limit after a minute, or has reached it if it is 25.00. */
  static PriceCurve flatCurve() {
    return new PriceCurve() {
      @Override
      public int priceCents(int security, long marketMillis) {
        return 2500;
      }

      @Override
      public long millisUntilTriggered(
          int security, long marketMillis, int tradeType, int limitCents) {
        return limitCents == 2500 ? 0 : 60_000;
      }
    };
  }

  /** Sum over all segments of one column of one transaction of A1. */
  long sum(TransactionType type, java.util.function.ToLongFunction<CellRow> column) {
    return books.snapshot().rows().stream()
        .filter(row -> row.kind() == type && row.set().equals(A1))
        .mapToLong(column)
        .sum();
  }
}
