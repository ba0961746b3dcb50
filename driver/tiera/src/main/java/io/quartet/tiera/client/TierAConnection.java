package io.quartet.tiera.client;

import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import java.util.List;
import java.util.function.Consumer;

/** Receiver of the emulators' transactions: a {@link TierAClient}, or a fake in tests. */
public interface TierAConnection {

  /**
   * Sends a request and returns at once.
   *
   * @param input not to be changed afterwards
   * @param handler called exactly once, also when there is no connection or it is lost
   */
  void send(TransactionType type, Target target, byte[] input, ReplyHandler handler);

  /**
   * Asks for the orders that are accepted but not settled, and returns at once.
   *
   * @param orders called with them on success
   * @param failure called with the reason otherwise
   */
  void resync(Consumer<List<MarketOrder>> orders, Consumer<String> failure);

  /** Adds a listener for losses and recoveries from now on. */
  void addListener(ConnectionListener listener);
}
