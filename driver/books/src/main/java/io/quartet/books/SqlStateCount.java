package io.quartet.books;

import io.quartet.model.RequestKind;
import java.util.Comparator;

/**
 * Number of times that a database refused one statement: a row of {@code sqlstates.csv}.
 *
 * @param kind what became of it
 * @param request kind of request it happened in
 * @param sqlState SQLSTATE, or empty where the engine has none
 * @param statement failing statement, as named in docs/spec/transactions.md, "Statements", or empty
 * @param count times in the run so far
 */
public record SqlStateCount(
    Kind kind, RequestKind request, String sqlState, String statement, long count) {

  /** The order of the rows. */
  static final Comparator<SqlStateCount> MOST_FREQUENT_FIRST =
      Comparator.comparingLong(SqlStateCount::count)
          .reversed()
          .thenComparing(SqlStateCount::kind)
          .thenComparingInt(row -> row.request().ordinal())
          .thenComparing(SqlStateCount::sqlState)
          .thenComparing(SqlStateCount::statement);

  /** The same cause, another number of times. */
  SqlStateCount withCount(long other) {
    return new SqlStateCount(kind, request, sqlState, statement, other);
  }

  /** Outcome of the attempt. */
  public enum Kind {
    /** It was thrown away and tried again. */
    RETRY,
    /** It was the last one: the transaction failed. */
    FAILURE
  }
}
