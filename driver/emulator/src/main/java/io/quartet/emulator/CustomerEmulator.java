package io.quartet.emulator;

import io.quartet.measure.GroupChooser;
import io.quartet.measure.RunClock;
import io.quartet.measure.SegmentFinder;
import io.quartet.measure.TransactionDeck;
import io.quartet.model.Outcome;
import io.quartet.model.RunPlan;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.InputSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The Customer Emulator in closed mode: one pool of users without think time. Each request goes to
 * the Group that the shares of its phase say, to the next Set of the Group, and is the next card of
 * that Set's deck. Thread-safe.
 *
 * <p>Deck and inputs belong to the Set, not to the user: the n-th request a Set sees is the same in
 * every run with the same seed, however the users were scheduled.
 */
final class CustomerEmulator {

  private final RunClock clock;
  private final Timers timers;
  private final Consumer<RuntimeException> onDefect;
  private final GroupChooser chooser;
  private final SegmentFinder segments;
  private final long rampUpNanos;
  private final long endNanos;
  private final List<CustomerUser> users;
  private final CountDownLatch usersLeft;
  private final Map<VmSet, Source> sources = new HashMap<>();
  private volatile boolean isAborted;

  /**
   * @param onDefect hears of exceptions that are defects of Quartet
   */
  CustomerEmulator(
      RunPlan plan, RunClock clock, Timers timers, Consumer<RuntimeException> onDefect) {
    this.clock = clock;
    this.timers = timers;
    this.onDefect = onDefect;
    this.chooser = new GroupChooser(plan);
    this.segments = new SegmentFinder(plan.timeline());
    this.rampUpNanos = plan.timing().rampUp().toNanos();
    this.endNanos = plan.timeline().total().toNanos();
    this.users = Stream.generate(() -> new CustomerUser(this)).limit(plan.load().users()).toList();
    this.usersLeft = new CountDownLatch(users.size());
  }

  /** Adds a Set; all have to be added before {@link #start}. */
  void add(SetDesk desk, MarketExchange exchange, TransactionDeck deck, InputSource inputs) {
    sources.put(desk.set(), new Source(desk, exchange, deck, inputs));
  }

  /** Starts the users one by one, evenly over rampUp. */
  void start() {
    for (int i = 0; i < users.size(); i++) {
      CustomerUser user = users.get(i);
      timers.at(rampUpNanos * i / users.size(), () -> guarded(user));
    }
  }

  /** Lets every user stop after its request. */
  void abort() {
    isAborted = true;
  }

  /**
   * Waits until every user has stopped.
   *
   * @return false if some still wait for a reply after that time
   */
  boolean awaitEnd(Duration longest) throws InterruptedException {
    return usersLeft.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Users that have not stopped yet. */
  long usersLeft() {
    return usersLeft.getCount();
  }

  RunClock clock() {
    return clock;
  }

  boolean hasEnded(long nowNanos) {
    return isAborted || nowNanos >= endNanos;
  }

  void userEnded() {
    usersLeft.countDown();
  }

  Source nextSource(long nowNanos) {
    return sources.get(chooser.nextSet(segments.at(nowNanos)));
  }

  void resumeAt(long nanos, CustomerUser user) {
    timers.at(nanos, () -> guarded(user));
  }

  void defect(RuntimeException defect) {
    onDefect.accept(defect);
  }

  /** Runs a user where an exception would otherwise vanish in a network thread. */
  void guarded(CustomerUser user) {
    try {
      user.run();
    } catch (RuntimeException e) {
      onDefect.accept(e);
      userEnded();
    }
  }

  static EngineReply noInput(RuntimeException reason) {
    return EngineReply.failure(
        Outcome.ENGINE_ERROR, "", "no input could be made: " + reason.getMessage());
  }

  /** Where the requests of one Set come from and go to. */
  static final class Source {
    private final SetDesk desk;
    private final MarketExchange exchange;
    private final TransactionDeck deck;
    private final InputSource inputs;

    Source(SetDesk desk, MarketExchange exchange, TransactionDeck deck, InputSource inputs) {
      this.desk = desk;
      this.exchange = exchange;
      this.deck = deck;
      this.inputs = inputs;
    }

    SetDesk desk() {
      return desk;
    }

    MarketExchange exchange() {
      return exchange;
    }

    TransactionType nextType() {
      return deck.next();
    }

    byte[] nextInput(TransactionType type) {
      synchronized (inputs) {
        return inputs.next(type);
      }
    }
  }
}
