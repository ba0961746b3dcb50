package io.quartet.run.internal.pgbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.BooksUpdate;
import io.quartet.books.CellState;
import io.quartet.books.IntervalRow;
import io.quartet.books.RunClock;
import io.quartet.model.Outcome;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.run.internal.pgbench.DatabaseBooks.Log;
import io.quartet.run.internal.pgbench.LoggedTransactions.End;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Lines of logs that come late and in turn, and the intervals that they become. */
@Tag("unit")
class DatabaseBooksTest {

  private static final long START_UTC_MILLIS = 1_800_000_000_000L;
  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  /** A ramp of 1 s, a phase of 3 s, and 1 s after it. */
  private static final RunPlan PLAN =
      TestPlans.withPgbench(
          TestPlans.demo(1),
          ClientLoad.closed(1, 2),
          TestPlans.timing(1, 0, 3, 1),
          "tpcb-like",
          "select-only");

  private final List<BooksUpdate> updates = new ArrayList<>();
  private long nowNanos;
  private final DatabaseBooks books =
      new DatabaseBooks(SET, PLAN, RunClock.by(() -> nowNanos, START_UTC_MILLIS), updates::add);

  private static LoggedTransactions committed(int script, long tookMillis, long... endMillis) {
    LoggedTransactions lines = new LoggedTransactions();
    for (long end : endMillis) {
      lines.add(End.COMMITTED, micros(end), 1_000 * tookMillis, 0, script, 0);
    }
    return lines;
  }

  private static long micros(long millisOfRun) {
    return 1_000 * (START_UTC_MILLIS + millisOfRun);
  }

  /** Committed transactions by the end of their interval, in seconds of the run. */
  private Map<Long, Long> bySecond() {
    return updates.stream()
        .collect(
            Collectors.groupingBy(
                update -> update.interval().endNanos() / 1_000_000_000L,
                TreeMap::new,
                Collectors.summingLong(
                    update ->
                        update.interval().rows().stream()
                            .mapToLong(IntervalRow::committed)
                            .sum())));
  }

  @Test
  void secondWaitsForTheSlowestLog() {
    Log fast = books.expect(0);
    Log slow = books.expect(0);
    nowNanos = 2_500_000_000L;
    fast.add(committed(0, 1, 100, 900, 1_100, 1_900, 2_100));
    books.advance();
    assertThat(updates).isEmpty();
    slow.add(committed(1, 1, 500, 1_500));
    books.advance();
    assertThat(bySecond()).containsExactly(Map.entry(1L, 3L));
    slow.end();
    books.advance();
    assertThat(bySecond()).containsExactly(Map.entry(1L, 3L), Map.entry(2L, 3L));
  }

  @Test
  void eachTransactionIsInTheSecondOfItsEndHoweverLateItsLineComes() {
    Log log = books.expect(0);
    nowNanos = 5_000_000_000L;
    log.add(committed(0, 10, 999, 1_000, 3_999));
    log.add(committed(0, 10, 4_000));
    log.end();
    books.close();
    Map<Long, Long> bySecond = bySecond();
    assertThat(bySecond.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(4);
    assertThat(bySecond).containsEntry(1L, 1L).containsEntry(2L, 1L).containsEntry(4L, 1L);
  }

  @Test
  void requestBelongsToThePhaseInWhichItBegan() {
    Log log = books.expect(0);
    nowNanos = 6_000_000_000L;
    log.add(committed(0, 20, 1_010, 1_050));
    log.end();
    books.close();
    Map<String, Long> started =
        updates.stream()
            .flatMap(update -> update.cells().stream())
            .filter(cell -> cell.offered() > 0)
            .collect(Collectors.toMap(cell -> cell.segment().name(), CellState::offered));
    assertThat(started).containsExactlyInAnyOrderEntriesOf(Map.of("rampUp", 1L, "1", 1L));
    assertThat(log.firstStartNanos()).hasValue(990_000_000L);
  }

  @Test
  void clockThatIsAheadIsTakenBack() {
    Log log = books.expect(0);
    nowNanos = 6_000_000_000L;
    log.setClockOffset(3_000_000);
    log.add(committed(0, 20, 4_500));
    log.end();
    books.close();
    assertThat(bySecond()).containsEntry(2L, 1L);
  }

  @Test
  void timeInWhichNoProcessIsPlannedPasses() {
    Log later = books.expect(4_000_000_000L);
    nowNanos = 3_200_000_000L;
    books.advance();
    assertThat(bySecond().keySet()).containsExactly(1L, 2L, 3L);
    nowNanos = 4_900_000_000L;
    books.advance();
    assertThat(bySecond().keySet()).containsExactly(1L, 2L, 3L, 4L);
    later.end();
    nowNanos = 5_100_000_000L;
    books.advance();
    assertThat(bySecond().keySet()).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void skippedAndFailedTransactionsHaveNoResponseTime() {
    Log log = books.expect(0);
    nowNanos = 5_000_000_000L;
    LoggedTransactions lines = new LoggedTransactions();
    lines.add(End.SKIPPED, micros(1_500), 0, 20_000, 0, 0);
    lines.add(End.SERIALIZATION, micros(1_600), 0, 0, 0, 2);
    lines.add(End.DEADLOCK, micros(1_700), 0, 0, 0, 0);
    lines.add(End.COMMITTED, micros(1_800), 5_000, 2_000, 0, 1);
    log.add(lines);
    log.end();
    books.close();
    CellState cell =
        updates.stream()
            .flatMap(update -> update.cells().stream())
            .filter(state -> state.segment().name().equals("1") && state.kind().ordinal() == 0)
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(cell.offered()).isEqualTo(4);
    assertThat(cell.skipped()).isEqualTo(1);
    assertThat(cell.outcomes().of(Outcome.SERIALIZATION)).isEqualTo(1);
    assertThat(cell.outcomes().of(Outcome.DEADLOCK)).isEqualTo(1);
    assertThat(cell.retries()).isEqualTo(3);
    assertThat(cell.responseSumMicros()).isEqualTo(5_000);
    assertThat(cell.serviceSumMicros()).as("without the lag").isEqualTo(3_000);
    assertThat(cell.response().orElseThrow().getTotalCount()).isEqualTo(1);
    assertThat(updates.get(updates.size() - 1).sqlStates())
        .extracting(row -> row.sqlState() + " " + row.count())
        .containsExactlyInAnyOrder("40001 1", "40P01 1");
  }
}
