package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Trades of one Set: what the driver counted beside what the database holds with a run-time id.
 *
 * @param ordersAccepted Trade-Orders the driver saw committed, the whole run
 * @param resultsCommitted Trade-Results the driver saw committed, the whole run
 * @param database what the database holds; empty if it could not be asked
 * @param marketInFlight orders the Market Exchange still held at the end
 * @param isConserved verdict; false if the database could not be asked
 */
public record ConservationRow(
    VmSet set,
    long ordersAccepted,
    long resultsCommitted,
    Optional<Trades> database,
    long marketInFlight,
    boolean isConserved) {

  /** TRADE rows with a run-time id, by their state: CMPT, SBMT, PNDG and CNCL. */
  public record Trades(long completed, long submitted, long pending, long canceled) {

    public long all() {
      return completed + open() + canceled;
    }

    /** Those that the exchange still holds. */
    public long open() {
      return submitted + pending;
    }
  }

  /**
   * The same counts with the verdict of the bookkeeping. Conserved: {@code ordersAccepted = all},
   * {@code resultsCommitted = completed}, {@code marketInFlight = open}, and both counts of the
   * driver are those of the bookkeeping. A request whose end is not known widens the first three by
   * itself, and nothing else does. It is in doubt, or had no answer when the run ended. Such a
   * Trade-Order may be in the database alone; such a Trade-Result may have completed an order the
   * exchange still holds. This is the one rule, at the end of a run and in the audit alike.
   *
   * @param books bookkeeping of the whole run
   */
  public ConservationRow judge(RunFigures books) {
    long ordersInDoubt = count(books, TransactionType.TRADE_ORDER, ConservationRow::notKnown);
    long resultsInDoubt = count(books, TransactionType.TRADE_RESULT, ConservationRow::notKnown);
    boolean verdict =
        ordersAccepted == count(books, TransactionType.TRADE_ORDER, CellRow::committed)
            && resultsCommitted == count(books, TransactionType.TRADE_RESULT, CellRow::committed)
            && database
                .filter(trades -> isWithin(trades.all(), ordersAccepted, ordersInDoubt))
                .filter(trades -> isWithin(trades.completed(), resultsCommitted, resultsInDoubt))
                .filter(
                    trades ->
                        isWithin(
                            trades.open(),
                            marketInFlight - resultsInDoubt,
                            resultsInDoubt + ordersInDoubt))
                .isPresent();
    return new ConservationRow(
        set, ordersAccepted, resultsCommitted, database, marketInFlight, verdict);
  }

  /** The same, not conserved if the recorded verdict or the bookkeeping says so. */
  public ConservationRow judgeAgain(RunFigures books) {
    return isConserved ? judge(books) : this;
  }

  private static long notKnown(CellRow row) {
    return row.outcomes().of(Outcome.IN_DOUBT) + row.inFlightAtEnd();
  }

  private long count(RunFigures books, TransactionType type, ToLongFunction<CellRow> counts) {
    return books.whole((CellRow row) -> row.set().equals(set) && row.kind() == type, counts);
  }

  private static boolean isWithin(long database, long driver, long inDoubt) {
    return database >= driver && database <= driver + inDoubt;
  }
}
