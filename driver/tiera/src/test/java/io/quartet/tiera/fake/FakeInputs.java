package io.quartet.tiera.fake;

import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.InputSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Inputs that say in plain text what they are, for instance {@code Trade-Order 3} or {@code feed
 * [7, 1] [2000, 2100] [100, 375]}. Not thread-safe.
 */
public final class FakeInputs implements InputSource {

  private final int securities;
  private int made;

  /** Pretends to know that many securities. */
  public FakeInputs(int securities) {
    this.securities = securities;
  }

  @Override
  public byte[] next(TransactionType type) {
    return bytes(type.label() + " " + made++);
  }

  @Override
  public byte[] dataMaintenance(int table) {
    return bytes("table " + table);
  }

  @Override
  public byte[] tradeResult(long tradeId, int priceCents) {
    return bytes("trade " + tradeId + " at " + priceCents);
  }

  @Override
  public byte[] marketFeed(int[] security, int[] priceCents, int[] quantities) {
    return bytes(
        "feed "
            + Arrays.toString(security)
            + " "
            + Arrays.toString(priceCents)
            + " "
            + Arrays.toString(quantities));
  }

  @Override
  public byte[] tradeCleanup() {
    return bytes("cleanup");
  }

  @Override
  public int securityCount() {
    return securities;
  }

  @Override
  public void close() {
    // Nothing is held.
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
