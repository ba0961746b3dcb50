package io.quartet.report.section;

import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The bookkeeping of one transaction.
 *
 * @param cells of all Groups and Sets, over some segments of the run
 */
public record TransactionCounts(RequestKind kind, List<CellRow> cells) {

  /** Sum of a count of all cells. */
  public long sum(ToLongFunction<CellRow> count) {
    return cells.stream().mapToLong(count).sum();
  }

  /**
   * One sum by another.
   *
   * @param times what the first is multiplied with, for instance 100 for percent
   * @return null if the second is 0
   */
  public Double ratio(double times, ToLongFunction<CellRow> part, ToLongFunction<CellRow> whole) {
    return sum(whole) == 0 ? null : (Double) (times * sum(part) / sum(whole));
  }

  /** Mean of a time over the requests with one, in milliseconds; null if there are none. */
  public Double meanMillis(ToLongFunction<CellRow> sumMicros) {
    long timed = sum(CellRow::timed);
    return timed == 0 ? null : (Double) (sum(sumMicros) / 1e3 / timed);
  }

  /** True if the equations of the bookkeeping hold in every cell. */
  public boolean isBalanced() {
    return cells.stream().allMatch(CellRow::isBalanced);
  }
}
