package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.Backlog;
import io.quartet.books.Bookkeeper;
import io.quartet.books.CellRow;
import io.quartet.books.Reply;
import io.quartet.books.VirtualClock;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.system.WorkerFacts;
import io.quartet.run.internal.load.LoadSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten phases of 6 s after 10 s, then 2 s of rampDown, in virtual time. */
@Tag("unit")
class PhaseSwitchesTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);

  private final VirtualClock clock = new VirtualClock(Duration.ofSeconds(-1));
  private final List<String> switches = new ArrayList<>();
  private final AtomicInteger looks = new AtomicInteger();

  private Bookkeeper books;

  /** What happens between the decision to end the run and its effect. */
  private Runnable beforeTheEnd = () -> {};

  /** Only books, and an end. */
  private final class FakeLoad implements LoadSource {
    @Override
    public Bookkeeper books() {
      return books;
    }

    @Override
    public Optional<Segment> endAfter(Segment phase) {
      beforeTheEnd.run();
      return books.segments().endAfter(phase);
    }

    @Override
    public void cleanUp() {}

    @Override
    public Duration leadTime() {
      return Duration.ZERO;
    }

    @Override
    public void start() {}

    @Override
    public void run() {}

    @Override
    public void look() {}

    @Override
    public Backlog backlog() {
      return new Backlog(0, 0);
    }

    @Override
    public void abort(String reason) {}

    @Override
    public String abortReason() {
      return null;
    }

    @Override
    public Map<VmSet, MarketCounts> marketCounts() {
      return Map.of();
    }

    @Override
    public Map<String, Long> processes() {
      return Map.of();
    }

    @Override
    public List<WorkerFacts> workers() {
      return List.of();
    }

    @Override
    public void close() {}
  }

  private PhaseSwitches run(RunPlan plan, int tradesPerSecond) {
    books = new Bookkeeper(plan, clock);
    PhaseSwitches phases =
        new PhaseSwitches(
            plan,
            clock,
            new FakeLoad(),
            (offset, action) -> clock.at(offset.toNanos(), action),
            segment -> switches.add(segment.name() + "@" + clock.nanos() / 1_000_000_000),
            looks::incrementAndGet);
    phases.start();
    for (int second = 0; second < 100; second++) {
      for (int trade = 0; trade < tradesPerSecond; trade++) {
        long nanos = second * 1_000_000_000L + trade;
        clock.at(nanos, () -> trade(nanos));
      }
    }
    clock.advanceTo(Duration.ofSeconds(100).toNanos());
    return phases;
  }

  private void trade(long nanos) {
    books.finished(
        books.started(A1, TransactionType.TRADE_RESULT, nanos),
        nanos,
        new Reply(Outcome.COMMITTED, 0, 0, 1, 10));
  }

  @Test
  void phaseInWhichTheTradesAreReachedIsTheLastAndRampDownFollows() {
    // Ten trades a second: those of the first 10 s do not count, 60 by 16 s, 120 by 22 s.
    RunPlan plan = TestPlans.growing(TestPlans.demo(1), 100, 40);

    PhaseSwitches phases = run(plan, 10);

    assertThat(switches).containsExactly("rampUp@0", "warmUp@5", "1@10", "2@16", "rampDown@22");
    assertThat(looks).hasValue(5);
    RunPlan asRun = phases.planAsRun();
    assertThat(asRun.schedule().growth()).contains(new Growth(100, 2));
    assertThat(asRun.timeline().segments())
        .extracting(Segment::name)
        .containsExactly("rampUp", "warmUp", "1", "2", "rampDown");
    assertThat(asRun.timeline().total()).isEqualTo(Duration.ofSeconds(24));
  }

  @Test
  void phaseThatBeginsWhileTheEndIsDecidedStays() {
    beforeTheEnd =
        () -> {
          beforeTheEnd = () -> {};
          trade(Duration.ofSeconds(22).toNanos());
        };

    PhaseSwitches phases = run(TestPlans.growing(TestPlans.demo(1), 100, 40), 10);

    assertThat(switches).endsWith("2@16", "3@22", "rampDown@28");
    assertThat(phases.planAsRun().schedule().growth()).contains(new Growth(100, 3));
    assertThat(books.snapshot().rows().stream().mapToLong(CellRow::started).sum())
        .as("no request is lost")
        .isEqualTo(1 + 10 * 100);
  }

  @Test
  void firstPhaseMayBeTheLast() {
    RunPlan plan = TestPlans.growing(TestPlans.demo(1), 40, 40);

    assertThat(run(plan, 10).planAsRun().schedule().growth()).contains(new Growth(40, 1));
    assertThat(switches).endsWith("1@10", "rampDown@16");
  }

  @Test
  void runWithoutItsTradesEndsWithItsLastPhase() {
    RunPlan plan = TestPlans.growing(TestPlans.demo(1), 1_000_000, 12);

    assertThat(run(plan, 10).planAsRun()).isEqualTo(plan);
    assertThat(switches).hasSize(15).endsWith("11@70", "12@76", "rampDown@82");
  }

  @Test
  void planThatDoesNotGrowHasItsPhases() {
    RunPlan plan = TestPlans.demo(1);

    assertThat(run(plan, 10).planAsRun()).isSameAs(plan);
    assertThat(switches).hasSize(13).endsWith("10@64", "rampDown@70");
  }
}
