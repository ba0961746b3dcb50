package io.quartet.measure.results;

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
   * Compares the two sides.
   *
   * @param ordersInDoubt Trade-Orders that ended in doubt: each may or may not be in the database
   * @param resultsInDoubt Trade-Results that ended in doubt
   */
  public static ConservationRow of(
      VmSet set,
      long ordersAccepted,
      long ordersInDoubt,
      long resultsCommitted,
      long resultsInDoubt,
      long dbCompleted,
      long dbSubmitted,
      long dbPending,
      long dbCanceled,
      long marketInFlight) {
    boolean isConserved =
        isWithin(dbCompleted + dbSubmitted + dbPending + dbCanceled, ordersAccepted, ordersInDoubt)
            && isWithin(dbCompleted, resultsCommitted, resultsInDoubt);
    return new ConservationRow(
        set,
        ordersAccepted,
        resultsCommitted,
        dbCompleted,
        dbSubmitted,
        dbPending,
        dbCanceled,
        marketInFlight,
        isConserved);
  }

  /** TRADE rows with a run-time id. */
  public long dbTrades() {
    return dbCompleted + dbSubmitted + dbPending + dbCanceled;
  }

  private static boolean isWithin(long database, long driver, long inDoubt) {
    return database >= driver && database <= driver + inDoubt;
  }
}
