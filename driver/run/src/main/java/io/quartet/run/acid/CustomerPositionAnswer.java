package io.quartet.run.acid;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads the answer of Customer-Position. Format: txn-engine/doc/wire.md. */
final class CustomerPositionAnswer {

  private static final int PHONE_TEXTS = 12;
  private static final int E_MAILS = 2;

  private final ByteBuffer bytes;

  private CustomerPositionAnswer(byte[] output) {
    this.bytes = ByteBuffer.wrap(output).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Balance of one account in cents.
   *
   * @throws IllegalStateException if the answer does not have the account
   */
  static long balance(byte[] output, long account) {
    return new CustomerPositionAnswer(output).balanceOf(account);
  }

  private long balanceOf(long account) {
    bytes.getLong(); // customer
    skipTexts(6); // tax id, status, three names, gender
    bytes.get(); // tier
    bytes.getInt(); // birth
    bytes.getLong(); // address
    skipTexts(PHONE_TEXTS + E_MAILS);
    for (int accounts = bytes.getShort(); accounts > 0; accounts--) {
      long id = bytes.getLong();
      long balance = bytes.getLong();
      bytes.getLong(); // assets
      if (id == account) {
        return balance;
      }
    }
    throw new IllegalStateException("Customer-Position did not answer with account " + account);
  }

  private void skipTexts(int count) {
    for (int i = 0; i < count; i++) {
      int length = bytes.getShort() & 0xFFFF;
      bytes.position(bytes.position() + length);
    }
  }
}
