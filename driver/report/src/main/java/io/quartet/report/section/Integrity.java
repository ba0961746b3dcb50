package io.quartet.report.section;

import io.quartet.books.SqlStateCount;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.events.Outage;
import io.quartet.results.evidence.Durability;
import java.util.List;

/**
 * Whether the run's books are in order: counts, trades, checks of the databases and outages.
 *
 * @param bookkeeping by transaction, of the measured phases and of the rest of the run
 * @param conservation trades of each Set
 * @param failedChecks consistency checks that failed
 * @param durability what became of servers that were killed on purpose; null where none were
 */
public record Integrity(
    List<TransactionCounts> bookkeeping,
    List<SqlStateCount> refusedStatements,
    List<ConservationRow> conservation,
    LittlesLaw littlesLaw,
    List<Consistency> consistency,
    List<CheckRow> failedChecks,
    List<Cadence> dataMaintenance,
    List<Outage> outages,
    Durability durability) {

  /**
   * Users kept busy, by Little's law, against the users there were; nulls if the load was paced.
   *
   * @param users users of the closed pool, the mean of the phases
   * @param busyUsers sum of the response times of the customer requests by measured second
   */
  public record LittlesLaw(
      Double users, Double busyUsers, Double residualPercent, String limit, Judgment verdict) {}

  /**
   * Consistency checks of one database.
   *
   * @param moment {@code before} or {@code after} the run
   */
  public record Consistency(String moment, String vm, List<CheckRow> checks) {

    /** Number of checks that passed. */
    public long passed() {
      return checks.stream().filter(CheckRow::hasPassed).count();
    }

    /** Number of checks that failed. */
    public long failed() {
      return checks.size() - passed();
    }

    /**
     * When the database passed them, if the run did not repeat them because it had not changed
     * since. Milliseconds since 1970 in UTC; null if the run made them.
     */
    public Long checkedUtcMillis() {
      return checks.stream()
          .filter(CheckRow::isCopied)
          .map(row -> row.checkedUtcMillis().getAsLong())
          .findFirst()
          .orElse(null);
    }

    /** Time that all of them took. */
    public long millis() {
      return checks.stream().mapToLong(CheckRow::millis).sum();
    }
  }

  /**
   * Data-Maintenance on the two databases of one Set, over the whole run.
   *
   * @param expected one by interval and database; null without an interval
   */
  public record Cadence(
      String set, double intervalSeconds, Long expected, long started, long committed) {}
}
