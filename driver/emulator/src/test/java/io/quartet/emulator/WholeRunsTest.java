package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.books.CellRow;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Load.Ladder;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.tiera.fake.FakeConnection.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs from the first to the last request in virtual time. */
@Tag("unit")
class WholeRunsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** A plan of any size and load. */
  static RunPlan plan(int sets, PhaseTable phases, Timing timing, Load load) {
    RunPlan plan = TestPlans.withTiming(TestPlans.withPhases(Stage.plan(), phases), timing);
    return TestPlans.withLoad(plan, load).withSetsPerGroup(sets);
  }

  private static AllSets run(RunPlan plan, Duration response) {
    AllSets sets = new AllSets(plan);
    sets.answerAll(request -> Answer.committed(response));
    CustomerEmulator.of(plan, LoadPart.WHOLE, sets.requests, sets.clock::at).start();
    sets.clock.advanceTo(plan.timeline().total().plusSeconds(30).toNanos());
    assertThat(sets.defects).isEmpty();
    return sets;
  }

  private static long sum(
      List<CellRow> rows, Segment segment, VmSet set, ToLongFunction<CellRow> column) {
    return rows.stream()
        .filter(row -> row.phase().equals(segment.name()) && row.set().equals(set))
        .filter(row -> row.kind().isSentByUsers())
        .mapToLong(column)
        .sum();
  }

  @Test
  void officialTimelineHasEveryBoundaryWhereItBelongs() {
    Load load = new Load.Paced(Ladder.constant(2), 100, 100);
    RunPlan official = plan(1, PhaseTable.VLDB2013, Timing.OFFICIAL, load);
    AllSets sets = run(official, Duration.ofMillis(20));

    assertThat(official.timeline().total()).isEqualTo(Duration.ofSeconds(120 + 11 * 720 + 300));
    List<CellRow> rows = sets.books.snapshot().rows();
    Duration start = Duration.ofSeconds(840);
    for (Segment phase : official.timeline().phases()) {
      assertThat(phase.start()).isEqualTo(start);
      assertThat(sets.books.firstStartNanos(phase).orElseThrow() - start.toNanos())
          .isBetween(0L, 56_000_000L);
      // 18 requests a second for 720 s; the one on the boundary may fall on either side.
      assertThat(
              official.sets().stream().mapToLong(s -> sum(rows, phase, s, CellRow::offered)).sum())
          .isBetween(12_959L, 12_961L);
      start = start.plusSeconds(720);
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
      })
  void anyPlanKeepsItsSharesAndItsBooks(int seed) {
    Random random = new Random(seed);
    List<LoadShare> table = new ArrayList<>();
    int phases = 1 + random.nextInt(12);
    for (int i = 0; i < phases; i++) {
      table.add(shares(random));
    }
    Load load =
        random.nextBoolean()
            ? new Load.Closed(new Ladder(1 + random.nextInt(40), random.nextInt(4)))
            : new Load.Paced(
                new Ladder(0.5 + 30 * random.nextDouble(), 5 * random.nextDouble()),
                1 + random.nextInt(60),
                1 + random.nextInt(50));
    Timing timing =
        new Timing(
            Duration.ofMillis(random.nextInt(3_000)),
            Duration.ofMillis(random.nextInt(2_000)),
            Duration.ofMillis(500 + random.nextInt(6_000)),
            Duration.ofMillis(random.nextInt(1_500)));
    RunPlan plan = plan(1 + random.nextInt(5), new PhaseTable("custom", table), timing, load);
    AllSets sets = run(plan, Duration.ofMillis(1 + random.nextInt(200)));

    List<CellRow> rows = sets.books.snapshot().rows();
    assertThat(rows).allMatch(CellRow::isBalanced);
    for (Segment phase : plan.timeline().phases()) {
      long total = plan.sets().stream().mapToLong(s -> sum(rows, phase, s, CellRow::offered)).sum();
      for (VmGroup group : VmGroup.values()) {
        List<Long> ofSets =
            plan.sets().stream()
                .filter(set -> set.group() == group)
                .map(set -> sum(rows, phase, set, CellRow::offered))
                .toList();
        double ofGroup = ofSets.stream().mapToLong(Long::longValue).sum();
        assertThat(ofGroup).isCloseTo(phase.shares().fraction(group) * total, within(1.0));
        assertThat(ofSets).allMatch(count -> Math.abs(count - ofGroup / ofSets.size()) < 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void runThatEndsEarlierSendsNothingAfterIt(boolean isPaced) {
    Load load =
        isPaced ? new Load.Paced(Ladder.constant(5), 20, 20) : new Load.Closed(Ladder.constant(8));
    RunPlan plan =
        TestPlans.growing(
            plan(1, PhaseTable.VLDB2013, new Timing(SECOND, SECOND, SECOND, SECOND), load), 1, 50);
    AllSets sets = new AllSets(plan);
    sets.answerAll(request -> Answer.committed(Duration.ofMillis(20)));
    CustomerEmulator emulator =
        CustomerEmulator.of(plan, LoadPart.WHOLE, sets.requests, sets.clock::at);
    emulator.start();
    Segment last = plan.timeline().phases().get(11);
    sets.clock.at(last.end().toNanos() - 1_000_000, () -> sets.books.segments().endAfter(last));
    sets.clock.advanceTo(last.end().plusSeconds(20).toNanos());

    List<CellRow> rows = sets.books.snapshot().rows();
    assertThat(sets.defects).isEmpty();
    assertThat(rows).allMatch(CellRow::isBalanced);
    assertThat(rows.stream().map(CellRow::phase).distinct())
        .hasSize(15)
        .endsWith("11", "12", "rampDown");
    assertThat(rows)
        .filteredOn(row -> row.phase().equals("rampDown"))
        .anyMatch(row -> row.started() > 0)
        .allMatch(row -> row.inFlightAtEnd() == 0);
    sets.clock.advanceTo(plan.timeline().total().toNanos());
    assertThat(offered(sets.books.snapshot().rows())).isEqualTo(offered(rows));
  }

  private static long offered(List<CellRow> rows) {
    return rows.stream()
        .filter(row -> row.kind().isSentByUsers())
        .mapToLong(CellRow::offered)
        .sum();
  }

  /** Whole percents that sum to 100; some of them may be 0. */
  private static LoadShare shares(Random random) {
    int[] cuts = random.ints(3, 0, 101).sorted().toArray();
    return LoadShare.of(cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 100 - cuts[2]);
  }
}
