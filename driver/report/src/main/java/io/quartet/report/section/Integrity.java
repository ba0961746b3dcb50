package io.quartet.report.section;

import io.quartet.results.evidence.Durability;
import java.util.List;
import java.util.Map;

/**
 * Whether the run's books are in order: counts, trades, checks of the databases and outages.
 *
 * @param durability what became of servers that were killed on purpose; null where none were
 */
public record Integrity(
    List<Bookkeeping> bookkeeping,
    List<RefusedStatement> refusedStatements,
    List<Conservation> conservation,
    LittlesLaw littlesLaw,
    List<Consistency> consistency,
    List<FailedCheck> failedConsistencyChecks,
    List<Cadence> dataMaintenance,
    List<Interruption> outages,
    Durability durability) {

  /**
   * Bookkeeping of one transaction over some segments.
   *
   * @param scope {@code measured} or {@code notMeasured}
   * @param failures by kind, in the order of the equation
   * @param isBalanced true when both equations hold in every cell
   */
  public record Bookkeeping(
      String scope,
      String transaction,
      long offered,
      long started,
      long skipped,
      long committed,
      long rolledBackOnPurpose,
      Map<String, Long> failures,
      long inFlightAtEnd,
      boolean isBalanced) {}

  /**
   * A statement the databases refused.
   *
   * @param kind {@code retry} or {@code failure}
   */
  public record RefusedStatement(
      String kind, String transaction, String sqlState, String statement, long count) {}

  /** Trades of one Set: the driver's count and the database's; nulls if it could not be asked. */
  public record Conservation(
      String set,
      long ordersAccepted,
      long resultsCommitted,
      Long completed,
      Long submitted,
      Long pending,
      Long canceled,
      long inFlight,
      Judged verdict) {}

  /**
   * Users kept busy, by Little's law, against the users there were; nulls if the load was paced.
   *
   * @param users users of the closed pool, the mean of the phases
   * @param busyUsers sum of the response times of the customer requests by measured second
   */
  public record LittlesLaw(
      Double users, Double busyUsers, Double residualPercent, String limit, Judged verdict) {}

  /**
   * Consistency checks of one database.
   *
   * @param moment {@code before} or {@code after} the run
   */
  public record Consistency(String moment, String vm, int passed, int failed, long millis) {}

  /** A consistency check that failed. */
  public record FailedCheck(String moment, String vm, String check, long rows) {}

  /**
   * Data-Maintenance on the two databases of one Set, over the whole run.
   *
   * @param expected one by interval and database
   */
  public record Cadence(
      String set, double intervalSeconds, Long expected, long started, long committed) {}

  /**
   * A time in which a VM could not be reached or did not answer.
   *
   * @param kind {@code lost}: its connection failed; {@code silent}: it had requests and answered
   *     none of them
   * @param fromUtcMillis when it was lost, or gave its last answer
   * @param seconds until it answered again; null if it never did
   * @param waitingRequests requests without an answer when it was noticed
   * @param failedRequests attempts that failed by it
   */
  public record Interruption(
      String vm,
      String kind,
      long fromUtcMillis,
      Double seconds,
      long waitingRequests,
      long failedRequests,
      String reason) {}
}
