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

  /** Removes and returns the handler of a reply; null if there is none. */
  ReplyHandler take(long correlationId) {
    Request request = byCorrelationId.remove(correlationId);
    return request == null ? null : request.handler();
  }

  int size() {
    return byCorrelationId.size();
  }

  /**
   * Removes all handlers and returns calls that report the lost connection to each. A request that
   * only reads has failed. A request that writes is in doubt: it may have been committed.
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
