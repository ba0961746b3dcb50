package io.quartet.audit.internal.agreement;

import io.quartet.audit.internal.agreement.Contradictions.Place;
import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.model.Text;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunFigures;
import io.quartet.results.RunResults;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Commits that cross the end of a segment: begun before it and counted after it. Their requests
 * were open at that moment. A user of a closed pool has one open request. Of Trade-Results, those
 * are open that the driver recorded as due, and those that fell due since its record.
 */
final class Edges {

  /** Results may fall due faster than on average in the segment. */
  private static final double FASTER = 2;

  private final Contradictions found = new Contradictions();
  private final RunPlan plan;
  private final List<DriverHealth> driver;

  /** Commits of a Set and transaction that crossed the last end, by its place in no phase. */
  private final Map<Place, Long> crossing = new HashMap<>();

  private Edges(RunResults run) {
    this.plan = run.info().plan();
    this.driver = run.driver();
  }

  static Contradictions contradictions(RunResults run) {
    Edges edges = new Edges(run);
    if (run.hasLostWorker()) {
      return edges.found.unknown("a worker was lost, and its last counts with it");
    }
    Map<String, List<CellRow>> byPhase =
        run.phases().stream().collect(Collectors.groupingBy(CellRow::phase));
    edges.plan.timeline().segments().stream()
        .map(segment -> byPhase.getOrDefault(segment.name(), List.of()))
        .filter(rows -> !rows.isEmpty())
        .forEach(edges::compare);
    return edges.found;
  }

  /**
   * @param rows those of the next segment
   */
  private void compare(List<CellRow> rows) {
    for (CellRow row : rows) {
      crossing.merge(place(row), row.committed() - row.committedInPhase(), Long::sum);
    }
    CellRow any = rows.get(0);
    if (any.startUtcMillis() == any.endUtcMillis()) {
      return;
    }
    if (!plan.workload().isPaced()) {
      compare(
          any.phase(),
          "customer requests",
          rows.stream().filter(RunFigures::isSentByUsers).mapToLong(this::crossing).sum(),
          plan.userSessions());
    }
    Collection<DriverHealth> records = lastRecords(any.endUtcMillis());
    for (CellRow row : rows) {
      String what = row.kind().label() + " on " + row.set().name();
      if (crossing(row) < 0) {
        add(
            row.phase(),
            Text.format(
                "counted in %s or before, and began later: %,d %s",
                row.phase(), -crossing(row), what));
      }
      if (row.kind() == TransactionType.TRADE_RESULT) {
        compare(row.phase(), what, crossing(row), mostOpen(row, records));
      }
    }
  }

  private static Place place(CellRow row) {
    return new Place("", row.set(), row.kind());
  }

  private long crossing(CellRow row) {
    return crossing.get(place(row));
  }

  /** The last record of each worker before a moment. */
  private Collection<DriverHealth> lastRecords(long utcMillis) {
    return driver.stream()
        .filter(record -> record.utcMillis() <= utcMillis)
        .collect(
            Collectors.toMap(
                DriverHealth::worker,
                record -> record,
                BinaryOperator.maxBy(Comparator.comparingLong(DriverHealth::utcMillis))))
        .values();
  }

  /** No more Trade-Results of a Set can be open at the end of a segment. */
  private long mostOpen(CellRow row, Collection<DriverHealth> records) {
    long start = row.startUtcMillis();
    long since = records.stream().mapToLong(DriverHealth::utcMillis).min().orElse(start);
    long due = records.stream().mapToLong(record -> record.backlog().dueTradeResults()).sum();
    double perMillisecond = (double) row.started() / (row.endUtcMillis() - start);
    double dueSince = perMillisecond * (row.endUtcMillis() - Math.max(start, since));
    return plan.marketSessions() + due + Math.round(FASTER * dueSince);
  }

  private void compare(String phase, String what, long crossing, long most) {
    if (crossing > most) {
      add(
          phase,
          Text.format("crossed the end of %s: %,d %s, and %,d can", phase, crossing, what, most));
    }
  }

  private void add(String phase, String text) {
    found.add(Finding.of(Subject.PHASE, phase, text));
  }
}
