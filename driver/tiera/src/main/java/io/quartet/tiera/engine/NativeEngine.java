package io.quartet.tiera.engine;

/**
 * The native methods of {@code libquartet_engine.so}, one to one with the C interface in {@code
 * txn-engine/include/quartet/engine.h}. Handles are addresses: using one after its close is
 * undefined. An inputs handle serves one thread at a time; everything else may be called from any
 * thread.
 *
 * <p>A failed call throws {@link NativeEngineException} with the engine's three-part message.
 */
final class NativeEngine {

  private NativeEngine() {}

  static native String version();

  /**
   * The table of transaction types: a line for each with number, label, issuer, home and "reading"
   * or "writing".
   */
  static native String transactionTypes();

  /**
   * A generator of transaction inputs.
   *
   * @param model {@code {loadUnits, activeLoadUnits, tradeDays, newsLength, seed}}
   * @param seed seed of this stream; equal seeds give equal inputs
   */
  static native long openInputs(long[] model, long seed);

  static native void closeInputs(long inputs);

  /** Next input of a Customer Emulator transaction, or of Trade-Cleanup. */
  static native byte[] nextInput(long inputs, int type);

  /**
   * Next input of Data-Maintenance for one table, 1 to 12 in the order of
   * docs/spec/transactions.md, "Data-Maintenance".
   */
  static native byte[] dataMaintenanceInput(long inputs, int table);

  static native byte[] tradeResultInput(long inputs, long tradeId, int priceCents);

  /** Input of one Market-Feed; the three arrays have equal length, 1 to 20. */
  static native byte[] marketFeedInput(
      long inputs, int[] securities, int[] priceCents, int[] quantities);

  /** Securities of the active Load Units: valid indexes are 0 to this number - 1. */
  static native int securityCount(long inputs);

  /** Price of a security in cents, 2000 to 3000, at a market time in milliseconds. */
  static native int priceCents(int security, long marketMillis);

  /**
   * Milliseconds from a market time until the price of a security satisfies a limit order; 0 if it
   * does now.
   *
   * @param tradeType 2 TSL, 3 TLS, 4 TLB
   */
  static native long millisUntilTriggered(
      int security, long marketMillis, int tradeType, int limitCents);
}
