package io.quartet.audit.internal.agreement;

import io.quartet.books.CellRow;
import io.quartet.books.SqlStateCount;
import io.quartet.model.RequestKind;
import io.quartet.model.Text;
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
        row -> List.of(row.kind(), row.request(), row.sqlState(), row.statement()));
    RunFigures figures = run.figures();
    for (RequestKind request : run.info().plan().workload().kinds()) {
      // Requests still in flight at the end may be retries whose causes are already counted.
      boolean isOpen = figures.whole(row -> row.kind() == request, CellRow::inFlightAtEnd) > 0;
      compare(
          found,
          request,
          "retries",
          isOpen,
          figures.whole(row -> row.kind() == request, CellRow::retries),
          caused(run, request, SqlStateCount.Kind.RETRY));
      compare(
          found,
          request,
          "failures",
          isOpen,
          figures.whole(row -> row.kind() == request, CellRow::failed),
          caused(run, request, SqlStateCount.Kind.FAILURE));
    }
    return found;
  }

  private static long caused(RunResults run, RequestKind request, SqlStateCount.Kind kind) {
    return run.sqlStates().stream()
        .filter(row -> row.request() == request && row.kind() == kind)
        .mapToLong(SqlStateCount::count)
        .sum();
  }

  private static void compare(
      Contradictions found,
      RequestKind request,
      String what,
      boolean isOpen,
      long counted,
      long caused) {
    if (isOpen ? caused < counted : caused != counted) {
      found.add(
          SqlStatesCsv.NAME,
          Text.format(
              "%,d %s of %s, and %,d in phases.csv", caused, what, request.label(), counted));
    }
  }
}
