package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;

/**
 * Trades of one Set: what the driver counted beside what the database holds with a run-time id.
 *
 * @param ordersAccepted Trade-Orders the driver saw committed, the whole run
 * @param resultsCommitted Trade-Results the driver saw committed, the whole run
 * @param dbCompleted TRADE rows in CMPT
 * @param dbSubmitted TRADE rows in SBMT
 * @param dbPending TRADE rows in PNDG
 * @param dbCanceled TRADE rows in CNCL
 * @param marketInFlight orders the Market Exchange still held at the end
 * @param isConserved verdict
 */
public record ConservationRow(
    VmSet set,
    long ordersAccepted,
    long resultsCommitted,
    long dbCompleted,
    long dbSubmitted,
    long dbPending,
    long dbCanceled,
    long marketInFlight,
    boolean isConserved) {

  /**
   * The same counts with the verdict of the bookkeeping. Conserved: {@code ordersAccepted =
   * dbTrades}, {@code resultsCommitted = dbCompleted}, {@code marketInFlight = dbSubmitted +
   * dbPending}, and both counts of the driver are those of the bookkeeping. A request in doubt
   * widens the first three by itself, and nothing else does. A Trade-Order in doubt may be in the
   * database alone; a Trade-Result in doubt may have completed an order the exchange still holds.
   * This is the one rule, at the end of a run and in the audit alike.
   *
   * @param books bookkeeping of the whole run
   */
  public ConservationRow judge(RunFigures books) {
    long ordersInDoubt = count(books, TransactionType.TRADE_ORDER, Outcome.IN_DOUBT);
    long resultsInDoubt = count(books, TransactionType.TRADE_RESULT, Outcome.IN_DOUBT);
    boolean verdict =
        ordersAccepted == count(books, TransactionType.TRADE_ORDER, Outcome.COMMITTED)
            && resultsCommitted == count(books, TransactionType.TRADE_RESULT, Outcome.COMMITTED)
            && isWithin(dbTrades(), ordersAccepted, ordersInDoubt)
            && isWithin(dbCompleted, resultsCommitted, resultsInDoubt)
            && isWithin(
                dbSubmitted + dbPending,
                marketInFlight - resultsInDoubt,
                resultsInDoubt + ordersInDoubt);
    return new ConservationRow(
        set,
        ordersAccepted,
        resultsCommitted,
        dbCompleted,
        dbSubmitted,
        dbPending,
        dbCanceled,
        marketInFlight,
        verdict);
  }

  private long count(RunFigures books, TransactionType type, Outcome outcome) {
    return books.whole(
        (CellRow row) -> row.set().equals(set) && row.type() == type,
        row -> row.outcomes().of(outcome));
  }

  /** TRADE rows with a run-time id. */
  public long dbTrades() {
    return dbCompleted + dbSubmitted + dbPending + dbCanceled;
  }

  private static boolean isWithin(long database, long driver, long inDoubt) {
    return database >= driver && database <= driver + inDoubt;
  }
}
