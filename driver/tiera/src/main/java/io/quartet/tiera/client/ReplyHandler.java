package io.quartet.tiera.client;

import io.quartet.tiera.engine.EngineReply;

/**
 * Takes the reply of one request, exactly once. Runs on a network thread, or on the sending thread
 * when there is no connection: it must not block.
 */
@FunctionalInterface
public interface ReplyHandler {

  /** The request has ended. */
  void onReply(EngineReply reply);
}
