package io.quartet.tiera.server;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.engine.TransactionSession;

/** Stands in for a session that could not be opened: every request is answered with the reason. */
final class UnusableSession implements TransactionSession {

  private final EngineReply reply;

  UnusableSession(Throwable reason) {
    reply =
        EngineReply.failure(
            Outcome.ENGINE_ERROR, "", "no session could be opened: " + reason.getMessage());
  }

  @Override
  public EngineReply execute(TransactionType type, Target target, byte[] input) {
    return reply;
  }

  @Override
  public EngineReply resync() {
    return reply;
  }

  @Override
  public void close() {
    // Nothing was opened.
  }
}
