package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.Bookkeeper;
import io.quartet.books.BooksUpdate;
import io.quartet.books.CellRow;
import io.quartet.books.CellState;
import io.quartet.books.HistogramBytes;
import io.quartet.books.Interval;
import io.quartet.books.IntervalRow;
import io.quartet.books.LatencyInterval;
import io.quartet.books.MergedBooks;
import io.quartet.books.Reply;
import io.quartet.books.Ticket;
import io.quartet.books.VirtualClock;
import io.quartet.model.Outcome;
import io.quartet.model.TestLength;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random requests, booked in one process and in several, have to leave the same behind. */
@Tag("unit")
class MergedBooksTest {

  private static final TransactionType[] TYPES = TransactionType.values();
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final int STEP_MILLIS = 20;

  /** Seldom, because each report of each run is written to some hundred files. */
  private static final int STEPS_PER_REPORT = 7_000 / STEP_MILLIS;

  @TempDir Path results;

  private final VirtualClock clock = new VirtualClock(Duration.ofSeconds(-1));

  /** The same requests in books of its own for each part, and in books of the whole. */
  private final class Split {
    final RunPlan plan;
    final Bookkeeper whole;
    final List<LoadPart> parts;
    final List<Bookkeeper> books;
    final MergedBooks merged;
    private final Random random;
    private final List<Ticket[]> open = new ArrayList<>();

    Split(Random random, int setsPerGroup, int count) {
      this.random = random;
      plan = TestPlans.demo(setsPerGroup);
      clock.advanceToMillis(-100);
      whole = new Bookkeeper(plan, clock);
      parts = IntStream.range(0, count).mapToObj(index -> new LoadPart(index, count)).toList();
      books = parts.stream().map(part -> new Bookkeeper(plan, clock)).toList();
      merged = new MergedBooks(plan, clock, count);
    }

    /** Some requests begin and some end at the moment of the clock. */
    void step() {
      for (int i = random.nextInt(8); i > 0; i--) {
        VmSet set = plan.sets().get(random.nextInt(plan.sets().size()));
        TransactionType type = TYPES[random.nextInt(TYPES.length)];
        long intended = clock.nanos() - random.nextInt(300_000_000);
        if (random.nextInt(10) == 0) {
          whole.skipped(set, type, intended);
          booksOf(set).skipped(set, type, intended);
        } else {
          open.add(
              new Ticket[] {
                whole.started(set, type, intended), booksOf(set).started(set, type, intended)
              });
        }
      }
      for (int i = random.nextInt(9); i > 0 && !open.isEmpty(); i--) {
        finish(open.remove(random.nextInt(open.size())));
      }
    }

    private void finish(Ticket[] pair) {
      Reply reply =
          new Reply(
              OUTCOMES[random.nextInt(OUTCOMES.length)],
              random.nextInt(3) - 1,
              random.nextInt(2),
              random.nextInt(5),
              random.nextInt(200_000));
      String statement = "Statement " + random.nextInt(3);
      Bookkeeper own = booksOf(pair[0].set());
      for (int i = 0; i < pair.length; i++) {
        Bookkeeper each = i == 0 ? whole : own;
        each.finished(pair[i], clock.nanos(), reply);
        if (reply.retries() > 0) {
          each.retry(pair[i].kind(), "40001", statement);
        }
        if (reply.outcome().isFailure()) {
          each.failure(pair[i].kind(), "57P01", statement);
        }
      }
    }

    private Bookkeeper booksOf(VmSet set) {
      for (LoadPart part : parts) {
        if (part.sets(plan).contains(set)) {
          return books.get(part.index());
        }
      }
      throw new AssertionError(set + " belongs to nobody");
    }

    /** Every part sends what is new, as bytes. */
    void report() {
      parts.forEach(part -> report(part.index()));
    }

    void report(int part) {
      merged.add(part, sent(books.get(part).update(false)));
    }

    /** The last reports. */
    void end() {
      for (LoadPart part : parts) {
        merged.add(part.index(), sent(books.get(part.index()).update(true)));
        merged.end(part.index());
      }
    }
  }

  private static BooksUpdate sent(BooksUpdate update) {
    return new BooksUpdate(
        update.interval(),
        update.latencies().stream().map(MergedBooksTest::sent).toList(),
        update.cells().stream().map(MergedBooksTest::sent).toList(),
        update.sqlStates());
  }

  private static LatencyInterval sent(LatencyInterval latency) {
    return new LatencyInterval(
        latency.segment(),
        latency.set(),
        latency.kind(),
        latency.startNanos(),
        latency.endNanos(),
        sent(latency.response()),
        sent(latency.service()));
  }

  private static CellState sent(CellState cell) {
    Optional<Histogram> response = cell.response().map(MergedBooksTest::sent);
    return new CellState(
        cell.segment(),
        cell.set(),
        cell.kind(),
        cell.offered(),
        cell.skipped(),
        cell.outcomes(),
        cell.warnings(),
        cell.retries(),
        cell.roundTrips(),
        cell.committedInPhase(),
        cell.responseSumMicros(),
        cell.responseMaxMicros(),
        cell.serviceSumMicros(),
        response);
  }

  private static Histogram sent(Histogram histogram) {
    return HistogramBytes.read(HistogramBytes.of(histogram));
  }

  private static IntStream seeds() {
    return IntStream.rangeClosed(1, TestLength.usualOrSoak(1, 12));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void folderOfManyProcessesIsThatOfOne(int seed) throws IOException {
    Random random = new Random(seed);
    int setsPerGroup = 1 + random.nextInt(3);
    Split split = new Split(random, setsPerGroup, 1 + random.nextInt(setsPerGroup));
    ResultsFolder alone = ResultsFolder.create(results, "20261121-000000-alone");
    ResultsFolder together = ResultsFolder.create(results, "20261121-000000-together");
    try (RunRecorder one = new RunRecorder(alone, clock, split.whole);
        RunRecorder many = new RunRecorder(together, clock, split.merged)) {
      long end = split.plan.timeline().total().toMillis() + 1_500;
      for (int step = 0; step * STEP_MILLIS < end; step++) {
        clock.advanceToMillis((long) step * STEP_MILLIS);
        split.step();
        if (step % STEPS_PER_REPORT == STEPS_PER_REPORT - 1) {
          split.report();
          one.tick();
          many.tick();
        }
      }
      split.end();
    }

    assertThat(split.merged.snapshot()).isEqualTo(split.whole.snapshot());
    for (String name : List.of("phases.csv", "sqlstates.csv")) {
      assertThat(together.file(name)).hasSameTextualContentAs(alone.file(name));
    }
    assertThat(sortedLines(together.file("intervals.csv")))
        .isEqualTo(sortedLines(alone.file("intervals.csv")));
    assertThat(LatencyLogs.readPhases(together)).isEqualTo(LatencyLogs.readPhases(alone));
    assertThat(logs(together)).isEqualTo(logs(alone));
  }

  private static List<String> sortedLines(Path file) throws IOException {
    return Files.readAllLines(file).stream().sorted().toList();
  }

  /** Every interval of every log, with its name and its times. */
  private static List<String> logs(ResultsFolder folder) throws IOException {
    List<String> intervals = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.file("latency"))) {
      for (Path file : files.sorted(Comparator.comparing(Path::getFileName)).toList()) {
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
          while (reader.hasNext()) {
            EncodableHistogram next = reader.nextIntervalHistogram();
            intervals.add(
                file.getFileName()
                    + " "
                    + next.getStartTimeStamp()
                    + " "
                    + next.getEndTimeStamp()
                    + " "
                    + ((Histogram) next).getTotalCount()
                    + " "
                    + next.hashCode());
          }
        }
      }
    }
    return intervals;
  }

  @Test
  void liveFiguresAreSums() {
    Split split = new Split(new Random(5), 3, 3);
    for (int step = 0; step < 900; step++) {
      clock.advanceToMillis((long) step * STEP_MILLIS);
      split.step();
    }
    split.report();

    assertThat(split.merged.live()).isEqualTo(split.whole.live());
  }

  @Test
  void intervalWaitsForTheSlowestAndIsOneForAll() {
    Split split = new Split(new Random(5), 2, 2);
    step(split, 1_000);
    split.report(0);
    assertThat(split.merged.intervals()).isEmpty();
    clock.advanceToMillis(1_007);
    split.report(1);

    List<Interval> intervals = split.merged.intervals();
    assertThat(intervals).hasSize(1);
    assertThat(intervals.get(0).endNanos()).isEqualTo(1_007_000_000L);
    assertThat(intervals.get(0).rows())
        .map(IntervalRow::utcMillis)
        .containsOnly(VirtualClock.START_UTC_MILLIS + 1_007);
    assertThat(split.merged.intervals()).isEmpty();
  }

  @Test
  void sourceThatStoodStillShiftsNoIntervalOfOthers() {
    Split split = new Split(new Random(5), 2, 2);
    for (int second = 1; second <= 5; second++) {
      step(split, 1_000 * second);
      split.report(0);
      assertThat(split.merged.intervals()).isEmpty();
    }
    for (int missed = 0; missed < 5; missed++) {
      split.report(1);
    }

    List<Interval> intervals = split.merged.intervals();
    assertThat(intervals)
        .extracting(interval -> interval.endNanos() / 1_000_000)
        .containsExactly(1_000L, 2_000L, 3_000L, 4_000L, 5_000L);
    for (Interval interval : intervals) {
      assertThat(interval.rows())
          .filteredOn(row -> row.set().number() == 1)
          .isNotEmpty()
          .map(IntervalRow::utcMillis)
          .containsOnly(VirtualClock.START_UTC_MILLIS + interval.endNanos() / 1_000_000);
    }
    assertThat(intervals.stream().flatMap(interval -> interval.rows().stream()))
        .filteredOn(row -> row.set().number() == 2)
        .map(IntervalRow::utcMillis)
        .containsOnly(VirtualClock.START_UTC_MILLIS + 5_000);
  }

  @Test
  void lostSourceHoldsNobodyUpAndWhatItReportedStays() {
    Split split = new Split(new Random(5), 2, 2);
    step(split, 1_000);
    split.report();
    step(split, 2_000);
    split.report(0);
    split.merged.end(1);
    step(split, 3_000);
    split.report(0);

    long byInterval =
        split.merged.intervals().stream()
            .flatMap(interval -> interval.rows().stream())
            .mapToLong(IntervalRow::started)
            .sum();
    List<CellRow> rows = split.merged.snapshot().rows();
    assertThat(rows).allMatch(CellRow::isBalanced);
    assertThat(rows.stream().mapToLong(CellRow::started).sum()).isEqualTo(byInterval);
    assertThat(rows).filteredOn(row -> row.set().number() == 2 && row.started() > 0).isNotEmpty();
  }

  private void step(Split split, long untilMillis) {
    for (long millis = untilMillis - 1_000; millis <= untilMillis; millis += STEP_MILLIS) {
      clock.advanceToMillis(millis);
      split.step();
    }
  }
}
