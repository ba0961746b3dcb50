package io.quartet.audit.internal;

import io.quartet.books.IntervalRow;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.events.PlannedSpan;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Databases that an event made copies of another one during a run: what they hold comes from their
 * source at that moment.
 */
final class CopiedTables {

  private final AuditedRun run;
  private final List<PlannedSpan> spans;
  private final long intervalMillis;

  CopiedTables(AuditedRun run) {
    this.run = run;
    this.spans = CopyRules.of(run);
    this.intervalMillis = run.plan().schedule().collectInterval().toMillis();
  }

  /** The event that copied to the database of a Set, done or not; empty if none should. */
  Optional<PlannedSpan> copyTo(VmSet set) {
    return spans.stream()
        .filter(span -> span.planned().copies().contains(set.vmName(VmRole.OLTP)))
        .findFirst();
  }

  /** The Set from whose database it copied. */
  VmSet source(PlannedSpan copy) {
    return run.plan().sets().stream()
        .filter(set -> set.vmName(VmRole.OLTP).equals(copy.planned().on()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Transactions with a row in history that the source had surely committed when it was copied, by
   * the books.
   */
  long leastWritten(PlannedSpan copy) {
    long begin = copy.began().orElseThrow().begunUtcMillis() - intervalMillis;
    return written(source(copy), end -> end <= begin);
  }

  /** The same, as many as it may have committed. */
  long mostWritten(PlannedSpan copy) {
    long end = copy.toUtcMillis().orElse(Long.MAX_VALUE) + 2 * intervalMillis;
    return written(source(copy), time -> time <= end);
  }

  private long written(VmSet set, LongPredicate time) {
    return run.results().intervals().stream()
        .filter(row -> row.set().equals(set) && time.test(row.utcMillis()))
        .filter(row -> ToolRules.WRITES_HISTORY.contains(row.kind().label()))
        .mapToLong(IntervalRow::committed)
        .sum();
  }
}
