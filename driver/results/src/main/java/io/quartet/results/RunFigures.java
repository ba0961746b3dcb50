package io.quartet.results;

import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Figures that follow from the bookkeeping of a run. Immutable. */
public final class RunFigures {

  private final RunPlan plan;
  private final List<CellRow> rows;

  private final Span interval;

  /**
   * @param plan the plan of the run
   * @param rows the rows of {@code phases.csv}
   */
  public RunFigures(RunPlan plan, List<CellRow> rows) {
    this.plan = plan;
    this.rows = List.copyOf(rows);
    this.interval = Span.interval(rows);
  }

  /** True for transactions the Customer Emulator sends. */
  public static boolean isCustomer(CellRow row) {
    return row.type().issuer() == TransactionType.Issuer.CUSTOMER_EMULATOR;
  }

  /** The plan of the run. */
  public RunPlan plan() {
    return plan;
  }

  /** The rows of {@code phases.csv}. */
  public List<CellRow> rows() {
    return rows;
  }

  private Stream<CellRow> measured() {
    return rows.stream().filter(CellRow::isMeasured);
  }

  /** The measured interval. */
  public Span interval() {
    return interval;
  }

  /** Begin of the first phase; 0 if none was run. */
  public long startUtcMillis() {
    return interval.startUtcMillis();
  }

  /** End of the last phase, as far as it was run; 0 if none was. */
  public long endUtcMillis() {
    return interval.endUtcMillis();
  }

  /** Seconds of the phases as far as they were run. */
  public double measuredSeconds() {
    return measured()
            .map(row -> List.of(row.startUtcMillis(), row.endUtcMillis()))
            .distinct()
            .mapToLong(ends -> ends.get(1) - ends.get(0))
            .sum()
        / 1e3;
  }

  /** Trade-Results completed inside the measured interval. */
  public long measuredTradeResults() {
    return measured(row -> row.type() == TransactionType.TRADE_RESULT, CellRow::committedInPhase);
  }

  /**
   * The one figure of a run, elastic trades per second: that of all phases, or of a ramp that of
   * its best step. Empty if there was none: no measurement is not a measurement of zero.
   */
  public OptionalDouble etps() {
    return plan.workload().load().ladder().isRamp()
        ? LoadStep.best(LoadStep.of(plan, rows)).stream().mapToDouble(LoadStep::etps).findFirst()
        : meanEtps();
  }

  /**
   * Completed Trade-Results of all Groups, Sets and phases, divided by the measured seconds; empty
   * if there was none.
   */
  public OptionalDouble meanEtps() {
    long results = measuredTradeResults();
    double seconds = measuredSeconds();
    return results == 0 || seconds <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(results / seconds);
  }

  /** Phase by phase, Group with VMs by Group; only phases that have begun. */
  public List<ShareCell> shares() {
    List<ShareCell> cells = new ArrayList<>();
    for (Segment segment : plan.timeline().phases()) {
      Predicate<CellRow> inPhase = row -> row.phase().equals(segment.name()) && isCustomer(row);
      if (rows.stream().anyMatch(inPhase)) {
        long total = measured(inPhase, CellRow::offered);
        for (VmGroup group : plan.groups()) {
          long requests =
              measured(inPhase.and(row -> row.set().group() == group), CellRow::offered);
          cells.add(
              new ShareCell(
                  segment.name(), group, 100 * segment.shares().fraction(group), requests, total));
        }
      }
    }
    return cells;
  }

  /** Users busy on average: response times of Customer Emulator requests by measured time. */
  public double busyUsers() {
    double seconds = measuredSeconds();
    return seconds <= 0
        ? 0
        : measured(RunFigures::isCustomer, CellRow::responseSumMicros) / 1e6 / seconds;
  }

  /** Users of the closed pool, the mean of the phases that were run; empty if load is paced. */
  public OptionalDouble users() {
    Timeline timeline = plan.timeline();
    return plan.workload().load() instanceof Load.Closed closed
        ? timeline.phases().stream()
            .filter(phase -> rows.stream().anyMatch(row -> row.phase().equals(phase.name())))
            .mapToDouble(phase -> closed.users().in(timeline.phaseOf(phase)))
            .average()
        : OptionalDouble.empty();
  }

  /** Little's law residual, |busy users - users| / users; empty if the load is paced. */
  public OptionalDouble littlesLawResidual() {
    OptionalDouble users = users();
    return users.isEmpty()
        ? users
        : OptionalDouble.of(Math.abs(busyUsers() - users.getAsDouble()) / users.getAsDouble());
  }

  /** Trade-Orders rolled back on purpose among those answered, 0 to 1; empty if there was none. */
  public OptionalDouble intendedRollbackFraction() {
    Predicate<CellRow> orders = row -> row.type() == TransactionType.TRADE_ORDER;
    long rolledBack = measured(orders, row -> row.outcomes().of(Outcome.ROLLED_BACK_ON_PURPOSE));
    long answered = rolledBack + measured(orders, CellRow::committed);
    return answered == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) rolledBack / answered);
  }

  /** Sum of a column over the measured rows that match. */
  public long measured(Predicate<CellRow> filter, ToLongFunction<CellRow> column) {
    return measured().filter(filter).mapToLong(column).sum();
  }

  /** Sum of a column over all rows that match, pseudo-phases included. */
  public long whole(Predicate<CellRow> filter, ToLongFunction<CellRow> column) {
    return rows.stream().filter(filter).mapToLong(column).sum();
  }
}
