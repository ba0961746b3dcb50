package io.quartet.tiera.client;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests of one client that wait for a reply. Not thread-safe. */
final class RequestsInFlight {

  private record Request(TransactionType type, ReplyHandler handler) {}

  private final Map<Long, Request> byCorrelationId = new HashMap<>();
  private long lastCorrelationId;

  /** Adds a request and returns its correlation id. */
  long add(TransactionType type, ReplyHandler handler) {
    byCorrelationId.put(++lastCorrelationId, new Request(type, handler));
    return lastCorrelationId;
  }

  /** Takes the handler of a reply out; null if nobody waits for it. */
  ReplyHandler take(long correlationId) {
    Request request = byCorrelationId.remove(correlationId);
    return request == null ? null : request.handler();
  }

  int size() {
    return byCorrelationId.size();
  }

  /**
   * Takes all out and returns calls that tell each handler that the connection is lost. A request
   * that only reads has failed; one that writes may have been committed, nobody knows.
   */
  List<Runnable> fail(String reason) {
    List<Runnable> calls = new ArrayList<>(byCorrelationId.size());
    for (Request request : byCorrelationId.values()) {
      Outcome outcome = request.type().isWriting() ? Outcome.IN_DOUBT : Outcome.CONNECTION;
      EngineReply reply = EngineReply.failure(outcome, TierAClient.CONNECTION_LOST, reason);
      calls.add(() -> request.handler().onReply(reply));
    }
    byCorrelationId.clear();
    return calls;
  }
}
