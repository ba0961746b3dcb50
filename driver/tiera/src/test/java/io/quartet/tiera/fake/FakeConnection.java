package io.quartet.tiera.fake;

import io.quartet.books.VirtualClock;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.tiera.client.ConnectionListener;
import io.quartet.tiera.client.ReplyHandler;
import io.quartet.tiera.client.TierAConnection;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A connection to a Tier A that exists in virtual time only. A script decides each reply and its
 * delay. Not thread-safe.
 */
public final class FakeConnection implements TierAConnection {

  /**
   * A request as it was sent.
   *
   * @param number position among all requests, from 0
   * @param nanos when
   */
  public record Request(
      int number, long nanos, TransactionType type, Target target, byte[] input) {}

  /**
   * The answer to a request.
   *
   * @param delay zero answers inside {@code send}
   * @param reply null never answers
   */
  public record Answer(Duration delay, EngineReply reply) {
    /** Commits after a delay and brings these orders. */
    public static Answer committed(Duration delay, MarketOrder... orders) {
      return new Answer(delay, EngineReply.committed(List.of(orders)));
    }

    /** Leaves the request without an answer. */
    public static Answer none() {
      return new Answer(Duration.ZERO, null);
    }
  }

  private final VirtualClock clock;
  private final List<Request> requests = new ArrayList<>();
  private final List<ConnectionListener> listeners = new ArrayList<>();
  private final List<Consumer<List<MarketOrder>>> resyncs = new ArrayList<>();
  private Function<Request, Answer> script;
  private boolean isForgetful;

  /** Commits everything after 1 ms until another script is given. */
  public FakeConnection(VirtualClock clock) {
    this.clock = clock;
    this.script = request -> Answer.committed(Duration.ofMillis(1));
  }

  /** Decides what becomes of the requests from now on. */
  public void answer(Function<Request, Answer> newScript) {
    script = newScript;
  }

  /** Keeps no request from now on, for runs of millions of them; their numbers stand still. */
  public void forget() {
    isForgetful = true;
    requests.clear();
  }

  /** All requests so far. */
  public List<Request> requests() {
    return requests;
  }

  /** Requests of one type so far. */
  public List<Request> requests(TransactionType type) {
    return requests.stream().filter(request -> request.type() == type).toList();
  }

  /** Resyncs that wait for {@link #answerResync}. */
  public int resyncsWaiting() {
    return resyncs.size();
  }

  /** Answers the oldest Resync. */
  public void answerResync(MarketOrder... orders) {
    resyncs.remove(0).accept(List.of(orders));
  }

  /** Tells the listeners that the connection is lost. */
  public void lose(VmSet set, String reason) {
    listeners.forEach(listener -> listener.onLost(set, reason));
  }

  /** Tells the listeners that the connection is back. */
  public void restore(VmSet set) {
    listeners.forEach(listener -> listener.onRestored(set));
  }

  @Override
  public void send(TransactionType type, Target target, byte[] input, ReplyHandler handler) {
    Request request = new Request(requests.size(), clock.nanos(), type, target, input);
    if (!isForgetful) {
      requests.add(request);
    }
    Answer answer = script.apply(request);
    if (answer.reply() == null) {
      return;
    }
    if (answer.delay().isZero()) {
      handler.onReply(answer.reply());
    } else {
      clock.at(clock.nanos() + answer.delay().toNanos(), () -> handler.onReply(answer.reply()));
    }
  }

  @Override
  public void resync(Consumer<List<MarketOrder>> orders, Consumer<String> failure) {
    resyncs.add(orders);
  }

  @Override
  public void addListener(ConnectionListener listener) {
    listeners.add(listener);
  }
}
