package io.quartet.tiera.engine;

import io.quartet.model.TransactionType;

/**
 * What the Tier A server needs of an engine: the native {@link Engine}, or a fake in tests. Safe
 * for use by several threads.
 */
public interface TransactionEngine extends AutoCloseable {

  /** Version of the engine, for Hello. */
  String version();

  /** Settings of every database session, as in libpq's options, for Hello. */
  String sessionSettings();

  /** A session for one worker thread. Its connections are made when first needed. */
  TransactionSession openSession();

  /**
   * Key of the queue a request has to wait in before it takes a session, at least 0, or -1 for
   * none.
   */
  long orderingKey(TransactionType type, byte[] input);

  /** Frees the engine; its sessions have to be closed before. */
  @Override
  void close();
}
