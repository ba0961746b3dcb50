package io.quartet.emulator;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Market;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.InputSource;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.PriceCurve;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The Market Exchange of one Set: executes accepted orders after the delay of the trading floor,
 * writes them on the ticker, and watches limit orders. Market time is the run's clock. Thread-safe.
 *
 * <p>Everything happens on timers and replies; nothing waits. Trade-Results go out when they are
 * due, as many as there are; Tier A queues them per broker. One Market-Feed is under way at a time.
 * Both are tried until the run ends.
 *
 * <p>Source: docs/spec/workload.md, "Market Exchange".
 */
final class MarketExchange {

  /** Mean of the exponential delay of the trading floor. */
  static final double MEAN_DELAY_NANOS = 1e9;

  /** Where the delay is cut. */
  static final long LONGEST_DELAY_NANOS = 5_000_000_000L;

  /**
   * When to look for orders after a commit in doubt. More than once, because the network may
   * deliver a COMMIT long after Tier A has given it up.
   */
  private static final List<Duration> RESYNC_AFTER =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(60));

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final SetClient client;
  private final Timers timers;
  private final PriceCurve curve;
  private final InputSource inputs;
  private final SplittableRandom random;
  private final BackOff backOff;
  private final Consumer<Acknowledgement> journal;

  // Guarded by this.
  private final Ticker ticker;
  private final OrderBook book = new OrderBook();
  private boolean isFeedUnderWay;
  private long flushTimerNanos = Long.MAX_VALUE;
  private boolean isResyncWanted;

  /** Seconds of the run in which a Resync is due. */
  private final Set<Long> resyncSeconds = new HashSet<>();

  private int resultsUnderWay;
  private long inDoubtOrders;

  private volatile boolean hasEnded;

  /**
   * @param inputs stream for this exchange only
   * @param runSeed seed of the run
   * @param journal receives every trade at once when its commit was answered
   */
  MarketExchange(
      SetClient client,
      Timers timers,
      Market market,
      PriceCurve curve,
      InputSource inputs,
      long runSeed,
      Consumer<Acknowledgement> journal) {
    this.client = client;
    this.journal = journal;
    this.timers = timers;
    this.curve = curve;
    this.inputs = inputs;
    this.random = new SplittableRandom(Seeds.MARKET_DELAYS.of(runSeed, client.set()));
    this.backOff = new BackOff(Seeds.BACK_OFF.of(runSeed, client.set()));
    this.ticker =
        new Ticker(
            market.flush(),
            market.flushAfter().toNanos(),
            inputs.securityCount(),
            curve,
            random.split());
  }

  /** Takes the orders out of the reply of a Trade-Order. */
  synchronized void tradeOrderEnded(EngineReply reply) {
    for (MarketOrder order : reply.orders()) {
      if (reply.outcome() == Outcome.COMMITTED) {
        acknowledged(order, Acknowledgement.What.ORDER);
      }
      OpenOrder added = book.accept(order, stageOf(order));
      if (added != null) {
        begin(added);
      }
    }
    if (reply.outcome() == Outcome.IN_DOUBT) {
      inDoubtOrders++;
      resyncSeveralTimes();
    }
  }

  /** Asks Tier A for orders this exchange has not heard of, and again until it gets an answer. */
  synchronized void resync() {
    isResyncWanted = true;
    startResync();
  }

  /** Sends nothing more; replies of what is under way are still taken. */
  void end() {
    hasEnded = true;
  }

  /** True when no reply is outstanding and no attempt waits. */
  synchronized boolean isIdle() {
    return resultsUnderWay == 0 && !isFeedUnderWay;
  }

  synchronized MarketCounts counts() {
    return new MarketCounts(
        book.accepted(), book.settled(), book.size(), book.due(), inDoubtOrders);
  }

  private static OpenOrder.Stage stageOf(MarketOrder order) {
    return order.action() == MarketOrder.Action.PROCESS_NOW
        ? OpenOrder.Stage.IN_DELAY
        : OpenOrder.Stage.AWAITS_LIMIT;
  }

  private void begin(OpenOrder order) {
    if (hasEnded) {
      return;
    }
    switch (order.stage()) {
      case IN_DELAY -> beginDelay(order);
      case AWAITS_LIMIT -> beginWatch(order);
      case DUE -> throw new IllegalStateException("a new order cannot be due");
    }
  }

  private void beginDelay(OpenOrder order) {
    // 1 - u lies in (0, 1], whose logarithm is finite.
    double delay = -Math.log(1 - random.nextDouble()) * MEAN_DELAY_NANOS;
    long dueNanos = now() + Math.min((long) delay, LONGEST_DELAY_NANOS);
    timers.at(dueNanos, () -> becomesDue(order, dueNanos));
  }

  private void beginWatch(OpenOrder watched) {
    MarketOrder order = watched.order();
    long nowNanos = now();
    long wait =
        curve.millisUntilTriggered(
            order.security(), millis(nowNanos), order.tradeType(), order.priceCents());
    if (wait <= 0) {
      ticker.addTrigger(order.security(), price(order.security(), nowNanos), nowNanos);
    } else {
      timers.at(nowNanos + wait * 1_000_000, () -> limitReached(watched));
    }
  }

  private synchronized void limitReached(OpenOrder watched) {
    if (!hasEnded && watched.stage() == OpenOrder.Stage.AWAITS_LIMIT) {
      ticker.addTrigger(watched.order().security(), watched.order().priceCents(), now());
    }
  }

  private synchronized void becomesDue(OpenOrder open, long dueNanos) {
    if (hasEnded) {
      return;
    }
    book.becomeDue(open);
    MarketOrder order = open.order();
    long nowNanos = now();
    int current = price(order.security(), nowNanos);
    byte[] input = inputs.tradeResult(order.tradeId(), executionPrice(order, current));
    resultsUnderWay++;
    new PersistentRequest(
            client,
            timers,
            () -> !hasEnded,
            backOff,
            TransactionType.TRADE_RESULT,
            dueNanos,
            input,
            reply -> resultEnded(open, reply))
        .send();
    ticker.addTrade(order.security(), current, order.quantity(), nowNanos);
    feedIfDue();
  }

  /** A limit order never gets a worse price than its limit. */
  private static int executionPrice(MarketOrder order, int current) {
    return switch (order.tradeType()) {
      case MarketOrder.TYPE_LIMIT_BUY -> Math.min(order.priceCents(), current);
      case MarketOrder.TYPE_LIMIT_SELL -> Math.max(order.priceCents(), current);
      default -> current;
    };
  }

  private synchronized void resultEnded(OpenOrder order, EngineReply reply) {
    resultsUnderWay--;
    // A wrong answer leaves the trade as it was, so its order stays open.
    if (reply.outcome() == Outcome.COMMITTED) {
      acknowledged(order.order(), Acknowledgement.What.RESULT);
      book.settle(order);
    }
  }

  private void acknowledged(MarketOrder order, Acknowledgement.What what) {
    long utcMillis = client.clock().utcMillis(now());
    journal.accept(new Acknowledgement(utcMillis, client.set(), order.tradeId(), what));
  }

  private void feedIfDue() {
    long due = ticker.batchDueNanos();
    if (hasEnded || isFeedUnderWay || due == Long.MAX_VALUE) {
      return;
    }
    if (due <= now()) {
      sendFeed(ticker.takeBatch(), due);
    } else if (due < flushTimerNanos) {
      flushTimerNanos = due;
      timers.at(due, this::flushTimer);
    }
  }

  private synchronized void flushTimer() {
    flushTimerNanos = Long.MAX_VALUE;
    feedIfDue();
  }

  private void sendFeed(List<TickerEntry> batch, long dueNanos) {
    isFeedUnderWay = true;
    byte[] input =
        inputs.marketFeed(
            batch.stream().mapToInt(TickerEntry::security).toArray(),
            batch.stream().mapToInt(TickerEntry::priceCents).toArray(),
            batch.stream().mapToInt(TickerEntry::quantity).toArray());
    new PersistentRequest(
            client,
            timers,
            () -> !hasEnded,
            backOff,
            TransactionType.MARKET_FEED,
            dueNanos,
            input,
            this::feedEnded)
        .whenInDoubt(this::feedInDoubt)
        .send();
  }

  private synchronized void feedEnded(EngineReply reply) {
    isFeedUnderWay = false;
    reply.orders().forEach(this::released);
    feedIfDue();
  }

  /** If it was committed, the orders it released are in no reply: the next attempt finds none. */
  private synchronized void feedInDoubt() {
    resyncSeveralTimes();
  }

  /** A Market-Feed or Resync says that the order is submitted. */
  private void released(MarketOrder order) {
    OpenOrder known = book.find(order.tradeId());
    if (known == null) {
      OpenOrder found = book.discover(order, OpenOrder.Stage.IN_DELAY);
      if (found != null) {
        begin(found);
      }
    } else if (known.stage() == OpenOrder.Stage.AWAITS_LIMIT) {
      known.moveTo(OpenOrder.Stage.IN_DELAY);
      begin(known);
    }
  }

  private void resyncSeveralTimes() {
    RESYNC_AFTER.forEach(this::resyncAfter);
  }

  /** One look serves all doubts of the same second. */
  private void resyncAfter(Duration pause) {
    long second = -Math.floorDiv(-(now() + pause.toNanos()), NANOS_PER_SECOND);
    if (resyncSeconds.add(second)) {
      timers.at(second * NANOS_PER_SECOND, () -> resyncIn(second));
    }
  }

  private synchronized void resyncIn(long second) {
    resyncSeconds.remove(second);
    resync();
  }

  private synchronized void startResync() {
    if (hasEnded || !isResyncWanted || book.isResyncing()) {
      return;
    }
    isResyncWanted = false;
    book.resyncBegins();
    client.connection().resync(this::resyncAnswered, reason -> resyncFailed());
  }

  private synchronized void resyncAnswered(List<MarketOrder> orders) {
    for (MarketOrder order : orders) {
      if (order.action() == MarketOrder.Action.PROCESS_NOW) {
        released(order);
      } else {
        OpenOrder found = book.discover(order, OpenOrder.Stage.AWAITS_LIMIT);
        if (found != null) {
          begin(found);
        }
      }
    }
    book.resyncEnds();
    startResync();
  }

  private synchronized void resyncFailed() {
    if (book.isResyncing()) {
      book.resyncEnds();
      resyncAfter(RESYNC_AFTER.get(0));
    }
  }

  private int price(int security, long nanos) {
    return curve.priceCents(security, millis(nanos));
  }

  private long now() {
    return client.clock().nanos();
  }

  private static long millis(long nanos) {
    return Math.floorDiv(nanos, 1_000_000L);
  }
}
