package io.quartet.tiera.engine;

import io.quartet.model.Outcome;
import java.util.List;

/**
 * Outcome of one transaction.
 *
 * @param outcome the term of the bookkeeping it counts in
 * @param status 0 right, positive warning, negative wrong answer; docs/spec/transactions.md,
 *     "Statuses"
 * @param roundTrips round trips to the database, of all attempts
 * @param serviceMicros from taking a session to having the answer, waits for a session excluded
 * @param isAlreadyApplied Trade-Result only: the trade was completed before
 * @param retries attempts that were thrown away, oldest first
 * @param orders orders for the market; Trade-Order at most one, Market-Feed and Resync any number
 * @param output the answer itself, opaque; shared, not to be changed
 * @param sqlstate of the failure, empty otherwise
 * @param statement failing statement, empty otherwise
 * @param message one line without secrets, empty when nothing failed
 */
public record EngineReply(
    Outcome outcome,
    int status,
    int roundTrips,
    long serviceMicros,
    boolean isAlreadyApplied,
    List<Retry> retries,
    List<MarketOrder> orders,
    byte[] output,
    String sqlstate,
    String statement,
    String message) {

  private static final byte[] NOTHING = {};

  /**
   * An attempt that was thrown away.
   *
   * @param sqlstate SQLSTATE, or {@code 08006} when a connection was lost
   * @param statement name of the failing statement as in docs/spec/transactions.md, "Statements",
   *     or empty
   */
  public record Retry(String sqlstate, String statement) {}

  /** A reply made on this side of the database: there was no answer. */
  public static EngineReply failure(Outcome outcome, String sqlstate, String message) {
    return new EngineReply(
        outcome, 0, 0, 0, false, List.of(), List.of(), NOTHING, sqlstate, "", message);
  }

  /** The reply of a transaction that committed and returned nothing else. */
  public static EngineReply committed(List<MarketOrder> orders) {
    return new EngineReply(
        Outcome.COMMITTED, 0, 1, 0, false, List.of(), List.copyOf(orders), NOTHING, "", "", "");
  }

  /** The reply of a transaction that was rolled back because its input asks for it. */
  public static EngineReply rolledBack() {
    return new EngineReply(
        Outcome.ROLLED_BACK_ON_PURPOSE, 1, 0, 0, false, List.of(), List.of(), NOTHING, "", "", "");
  }

  /**
   * True when another attempt would end the same way: it committed, was rolled back on purpose, or
   * gave an answer that is wrong.
   */
  public boolean isFinal() {
    return switch (outcome) {
      case COMMITTED, ROLLED_BACK_ON_PURPOSE, WRONG_ANSWER -> true;
      case SERIALIZATION, DEADLOCK, TIMEOUT, CONNECTION, IN_DOUBT, SQL_ERROR, ENGINE_ERROR -> false;
    };
  }
}
