package io.quartet.emulator;

import io.quartet.books.Ticket;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A Trade-Result or Market-Feed that is tried until its answer is final or the run ends. It is one
 * request in the bookkeeping. Its response time runs from its intended start over all attempts, and
 * failed attempts are counted as retries. If the run ends after a failed attempt, the request has
 * failed in the same way. It is in doubt if any of its attempts was.
 */
final class PersistentRequest {

  private final SetClient client;
  private final Timers timers;
  private final BooleanSupplier mayRetry;
  private final BackOff backOff;
  private final TransactionType type;
  private final Ticket ticket;
  private final byte[] input;
  private final Consumer<EngineReply> ended;
  private Runnable inDoubt = () -> {};
  private boolean wasInDoubt;
  private int failedAttempts;
  private int retries;
  private int earlierRoundTrips;

  /**
   * @param mayRetry false once the run has ended
   * @param backOff shared by the requests of one exchange
   * @param dueNanos when it should be sent, from where it counts as started
   * @param ended called once, with the last reply, after it was booked
   */
  PersistentRequest(
      SetClient client,
      Timers timers,
      BooleanSupplier mayRetry,
      BackOff backOff,
      TransactionType type,
      long dueNanos,
      byte[] input,
      Consumer<EngineReply> ended) {
    this.client = client;
    this.timers = timers;
    this.mayRetry = mayRetry;
    this.backOff = backOff;
    this.type = type;
    this.ticket = client.open(type, dueNanos);
    this.input = input;
    this.ended = ended;
  }

  /**
   * Action after an attempt in doubt, and again when the request ends after such an attempt. No
   * reply holds the output of the first commit.
   */
  PersistentRequest whenInDoubt(Runnable action) {
    inDoubt = action;
    return this;
  }

  /** Sends the next attempt. */
  void send() {
    client.send(type, Target.BY_TYPE, input, this::answered);
  }

  private void answered(EngineReply reply) {
    boolean isInDoubt = reply.outcome() == Outcome.IN_DOUBT;
    wasInDoubt |= isInDoubt;
    if (reply.isFinal() || !mayRetry.getAsBoolean()) {
      end(reply);
      return;
    }
    if (isInDoubt) {
      inDoubt.run();
    }
    failedAttempts++;
    long wait;
    synchronized (backOff) {
      wait = backOff.nanosAfter(failedAttempts);
    }
    timers.at(client.clock().nanos() + wait, () -> tryAgain(reply));
  }

  private void tryAgain(EngineReply lastReply) {
    if (mayRetry.getAsBoolean()) {
      client.retried(type, lastReply);
      retries += 1 + lastReply.retries().size();
      earlierRoundTrips += lastReply.roundTrips();
      send();
    } else {
      // Booked as the failure it was: nobody will try again.
      end(lastReply);
    }
  }

  private void end(EngineReply last) {
    EngineReply reply = wasInDoubt && !last.isFinal() ? inDoubt(last) : last;
    client.close(ticket, reply, retries, earlierRoundTrips);
    ended.accept(reply);
    if (wasInDoubt) {
      inDoubt.run();
    }
  }

  /** A later failure does not show whether the earlier attempt was committed. */
  private static EngineReply inDoubt(EngineReply last) {
    return new EngineReply(
        Outcome.IN_DOUBT,
        last.status(),
        last.roundTrips(),
        last.serviceMicros(),
        last.isAlreadyApplied(),
        last.retries(),
        last.orders(),
        last.output(),
        last.sqlstate(),
        last.statement(),
        last.message());
  }
}
