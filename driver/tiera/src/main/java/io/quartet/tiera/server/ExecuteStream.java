package io.quartet.tiera.server;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.engine.TransactionEngine;
import io.quartet.tiera.engine.TransactionSession;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.TransactionRequest;
import io.quartet.tiera.wire.Messages;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One driver connection: dispatches its requests to the workers and writes the replies, in the
 * order in which they are ready. After the request side has ended the replies of work in flight
 * still go out, then the stream ends.
 */
final class ExecuteStream implements StreamObserver<TransactionRequest> {

  private static final Logger LOG = LoggerFactory.getLogger(ExecuteStream.class);

  private final TransactionEngine engine;
  private final Workers users;
  private final OrderedWorkers market;
  private final ServerCallStreamObserver<TransactionReply> replies;

  // Both guarded by this.
  private int inFlight;
  private boolean hasRequestSideEnded;

  ExecuteStream(
      TransactionEngine engine,
      Workers users,
      OrderedWorkers market,
      ServerCallStreamObserver<TransactionReply> replies) {
    this.engine = engine;
    this.users = users;
    this.market = market;
    this.replies = replies;
    // Work that is under way when the driver goes away runs to its end; only its reply is dropped.
    replies.setOnCancelHandler(() -> LOG.info("driver connection lost inFlight={}", inFlight()));
  }

  @Override
  public void onNext(TransactionRequest request) {
    synchronized (this) {
      inFlight++;
    }
    long id = request.getCorrelationId();
    try {
      dispatch(id, request);
    } catch (RuntimeException e) {
      answer(failure(id, Outcome.ENGINE_ERROR, String.valueOf(e.getMessage())));
    }
  }

  private void dispatch(long id, TransactionRequest request) {
    TransactionType type = Messages.type(request.getTypeValue());
    Target target = Target.ofCode(request.getDatabaseValue());
    byte[] input = request.getInput().toByteArray();
    boolean isAccepted =
        type.issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR
            ? users.submit(session -> run(id, session, type, target, input))
            : market.submit(
                engine.orderingKey(type, input), session -> run(id, session, type, target, input));
    if (!isAccepted) {
      answer(failure(id, Outcome.CONNECTION, "Tier A is shutting down"));
    }
  }

  private void run(
      long id, TransactionSession session, TransactionType type, Target target, byte[] input) {
    TransactionReply reply;
    try {
      reply = Messages.reply(id, session.execute(type, target, input));
    } catch (Throwable e) {
      // Memory may have run out on the way back from a COMMIT.
      LOG.error("transaction failed outside the database txn={}", type.label(), e);
      Outcome outcome = type.isWriting() ? Outcome.IN_DOUBT : Outcome.ENGINE_ERROR;
      reply = failure(id, outcome, String.valueOf(e.getMessage()));
    }
    answer(reply);
  }

  private static TransactionReply failure(long id, Outcome outcome, String message) {
    return Messages.reply(id, EngineReply.failure(outcome, "", message));
  }

  private void answer(TransactionReply reply) {
    synchronized (this) {
      inFlight--;
      if (replies.isCancelled()) {
        return;
      }
      replies.onNext(reply);
      endIfDone();
    }
  }

  @Override
  public synchronized void onCompleted() {
    hasRequestSideEnded = true;
    endIfDone();
  }

  @Override
  public void onError(Throwable error) {
    LOG.info("driver connection ended reason={}", Status.fromThrowable(error).getCode());
  }

  private synchronized int inFlight() {
    return inFlight;
  }

  private void endIfDone() {
    if (hasRequestSideEnded && inFlight == 0 && !replies.isCancelled()) {
      replies.onCompleted();
    }
  }
}
