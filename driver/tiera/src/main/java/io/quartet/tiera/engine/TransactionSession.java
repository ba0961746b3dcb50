package io.quartet.tiera.engine;

import io.quartet.model.TransactionType;

/**
 * Runs transactions one after the other on one connection per database. Serves one thread at a
 * time.
 */
public interface TransactionSession extends AutoCloseable {

  /** Runs one transaction to its outcome, retries included; returns after COMMIT returned. */
  EngineReply execute(TransactionType type, Target target, byte[] input);

  /** A reply whose orders are accepted but not settled: submitted or pending run-time trades. */
  EngineReply resync();

  /** Closes the connections. */
  @Override
  void close();
}
