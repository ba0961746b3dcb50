package io.quartet.tiera.engine;

/**
 * The native methods of {@code libquartet_engine.so}, one to one with the C interface in {@code
 * txn-engine/include/quartet/engine.h}. Handles are addresses: using one after its close is
 * undefined. Everything but the functions that take a session or inputs handle may be called from
 * any thread; a session or inputs handle serves one thread at a time.
 *
 * <p>A failed call throws {@link NativeEngineException} with the engine's three-part message.
 */
final class NativeEngine {

  private NativeEngine() {}

  static native String version();

  /** Settings that every session makes on its connections, as libpq's options: "-c jit=off ...". */
  static native String sessionSettings();

  /**
   * Describes two databases and what is loaded in them; connects nothing.
   *
   * @param dss connection string of VM2, without a password (PGPASSFILE supplies it)
   * @param oltp the same of VM3
   * @param model {@code {loadUnits, activeLoadUnits, tradeDays, newsLength, seed}}
   * @param access 0 libpq, 1 ODBC
   * @param statements 0 batched, 1 plain
   * @param repeatableRead true runs Trade-Result at REPEATABLE READ in place of SERIALIZABLE
   * @return handle for {@link #closeEngine}
   */
  static native long openEngine(
      String dss, String oltp, long[] model, int access, int statements, boolean repeatableRead);

  static native void closeEngine(long engine);

  /**
   * A session for one worker thread; its connections are made when first needed and made again
   * after a loss.
   */
  static native long openSession(long engine);

  static native void closeSession(long session);

  /**
   * Runs one transaction, retries included.
   *
   * @param database 0 by type, 2 DSS, 3 OLTP
   * @return reply frame, grammar in txn-engine/doc/jni-frame.md
   */
  static native byte[] execute(long session, int type, int database, byte[] input);

  /** Reply frame whose orders are the ones accepted but not settled. */
  static native byte[] resync(long session);

  /** Reply frame whose output is the version of the database server, 2 DSS or 3 OLTP. */
  static native byte[] probe(long session, int database);

  /**
   * Key of the queue a request has to wait in before it takes a session (Trade-Result: the broker),
   * or -1 for none.
   */
  static native long orderingKey(long engine, int type, byte[] input);

  /**
   * A generator of transaction inputs.
   *
   * @param model as in {@link #openEngine}
   * @param seed seed of this stream; equal seeds give equal inputs
   */
  static native long openInputs(long[] model, long seed);

  static native void closeInputs(long inputs);

  /** Next input of a Customer Emulator transaction, or of Trade-Cleanup. */
  static native byte[] nextInput(long inputs, int type);

  /**
   * Next input of Data-Maintenance for one table, 1 to 12 in the order of transactions.md section
   * 3.11.
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
