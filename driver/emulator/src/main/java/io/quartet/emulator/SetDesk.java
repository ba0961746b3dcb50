package io.quartet.emulator;

import io.quartet.measure.Bookkeeper;
import io.quartet.measure.Reply;
import io.quartet.measure.RunClock;
import io.quartet.measure.Ticket;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.tiera.client.ReplyHandler;
import io.quartet.tiera.client.TierAConnection;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;

/** Sends the transactions of one Set and books them. Thread-safe. */
final class SetDesk {

  private final VmSet set;
  private final TierAConnection connection;
  private final Bookkeeper books;
  private final RunClock clock;
  private final SetHealth health;

  SetDesk(
      VmSet set, TierAConnection connection, Bookkeeper books, RunClock clock, SetHealth health) {
    this.set = set;
    this.connection = connection;
    this.books = books;
    this.clock = clock;
    this.health = health;
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

  /**
   * Books the end of a request.
   *
   * @param earlierRetries attempts thrown away before the one of this reply
   */
  void close(Ticket ticket, EngineReply reply, int earlierRetries) {
    long now = clock.nanos();
    books.finished(
        ticket,
        now,
        new Reply(
            reply.outcome(),
            reply.status(),
            reply.retries().size() + earlierRetries,
            reply.roundTrips(),
            reply.serviceMicros()));
    bookEngineRetries(ticket.type(), reply);
    if (reply.outcome().isFailure()) {
      books.failure(ticket.type(), causeOf(reply), reply.statement());
    }
  }

  /** Books a failed attempt that is tried again. */
  void retried(TransactionType type, EngineReply reply) {
    bookEngineRetries(type, reply);
    books.retry(type, causeOf(reply), reply.statement());
  }

  private void bookEngineRetries(TransactionType type, EngineReply reply) {
    for (EngineReply.Retry retry : reply.retries()) {
      books.retry(type, retry.sqlstate(), retry.statement());
    }
  }

  /** The SQLSTATE, or the kind of the failure where there is none. */
  private static String causeOf(EngineReply reply) {
    return reply.sqlstate().isEmpty() ? reply.outcome().label() : reply.sqlstate();
  }
}
