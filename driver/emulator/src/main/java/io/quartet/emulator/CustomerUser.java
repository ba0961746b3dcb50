package io.quartet.emulator;

import io.quartet.tiera.engine.EngineReply;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One user of the closed pool: always has exactly one request under way, except in the pause after
 * a failure. It owns no thread: it continues on the thread that brings the reply, which saves two
 * thread switches per request.
 */
final class CustomerUser implements Runnable {

  /**
   * Who continues after a reply: the thread still inside {@code send}, or the one that brings it.
   */
  private enum State {
    SENDING,
    WAITING,
    ANSWERED
  }

  private static final long PAUSE_AFTER_FAILURE_NANOS = 100_000_000L;

  private final CustomerPool pool;
  private final CustomerRequests requests;
  private final AtomicReference<State> state = new AtomicReference<>();

  // Written before the state changes hands, read after.
  private boolean needsPause;

  CustomerUser(CustomerPool pool, CustomerRequests requests) {
    this.pool = pool;
    this.requests = requests;
  }

  /** Sends requests until one is left unanswered, a pause is due or the run has ended. */
  @Override
  public void run() {
    do {
      long now = requests.clock().nanos();
      if (pool.hasEnded(now)) {
        pool.userEnded();
        return;
      }
      state.set(State.SENDING);
      requests.send(now, this::answered);
      if (state.compareAndSet(State.SENDING, State.WAITING)) {
        return;
      }
    } while (mayGoOn());
  }

  private void answered(EngineReply reply) {
    needsPause = needsPauseAfter(reply);
    if (!state.compareAndSet(State.SENDING, State.ANSWERED) && mayGoOn()) {
      pool.guarded(this);
    }
  }

  /** False if a pause is due, which then is scheduled. */
  private boolean mayGoOn() {
    if (needsPause) {
      pool.resumeAt(requests.clock().nanos() + PAUSE_AFTER_FAILURE_NANOS, this);
      return false;
    }
    return true;
  }

  /** A database that is down answers at once; without a pause it would be flooded. */
  private static boolean needsPauseAfter(EngineReply reply) {
    return switch (reply.outcome()) {
      case CONNECTION, IN_DOUBT, SQL_ERROR, ENGINE_ERROR -> true;
      case COMMITTED, ROLLED_BACK_ON_PURPOSE, SERIALIZATION, DEADLOCK, TIMEOUT, WRONG_ANSWER ->
          false;
    };
  }
}
