package io.quartet.run.acid;

import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.InputSource;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A generated input of Trade-Order whose terms can be chosen. Its end is, by
 * txn-engine/doc/wire.md:
 *
 * <pre>
 * u8 trade-type  i32 quantity  i64 requested-price  bool is-margin  bool is-lifo  bool roll-it-back
 * </pre>
 *
 * @param bytes the input
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

  /** The same, to be rolled back on purpose. */
  OrderInput rolledBack() {
    return with(bytes -> bytes.put(bytes.limit() - ROLL_BACK, (byte) 1));
  }

  long accountId() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(1);
  }

  private interface Change {
    void apply(ByteBuffer bytes);
  }

  private OrderInput with(Change change) {
    byte[] copy = bytes.clone();
    change.apply(ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN));
    return new OrderInput(copy);
  }
}
