package io.quartet.emulator;

import io.quartet.books.GroupChooser;
import io.quartet.books.RunClock;
import io.quartet.books.SegmentFinder;
import io.quartet.books.Ticket;
import io.quartet.books.TransactionDeck;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.InputSource;
import io.quartet.tiera.engine.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The requests of the Customer Emulator, without their pace. The shares of the phase select the
 * Group of a request. The Sets of the Group take turns, and the next card of the Set's deck gives
 * the transaction. Thread-safe once all Sets are added.
 *
 * <p>Deck and inputs belong to the Set, not to a user: the n-th request of a Set is the same in
 * every run with the same seed, for any schedule.
 */
final class CustomerRequests {

  private final RunClock clock;
  private final Consumer<RuntimeException> onDefect;
  private final GroupChooser chooser;
  private final SegmentFinder segments;
  private final Map<VmSet, SetRequests> requestsBySet = new HashMap<>();

  /**
   * @param segments those of the books, which may leave some out
   * @param onDefect hears of exceptions that are defects of Quartet
   */
  CustomerRequests(
      RunPlan plan,
      LoadPart part,
      RunClock clock,
      SegmentFinder segments,
      Consumer<RuntimeException> onDefect) {
    this.clock = clock;
    this.onDefect = onDefect;
    this.chooser = new GroupChooser(plan, part.sets(plan));
    this.segments = segments;
  }

  /** Where the requests of one Set come from and go to. */
  private record SetRequests(
      SetClient client, MarketExchange exchange, TransactionDeck deck, InputSource inputs) {

    /** Card and input of one request are drawn in one go, so that both have the same number. */
    Drawn draw() {
      synchronized (inputs) {
        TransactionType type = deck.next();
        return new Drawn(type, inputs.next(type));
      }
    }
  }

  /** The next request of a Set. */
  private record Drawn(TransactionType type, byte[] input) {}

  /** Adds a Set; all have to be added before the first request. */
  void add(SetClient client, MarketExchange exchange, TransactionDeck deck, InputSource inputs) {
    requestsBySet.put(client.set(), new SetRequests(client, exchange, deck, inputs));
  }

  RunClock clock() {
    return clock;
  }

  /** No request is due from this moment on, as far as it is decided. */
  long endNanos() {
    return segments.endNanos();
  }

  /**
   * Books and sends the next request.
   *
   * @param intendedNanos its intended start, not later than now
   * @param ended called once, when the request is booked as ended; inside this call if there is no
   *     connection
   * @throws RuntimeException if no request could be drawn, which is a defect; nothing is booked
   *     then
   */
  void send(long intendedNanos, Consumer<EngineReply> ended) {
    SetRequests requests = next(intendedNanos);
    Drawn drawn = requests.draw();
    Ticket ticket = requests.client.open(drawn.type, intendedNanos);
    requests.client.send(
        drawn.type, Target.BY_TYPE, drawn.input, reply -> answered(requests, ticket, reply, ended));
  }

  /** Books the next request as due at that moment and never sent. */
  void skip(long intendedNanos) {
    SetRequests requests = next(intendedNanos);
    // Drawn with its input, so that the inputs of later requests are those of a run without skips.
    requests.client.skip(requests.draw().type, intendedNanos);
  }

  /** Runs an action where an exception would otherwise vanish in a network or timer thread. */
  void guarded(Runnable action, Runnable afterDefect) {
    try {
      action.run();
    } catch (RuntimeException e) {
      onDefect.accept(e);
      afterDefect.run();
    }
  }

  private SetRequests next(long intendedNanos) {
    return requestsBySet.get(chooser.nextSet(segments.at(intendedNanos)));
  }

  private static void answered(
      SetRequests requests, Ticket ticket, EngineReply reply, Consumer<EngineReply> ended) {
    requests.client.close(ticket, reply);
    if (ticket.kind() == TransactionType.TRADE_ORDER) {
      requests.exchange.tradeOrderEnded(reply);
    }
    ended.accept(reply);
  }
}
