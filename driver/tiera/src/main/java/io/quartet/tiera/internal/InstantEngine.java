package io.quartet.tiera.internal;

import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.engine.TransactionEngine;
import io.quartet.tiera.engine.TransactionSession;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An engine without databases, which answers at once: for measuring what the driver can do. Every
 * Trade-Order is a market order; of 101 one is rolled back on purpose. Thread-safe.
 */
public final class InstantEngine implements TransactionEngine {

  private static final int ORDERS_FOR_ONE_ROLLBACK = 101;

  /** Securities of one Load Unit, which every Set has. Source: schema.md section 7. */
  private static final int SECURITIES = 685;

  private static final int QUANTITY = 100;
  private static final int PRICE_CENTS = 2_500;

  private final AtomicLong orders = new AtomicLong();

  @Override
  public String version() {
    return "instant";
  }

  @Override
  public String sessionSettings() {
    return "";
  }

  @Override
  public TransactionSession openSession() {
    return new Session();
  }

  @Override
  public long orderingKey(TransactionType type, byte[] input) {
    return -1;
  }

  @Override
  public void close() {
    // Holds nothing.
  }

  private final class Session implements TransactionSession {

    @Override
    public EngineReply execute(TransactionType type, Target target, byte[] input) {
      return type == TransactionType.TRADE_ORDER
          ? tradeOrder(orders.incrementAndGet())
          : EngineReply.committed(List.of());
    }

    @Override
    public EngineReply resync() {
      return EngineReply.committed(List.of());
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  private static EngineReply tradeOrder(long number) {
    if (number % ORDERS_FOR_ONE_ROLLBACK == 0) {
      return EngineReply.rolledBack();
    }
    return EngineReply.committed(
        List.of(
            new MarketOrder(
                number,
                (int) (number % SECURITIES),
                QUANTITY,
                PRICE_CENTS,
                0,
                MarketOrder.Action.PROCESS_NOW)));
  }
}
