package io.quartet.tiera.engine;

import io.quartet.model.TransactionType;

/**
 * One seeded stream of transaction inputs for one Set: the native {@link Inputs}, or a fake in
 * tests. Serves one thread at a time.
 */
public interface InputSource extends AutoCloseable {

  /** Next input of a Customer Emulator transaction. */
  byte[] next(TransactionType type);

  /**
   * Next input of Data-Maintenance.
   *
   * @param table 1 to 12, in the order of docs/spec/transactions.md, "Data-Maintenance"
   */
  byte[] dataMaintenance(int table);

  /** Input of a Trade-Result. */
  byte[] tradeResult(long tradeId, int priceCents);

  /** Input of a Market-Feed; the arrays have equal length, 1 to 20. */
  byte[] marketFeed(int[] securities, int[] priceCents, int[] quantities);

  /** Input of Trade-Cleanup. */
  byte[] tradeCleanup();

  /** Securities of the active Load Units; valid indexes are 0 to this number - 1. */
  int securityCount();

  @Override
  void close();
}
