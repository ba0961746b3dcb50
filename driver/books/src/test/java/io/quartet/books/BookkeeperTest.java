package io.quartet.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.tuple;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class BookkeeperTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final long SECOND = 1_000_000_000L;
  private static final Reply RIGHT = new Reply(Outcome.COMMITTED, 0, 0, 2, 700);

  private final RunPlan plan = TestPlans.demo(1);
  private final VirtualClock clock = new VirtualClock(Duration.ofSeconds(-1));
  private final Bookkeeper books = new Bookkeeper(plan, clock);

  private CellRow row(String phase, VmSet set, TransactionType type) {
    return books.snapshot().rows().stream()
        .filter(row -> row.phase().equals(phase) && row.set().equals(set) && row.kind() == type)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void requestIsChargedToTheSegmentOfItsIntendedStartAndCommittedWhereItEnded() {
    clock.advanceToMillis(16_500);
    Ticket ticket = books.started(A1, TransactionType.TRADE_ORDER, 15_900_000_000L);

    books.finished(ticket, 16_400_000_000L, new Reply(Outcome.COMMITTED, 3, 2, 9, 400_000));

    CellRow charged = row("1", A1, TransactionType.TRADE_ORDER);
    assertThat(charged.started()).isEqualTo(1);
    assertThat(charged.committed()).isEqualTo(1);
    assertThat(charged.committedInPhase()).isZero();
    assertThat(charged.warnings()).isEqualTo(1);
    assertThat(charged.retries()).isEqualTo(2);
    assertThat(charged.roundTrips()).isEqualTo(9);
    assertThat(charged.responseSumMicros()).isEqualTo(500_000);
    assertThat(charged.serviceSumMicros()).isEqualTo(400_000);
    CellRow ended = row("2", A1, TransactionType.TRADE_ORDER);
    assertThat(ended.started()).isZero();
    assertThat(ended.committedInPhase()).isEqualTo(1);
  }

  @Test
  void segmentsAppearWhenTheyBeginAndTheirEndIsTheMomentUntilTheyAreOver() {
    clock.advanceToMillis(10_500);

    List<CellRow> rows = books.snapshot().rows();

    assertThat(rows.stream().map(CellRow::phase).distinct())
        .containsExactly("rampUp", "warmUp", "1");
    assertThat(rows).hasSize(3 * 4 * 12);
    CellRow running = row("1", A1, TransactionType.TRADE_ORDER);
    assertThat(running.startUtcMillis()).isEqualTo(VirtualClock.START_UTC_MILLIS + 10_000);
    assertThat(running.endUtcMillis()).isEqualTo(VirtualClock.START_UTC_MILLIS + 10_500);
    assertThat(row("warmUp", A1, TransactionType.TRADE_ORDER).endUtcMillis())
        .isEqualTo(VirtualClock.START_UTC_MILLIS + 10_000);
  }

  @Test
  void requestsBeforeTheStartBelongToRampUpAndAfterTheEndToRampDown() {
    clock.advanceToMillis(100_000);
    books.finished(
        books.started(A1, TransactionType.TRADE_CLEANUP, -3 * SECOND), -2 * SECOND, RIGHT);
    books.finished(
        books.started(A1, TransactionType.TRADE_RESULT, 80 * SECOND), 81 * SECOND, RIGHT);

    assertThat(row("rampUp", A1, TransactionType.TRADE_CLEANUP).committed()).isEqualTo(1);
    assertThat(row("rampDown", A1, TransactionType.TRADE_RESULT).committedInPhase()).isEqualTo(1);
  }

  @Test
  void phasesAfterTheLastAreLeftOutAndRampDownComesInTheirPlace() {
    clock.advanceToMillis(21_000); // In phase 2, which ends at 22 s.
    Ticket late = books.started(A1, TransactionType.TRADE_RESULT, 21 * SECOND);

    Segment rampDown = books.segments().endAfter(plan.timeline().phases().get(1)).orElseThrow();
    clock.advanceToMillis(23_000);
    books.finished(late, 23 * SECOND, RIGHT);
    books.finished(books.started(A1, TransactionType.TRADE_ORDER, 22 * SECOND), 23 * SECOND, RIGHT);

    assertThat(rampDown.start()).isEqualTo(Duration.ofSeconds(22));
    assertThat(rampDown.end()).isEqualTo(Duration.ofSeconds(24));
    assertThat(books.segments().endNanos()).isEqualTo(24 * SECOND);
    List<CellRow> rows = books.snapshot().rows();
    assertThat(rows.stream().map(CellRow::phase).distinct())
        .containsExactly("rampUp", "warmUp", "1", "2", "rampDown");
    assertThat(rows).allMatch(CellRow::isBalanced);
    CellRow row = row("rampDown", A1, TransactionType.TRADE_RESULT);
    assertThat(row.committedInPhase()).isEqualTo(1);
    assertThat(row.startUtcMillis()).isEqualTo(VirtualClock.START_UTC_MILLIS + 22_000);
    assertThat(row("rampDown", A1, TransactionType.TRADE_ORDER).started()).isEqualTo(1);
    assertThat(books.live().segment().name()).isEqualTo("rampDown");
    assertThat(books.live().timeLeft()).isEqualTo(Duration.ofSeconds(1));
    assertThat(books.live().tradeResults()).isZero();
  }

  @Test
  void phaseThatHasARequestCannotBeLeftOut() {
    Ticket first = books.started(A1, TransactionType.TRADE_ORDER, 22 * SECOND); // Phase 3.

    assertThat(books.segments().endAfter(plan.timeline().phases().get(1))).isEmpty();

    books.finished(first, 23 * SECOND, RIGHT);
    clock.advanceToMillis(23_000);
    assertThat(row("3", A1, TransactionType.TRADE_ORDER).committed()).isEqualTo(1);
    assertThat(books.segments().segments()).isEqualTo(plan.timeline().segments());
    assertThat(books.segments().endAfter(plan.timeline().phases().get(2))).isPresent();
  }

  @Test
  void noRequestIsLostWhenTheEndIsDecidedWhileAPhaseBegins() {
    for (int round = 0; round < 500; round++) {
      Bookkeeper ending = new Bookkeeper(plan, clock);
      List<CompletableFuture<Void>> users =
          IntStream.range(0, 3)
              .mapToObj(
                  user ->
                      CompletableFuture.runAsync(
                          () -> ending.started(A1, TransactionType.TRADE_ORDER, 22 * SECOND)))
              .toList();
      boolean hasEnded = ending.segments().endAfter(plan.timeline().phases().get(1)).isPresent();
      users.forEach(CompletableFuture::join);

      List<CellRow> rows = ending.snapshot().rows();
      assertThat(rows.stream().mapToLong(CellRow::started).sum()).isEqualTo(3);
      assertThat(rows.stream().filter(row -> row.started() > 0).map(CellRow::phase))
          .containsOnly(hasEnded ? "rampDown" : "3");
    }
  }

  @Test
  void skippedRequestsAreOfferedAndNeverStarted() {
    books.skipped(A1, TransactionType.DATA_MAINTENANCE, SECOND);

    CellRow row = row("rampUp", A1, TransactionType.DATA_MAINTENANCE);
    assertThat(row.offered()).isEqualTo(1);
    assertThat(row.skipped()).isEqualTo(1);
    assertThat(row.started()).isZero();
    assertThat(row.isBalanced()).isTrue();
  }

  @Test
  void finishingTwiceIsRefusedAndCountsOnce() {
    Ticket ticket = books.started(A1, TransactionType.TRADE_STATUS, 0);
    books.finished(ticket, SECOND, RIGHT);

    assertThatIllegalStateException()
        .isThrownBy(() -> books.finished(ticket, SECOND, RIGHT))
        .withMessage("Trade-Status of a1 was finished twice");
    assertThat(row("rampUp", A1, TransactionType.TRADE_STATUS).finished()).isEqualTo(1);
  }

  @Test
  void percentilesAreThoseOfTheAnswers() {
    for (int millis = 1; millis <= 100; millis++) {
      Ticket ticket = books.started(A1, TransactionType.MARKET_WATCH, 0);
      books.finished(ticket, millis * 1_000_000L, RIGHT);
    }

    CellRow row = row("rampUp", A1, TransactionType.MARKET_WATCH);
    assertThat(row.responseP50Micros()).isBetween(50_000L, 50_500L);
    assertThat(row.responseP90Micros()).isBetween(90_000L, 90_900L);
    assertThat(row.responseP99Micros()).isBetween(99_000L, 99_990L);
    assertThat(row.responseMaxMicros()).isEqualTo(100_000);
    assertThat(row.responseSumMicros()).isEqualTo(5_050_000);
  }

  @Test
  void everyCellBalancesAtEveryMomentOfARandomRun() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Ticket> open = new ArrayList<>();
    List<IntervalRow> intervals = new ArrayList<>();
    long retries = 0;
    for (int step = 0; step < 20_000; step++) {
      clock.advanceToMillis(step * 74_000L / 20_000 - 500);
      long now = clock.nanos();
      VmSet set = plan.sets().get(random.nextInt(4));
      TransactionType type = TransactionType.values()[random.nextInt(12)];
      int action = random.nextInt(20);
      if (action < 10) {
        open.add(books.started(set, type, now - random.nextInt(500) * 1_000_000L));
      } else if (action < 11) {
        books.skipped(set, type, now);
      } else if (!open.isEmpty()) {
        Outcome outcome = Outcome.values()[random.nextInt(Outcome.values().length)];
        int retried = random.nextInt(3);
        retries += retried;
        books.finished(
            open.remove(random.nextInt(open.size())),
            now,
            new Reply(outcome, 0, retried, 1, random.nextInt(1000)));
      }
      if (step % 271 == 0) {
        intervals.addAll(books.interval().rows());
      }
      if (step % 997 == 0) {
        assertThat(books.snapshot().rows()).as("seed " + seed).allMatch(CellRow::isBalanced);
      }
    }
    intervals.addAll(books.interval().rows());
    List<CellRow> rows = books.snapshot().rows();

    assertThat(rows).as("seed " + seed).allMatch(CellRow::isBalanced);
    assertThat(sum(rows, CellRow::inFlightAtEnd)).isEqualTo(open.size());
    assertThat(sum(rows, CellRow::retries)).isEqualTo(retries);
    assertThat(sum(rows, CellRow::committedInPhase)).isEqualTo(sum(rows, CellRow::committed));
    assertThat(sum(intervals, IntervalRow::started)).isEqualTo(sum(rows, CellRow::started));
    assertThat(sum(intervals, IntervalRow::completed)).isEqualTo(sum(rows, CellRow::finished));
    assertThat(sum(intervals, IntervalRow::committed)).isEqualTo(sum(rows, CellRow::committed));
    assertThat(sum(intervals, IntervalRow::failed)).isEqualTo(sum(rows, CellRow::failed));
    assertThat(sum(intervals, IntervalRow::responseSumMicros))
        .isEqualTo(sum(rows, CellRow::responseSumMicros));
    assertThat(books.phaseLatencies().stream().mapToLong(p -> p.response().getTotalCount()).sum())
        .isEqualTo(sum(rows, CellRow::finished));
  }

  private static <T> long sum(List<T> rows, ToLongFunction<T> column) {
    return rows.stream().mapToLong(column).sum();
  }

  @Test
  void nothingIsLostWhenManyThreadsBookAtOnce() {
    IntStream.range(0, 20_000)
        .parallel()
        .forEach(
            n -> {
              VmSet set = plan.sets().get(n % 2);
              Ticket ticket = books.started(set, TransactionType.TRADE_STATUS, n * 3_000_000L);
              books.finished(ticket, n * 3_000_000L + 1_000, RIGHT);
              if (n % 1000 == 0) {
                assertThat(books.snapshot().rows()).allMatch(CellRow::isBalanced);
              }
            });

    assertThat(sum(books.snapshot().rows(), CellRow::committed)).isEqualTo(20_000);
  }

  @Test
  void intervalsHoldOnlyWhatHappenedSinceTheLast() {
    books.finished(books.started(A1, TransactionType.TRADE_STATUS, 0), 5_000_000, RIGHT);
    clock.advanceToMillis(1_000);
    Interval first = books.interval();
    clock.advanceToMillis(2_000);
    Interval second = books.interval();

    assertThat(first.rows())
        .containsExactly(
            new IntervalRow(
                VirtualClock.START_UTC_MILLIS + 1_000,
                "rampUp",
                A1,
                TransactionType.TRADE_STATUS,
                1,
                1,
                1,
                0,
                5_000,
                5_000));
    assertThat(second.rows()).isEmpty();
    assertThat(second.startNanos()).isEqualTo(first.endNanos());
  }

  /** Segments of the demo begin at 0 (rampUp), 5 (warmUp), 10 (phase 1), 16 s (phase 2). */
  @Test
  void latenciesAreHandedOverWhenAPhaseHasEndedAndEveryTenSeconds() {
    List<Integer> seconds = new ArrayList<>();
    for (int second = 1; second <= 25; second++) {
      clock.advanceToMillis(second * 1_000L - 1);
      books.finished(
          books.started(A1, TransactionType.TRADE_STATUS, clock.nanos()), clock.nanos(), RIGHT);
      clock.advanceToMillis(second * 1_000L);
      if (!books.latencies(false).isEmpty()) {
        seconds.add(second);
      }
    }

    assertThat(seconds).containsExactly(5, 10, 16, 20, 22);
    assertThat(books.latencies(true)).hasSize(1);
    assertThat(books.latencies(true)).isEmpty();
  }

  @Test
  void latencyBelongsToTheSegmentOfItsIntendedStart() {
    clock.advanceToMillis(4_990);
    Ticket before = books.started(A1, TransactionType.TRADE_STATUS, clock.nanos());
    clock.advanceToMillis(5_000);
    assertThat(books.latencies(false)).isEmpty();
    books.finished(before, 5_012_345_000L, RIGHT);
    books.finished(
        books.started(A1, TransactionType.TRADE_STATUS, 5_000_000_000L), 5_001_000_000L, RIGHT);

    List<LatencyInterval> latencies = books.latencies(true);
    assertThat(latencies).extracting(l -> l.segment().name()).containsExactly("rampUp", "warmUp");
    LatencyInterval rampUp = latencies.get(0);
    assertThat(rampUp.startNanos()).isEqualTo(5_000_000_000L);
    assertThat(rampUp.response().getMaxValue()).isBetween(22_345L, 22_360L);
    assertThat(rampUp.service().getTotalCount()).isEqualTo(1);
  }

  @Test
  void latenciesByPhaseAddTheSetsOfAGroupAndKeepUpWithLaterAnswers() {
    RunPlan twoSets = TestPlans.demo(2);
    Bookkeeper both = new Bookkeeper(twoSets, clock);
    for (VmSet set : twoSets.sets()) {
      both.finished(both.started(set, TransactionType.TRADE_STATUS, 0), 5_000_000, RIGHT);
    }
    List<Long> before =
        both.phaseLatencies().stream().map(phase -> phase.response().getTotalCount()).toList();

    both.finished(both.started(A1, TransactionType.TRADE_STATUS, 0), 9_000_000, RIGHT);

    assertThat(before).containsExactly(2L, 2L, 2L, 2L);
    assertThat(both.phaseLatencies())
        .extracting(phase -> phase.response().getTag(), phase -> phase.response().getTotalCount())
        .contains(tuple("A;rampUp;Trade-Status", 3L), tuple("B;rampUp;Trade-Status", 2L));
  }

  @Test
  void retriesAreCountedByTypeSqlStateAndStatement() {
    books.retry(TransactionType.TRADE_RESULT, "40001", "TR7");
    books.retry(TransactionType.TRADE_RESULT, "40001", "TR7");
    books.failure(TransactionType.TRADE_UPDATE, "57014", "TU2");

    assertThat(books.snapshot().sqlStates())
        .containsExactly(
            new SqlStateCount(
                SqlStateCount.Kind.RETRY, TransactionType.TRADE_RESULT, "40001", "TR7", 2),
            new SqlStateCount(
                SqlStateCount.Kind.FAILURE, TransactionType.TRADE_UPDATE, "57014", "TU2", 1));
  }

  @Test
  void liveFiguresShowSharesThroughputAndTheWorstOffender() {
    clock.advanceToMillis(10_000);
    books.live();
    for (int n = 0; n < 8; n++) {
      VmSet set = plan.sets().get(n % 4 == 0 ? 0 : 3);
      books.finished(
          books.started(set, TransactionType.TRADE_STATUS, 10 * SECOND), 10_500_000_000L, RIGHT);
      books.finished(
          books.started(set, TransactionType.TRADE_RESULT, 10 * SECOND), 10_100_000_000L, RIGHT);
    }
    books.started(A1, TransactionType.MARKET_FEED, 10 * SECOND);
    clock.advanceToMillis(12_000);

    Live live = books.live();

    assertThat(live.segment().name()).isEqualTo("1");
    assertThat(live.timeLeft().toSeconds()).isEqualTo(60);
    assertThat(live.etpsNow()).isEqualTo(4.0);
    assertThat(live.sharePercent()).containsEntry(VmGroup.A, 25.0).containsEntry(VmGroup.D, 75.0);
    assertThat(live.targetPercent()).containsEntry(VmGroup.D, 40.0);
    assertThat(live.worst().orElseThrow().kind()).isEqualTo(TransactionType.TRADE_STATUS);
    assertThat(live.worst().orElseThrow().ratio()).isBetween(0.495, 0.505);
    assertThat(live.startedRequests()).isEqualTo(17);
    assertThat(live.inFlight()).isEqualTo(1);
    assertThat(live.errors()).isZero();
  }
}
