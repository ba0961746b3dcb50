package io.quartet.emulator;

import io.quartet.books.Bookkeeper;
import io.quartet.books.Reply;
import io.quartet.books.RunClock;
import io.quartet.books.Ticket;
import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import io.quartet.tiera.client.ReplyHandler;
import io.quartet.tiera.client.TierAConnection;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sends the transactions of one Set and books them. Thread-safe. */
final class SetClient {

  private final VmSet set;
  private final TierAConnection connection;
  private final Bookkeeper books;
  private final RunClock clock;
  private final SetHealth health;
  private final EventSink events;
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  /**
   * @param events records unexpected answers
   */
  SetClient(
      VmSet set,
      TierAConnection connection,
      Bookkeeper books,
      RunClock clock,
      SetHealth health,
      EventSink events) {
    this.set = set;
    this.connection = connection;
    this.books = books;
    this.clock = clock;
    this.health = health;
    this.events = events;
  }

  VmSet set() {
    return set;
  }

  TierAConnection connection() {
    return connection;
  }

  RunClock clock() {
    return clock;
  }

  /** Books a request as started. */
  Ticket open(TransactionType type, long intendedNanos) {
    return books.started(set, type, intendedNanos);
  }

  /** Books a request that was due at that moment and is never sent. */
  void skip(TransactionType type, long intendedNanos) {
    books.skipped(set, type, intendedNanos);
  }

  /** Sends one attempt; nothing is booked. */
  void send(TransactionType type, Target target, byte[] input, ReplyHandler handler) {
    long sentNanos = clock.nanos();
    health.sent(type, target);
    connection.send(
        type,
        target,
        input,
        reply -> {
          health.observe(type, target, sentNanos, reply);
          handler.onReply(reply);
        });
  }

  /** Books the end of a request that was sent once. */
  void close(Ticket ticket, EngineReply reply) {
    close(ticket, reply, 0, 0);
  }

  /**
   * Books the end of a request.
   *
   * @param earlierRetries attempts thrown away before the one of this reply
   * @param earlierRoundTrips what those of the caller took
   */
  void close(Ticket ticket, EngineReply reply, int earlierRetries, int earlierRoundTrips) {
    long now = clock.nanos();
    books.finished(
        ticket,
        now,
        new Reply(
            reply.outcome(),
            reply.status(),
            reply.retries().size() + earlierRetries,
            earlierRoundTrips + reply.roundTrips(),
            reply.serviceMicros()));
    bookEngineRetries(ticket.kind(), reply);
    if (reply.outcome().isFailure()) {
      books.failure(ticket.kind(), causeOf(reply), reply.statement());
      reportDefect(ticket.kind(), reply);
    }
  }

  /** Books a failed attempt that is tried again. */
  void retried(TransactionType type, EngineReply reply) {
    bookEngineRetries(type, reply);
    books.retry(type, causeOf(reply), reply.statement());
  }

  private void bookEngineRetries(RequestKind kind, EngineReply reply) {
    for (EngineReply.Retry retry : reply.retries()) {
      books.retry(kind, retry.sqlstate(), retry.statement());
    }
  }

  /** Records an unexpected answer once, if no database gave a reason. */
  private void reportDefect(RequestKind kind, EngineReply reply) {
    boolean isDefect =
        reply.outcome() == Outcome.WRONG_ANSWER || reply.outcome() == Outcome.ENGINE_ERROR;
    if (isDefect && reported.add(kind.label() + " " + causeOf(reply))) {
      events.accept(
          new RunEvent.UnexpectedAnswer(set.name(), kind.label(), causeOf(reply), reply.message()));
    }
  }

  /** The SQLSTATE; where there is none, the status of a wrong answer or the kind of failure. */
  private static String causeOf(EngineReply reply) {
    if (!reply.sqlstate().isEmpty()) {
      return reply.sqlstate();
    }
    return reply.outcome() == Outcome.WRONG_ANSWER
        ? "status " + reply.status()
        : reply.outcome().label();
  }
}
