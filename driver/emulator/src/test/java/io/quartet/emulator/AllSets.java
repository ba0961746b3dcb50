package io.quartet.emulator;

import io.quartet.books.Bookkeeper;
import io.quartet.books.TransactionDeck;
import io.quartet.books.VirtualClock;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.events.EventSink;
import io.quartet.tiera.fake.FakeConnection;
import io.quartet.tiera.fake.FakeConnection.Answer;
import io.quartet.tiera.fake.FakeConnection.Request;
import io.quartet.tiera.fake.FakeInputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A virtual clock, the books and a connection for each Set of a plan. */
final class AllSets {

  final VirtualClock clock = new VirtualClock();
  final Bookkeeper books;
  final List<RuntimeException> defects = new ArrayList<>();
  final CustomerRequests requests;
  final Map<VmSet, FakeConnection> connections = new LinkedHashMap<>();

  AllSets(RunPlan plan) {
    this(plan, LoadPart.WHOLE);
  }

  /** For the Sets of a part of the load. */
  AllSets(RunPlan plan, LoadPart part) {
    books = new Bookkeeper(plan, clock);
    requests = new CustomerRequests(plan, part, clock, books.segments(), defects::add);
    for (VmSet set : part.sets(plan)) {
      FakeConnection connection = new FakeConnection(clock);
      connections.put(set, connection);
      EventSink nobody = event -> {};
      SetClient client =
          new SetClient(set, connection, books, clock, new SetHealth(set, clock, nobody), nobody);
      MarketExchange exchange =
          new MarketExchange(
              client,
              clock::at,
              plan.brokerage().market(),
              Stage.flatCurve(),
              new FakeInputs(685),
              7,
              acknowledged -> {});
      requests.add(
          client,
          exchange,
          TransactionDeck.of(plan.brokerage().mix(), plan.brokerage().seed(), set),
          new FakeInputs(685));
    }
  }

  void answerAll(Function<Request, Answer> script) {
    connections.values().forEach(connection -> connection.answer(script));
  }

  /** The connection to the first Set of a Group. */
  FakeConnection first(VmGroup group) {
    return connections.get(new VmSet(group, 1));
  }

  /** Requests that went out so far. */
  long sent() {
    return connections.values().stream().mapToLong(c -> c.requests().size()).sum();
  }
}
