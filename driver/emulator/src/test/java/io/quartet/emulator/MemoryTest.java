package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.TestLength;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Load.Ladder;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timing;
import io.quartet.results.RunRecorder;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.tiera.fake.FakeConnection;
import io.quartet.tiera.fake.FakeConnection.Answer;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The memory of the driver depends neither on the length of a run nor on the number of Sets. */
@Tag("unit")
@Isolated("counts the objects of the whole process")
class MemoryTest {

  private static final double MOST_GROWTH_MB = 50;

  /** Seconds between two intervals; a real run takes one, which only makes this slower. */
  private static final long TICK = 10;

  private static final Duration EARLY = Duration.ofMinutes(TestLength.usualOrSoak(5, 20));
  private static final Duration LATE = Duration.ofMinutes(TestLength.usualOrSoak(20, 120));

  @TempDir Path results;

  /** Megabytes of live objects early and late in an official run. */
  private record Used(double early, double late) {}

  @Test
  void memoryIsFlatOverTimeAndOverSets() {
    Used four = run(1);
    Used sixteen = run(4);
    System.out.printf("MB of live objects early and late: 4 Sets %s, 16 %s%n", four, sixteen);
    assertThat(four.late() - four.early()).isLessThan(MOST_GROWTH_MB);
    assertThat(sixteen.late() - sixteen.early()).isLessThan(MOST_GROWTH_MB);
    assertThat(sixteen.late() - four.late()).isLessThan(MOST_GROWTH_MB);
  }

  /** Books, recorder, decks, exchanges and health of a run with 36 requests a second. */
  private Used run(int setsPerGroup) {
    RunPlan plan =
        WholeRunsTest.plan(
            setsPerGroup,
            PhaseTable.VLDB2013,
            Timing.OFFICIAL,
            new Load.Paced(Ladder.constant(4), 100, 100));
    AllSets sets = new AllSets(plan);
    AtomicLong lastTradeId = new AtomicLong();
    sets.connections.values().forEach(FakeConnection::forget);
    sets.answerAll(
        request ->
            request.type() == TransactionType.TRADE_ORDER
                ? Answer.committed(
                    Duration.ofMillis(5), Stage.marketOrder(lastTradeId.incrementAndGet()))
                : Answer.committed(Duration.ofMillis(5)));
    ResultsFolder folder = ResultsFolder.create(results, "sets-" + setsPerGroup);
    try (RunRecorder recorder = new RunRecorder(folder, sets.clock, sets.books)) {
      CustomerEmulator.of(plan, LoadPart.WHOLE, sets.requests, sets.clock::at).start();
      for (Segment segment : plan.timeline().segments()) {
        sets.clock.at(segment.start().toNanos(), recorder::phaseSwitch);
      }
      double early = 0;
      for (long second = TICK; second <= LATE.toSeconds(); second += TICK) {
        sets.clock.advance(Duration.ofSeconds(TICK));
        recorder.tick();
        if (second == EARLY.toSeconds()) {
          early = liveMegabytes();
        }
      }
      Used used = new Used(early, liveMegabytes());
      assertThat(sets.defects).isEmpty();
      assertThat(lastTradeId.get()).isGreaterThan(TestLength.usualOrSoak(1_200, 10_000));
      return used;
    }
  }

  private static double liveMegabytes() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
  }
}
