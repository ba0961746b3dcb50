package io.quartet.audit.internal.agreement;

import io.quartet.books.CellRow;
import io.quartet.books.SqlStateCount;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import io.quartet.results.SqlStatesCsv;
import java.util.List;

/** {@code sqlstates.csv} against {@code phases.csv}. */
final class Causes {

  private Causes() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    found.requireUnique(
        SqlStatesCsv.NAME,
        run.sqlStates(),
        row -> List.of(row.kind(), row.type(), row.sqlState(), row.statement()));
    RunFigures figures = run.figures();
    for (TransactionType type : TransactionType.values()) {
      // Requests still in flight at the end may be retries whose causes are already counted.
      boolean isOpen = figures.whole(row -> row.type() == type, CellRow::inFlightAtEnd) > 0;
      compare(
          found,
          type,
          "retries",
          isOpen,
          figures.whole(row -> row.type() == type, CellRow::retries),
          caused(run, type, SqlStateCount.Kind.RETRY));
      compare(
          found,
          type,
          "failures",
          isOpen,
          figures.whole(row -> row.type() == type, CellRow::failed),
          caused(run, type, SqlStateCount.Kind.FAILURE));
    }
    return found;
  }

  private static long caused(RunResults run, TransactionType type, SqlStateCount.Kind kind) {
    return run.sqlStates().stream()
        .filter(row -> row.type() == type && row.kind() == kind)
        .mapToLong(SqlStateCount::count)
        .sum();
  }

  private static void compare(
      Contradictions found,
      TransactionType type,
      String what,
      boolean isOpen,
      long counted,
      long caused) {
    if (isOpen ? caused < counted : caused != counted) {
      found.add(
          SqlStatesCsv.NAME,
          Text.format("%,d %s of %s, and %,d in phases.csv", caused, what, type.label(), counted));
    }
  }
}
