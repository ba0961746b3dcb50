package io.quartet.emulator;

import io.quartet.tiera.engine.MarketOrder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The open orders of one Set. Each order is kept once, even if the exchange receives it several
 * times: from its Trade-Order, a Market-Feed or Resync. Not thread-safe.
 */
final class OrderBook {

  private final Map<Long, OpenOrder> open = new HashMap<>();

  /** Orders heard of before the reply of their Trade-Order, which may still come. */
  private final Set<Long> aheadOfReply = new HashSet<>();

  /** Orders settled while a Resync is under way: its answer may still list them. */
  private Set<Long> settledDuringResync;

  private int due;
  private long accepted;
  private long settled;

  /** Adds the order of a committed Trade-Order; null if it is known already. */
  OpenOrder accept(MarketOrder order, OpenOrder.Stage stage) {
    accepted++;
    if (aheadOfReply.remove(order.tradeId())) {
      return null;
    }
    return add(order, stage);
  }

  /** Adds an order heard of in another way; null if it is known or was settled just now. */
  OpenOrder discover(MarketOrder order, OpenOrder.Stage stage) {
    if (open.containsKey(order.tradeId())
        || (settledDuringResync != null && settledDuringResync.contains(order.tradeId()))) {
      return null;
    }
    aheadOfReply.add(order.tradeId());
    return add(order, stage);
  }

  /** The open order with that id, or null. */
  OpenOrder find(long tradeId) {
    return open.get(tradeId);
  }

  /** Notes that the Trade-Result of an order goes out. */
  void becomeDue(OpenOrder order) {
    order.moveTo(OpenOrder.Stage.DUE);
    due++;
  }

  /** Takes an order out whose Trade-Result, due before, has committed. */
  void settle(OpenOrder order) {
    long tradeId = order.order().tradeId();
    if (open.remove(tradeId) == null) {
      throw new IllegalStateException("trade " + tradeId + " was settled twice");
    }
    due--;
    settled++;
    if (settledDuringResync != null) {
      settledDuringResync.add(tradeId);
    }
  }

  void resyncBegins() {
    settledDuringResync = new HashSet<>();
  }

  void resyncEnds() {
    settledDuringResync = null;
  }

  boolean isResyncing() {
    return settledDuringResync != null;
  }

  int size() {
    return open.size();
  }

  int due() {
    return due;
  }

  long accepted() {
    return accepted;
  }

  long settled() {
    return settled;
  }

  private OpenOrder add(MarketOrder order, OpenOrder.Stage stage) {
    OpenOrder added = new OpenOrder(order, stage);
    open.put(order.tradeId(), added);
    return added;
  }
}
