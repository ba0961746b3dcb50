package io.quartet.model;

import java.time.Duration;
import java.util.Optional;

/**
 * A kind of request that a workload sends, for instance a transaction. Every file of counts has
 * rows for each. Immutable.
 */
public interface RequestKind {

  /** Position among the kinds of its workload, from 0. */
  int ordinal();

  /** Name in CSV files and reports, for instance {@code Trade-Order}; unique in its workload. */
  String label();

  /** True if users send it by themselves; false if it follows from other requests or the clock. */
  boolean isSentByUsers();

  /**
   * True if it may change the database. If its reply is lost, it is not known whether it was
   * committed.
   */
  boolean isWriting();

  /**
   * Requests whose response time is known.
   *
   * @param committed those that were committed
   * @param finished those that have ended, failed ones included
   */
  long timed(long committed, long finished);

  /** Role of the database that serves it. */
  VmRole database();

  /** Limit of the 90th percentile of the response time; empty where there is none. */
  Optional<Duration> responseTimeLimit();
}
