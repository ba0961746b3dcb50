package io.quartet.run.acid;

import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.InputSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * A generated input of Trade-Order whose terms can be chosen. Its end is, by
 * txn-engine/doc/wire.md:
 *
 * <pre>
 * u8 trade-type  i32 quantity  i64 requested-price  bool is-margin  bool is-lifo  bool roll-it-back
 * </pre>
 */
record OrderInput(byte[] bytes) {

  private static final int ROLL_BACK = 1;
  private static final int MARGIN = 3;
  private static final int PRICE = 11;
  private static final int QUANTITY = 15;
  private static final int TYPE = 16;

  private static final int LIMIT_BUY = 4;
  private static final int LIMIT_CENTS = 2_500;

  /** Market buy for cash of 100 shares, for an account and a security as drawn. */
  static OrderInput marketBuy(InputSource inputs) {
    return new OrderInput(inputs.next(TransactionType.TRADE_ORDER))
        .with(bytes -> bytes.put(bytes.limit() - TYPE, (byte) 0))
        .with(bytes -> bytes.putInt(bytes.limit() - QUANTITY, 100))
        .with(bytes -> bytes.put(bytes.limit() - MARGIN, (byte) 0))
        .with(bytes -> bytes.put(bytes.limit() - ROLL_BACK, (byte) 0));
  }

  /** The same as a limit order, which stays pending until a Market-Feed releases it. */
  OrderInput limitBuy() {
    return with(bytes -> bytes.put(bytes.limit() - TYPE, (byte) LIMIT_BUY))
        .with(bytes -> bytes.putLong(bytes.limit() - PRICE, LIMIT_CENTS));
  }

  OrderInput rolledBack() {
    return with(bytes -> bytes.put(bytes.limit() - ROLL_BACK, (byte) 1));
  }

  long accountId() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(1);
  }

  private OrderInput with(Consumer<ByteBuffer> change) {
    byte[] copy = bytes.clone();
    change.accept(ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN));
    return new OrderInput(copy);
  }
}
