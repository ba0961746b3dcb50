package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.books.CellRow;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Load.Ladder;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timing;
import io.quartet.tiera.fake.FakeConnection.Answer;
import io.quartet.tiera.fake.FakeConnection.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of random plans, in virtual time, against the whole. */
@Tag("unit")
class PartsOfALoadTest {

  private static final Duration AFTER_THE_END = Duration.ofSeconds(30);

  private static RunPlan plan(Random random, Load load) {
    List<LoadShare> table = new ArrayList<>();
    int phases = 1 + random.nextInt(6);
    for (int i = 0; i < phases; i++) {
      int a = 1 + random.nextInt(40);
      int b = 1 + random.nextInt(30);
      int c = 1 + random.nextInt(20);
      table.add(LoadShare.of(a, b, c, 100 - a - b - c));
    }
    int sets = 1 + random.nextInt(6);
    Timing timing =
        new Timing(
            Duration.ofMillis(random.nextInt(3_000)),
            Duration.ofMillis(random.nextInt(2_000)),
            Duration.ofMillis(500 + random.nextInt(4_000)),
            Duration.ofMillis(random.nextInt(1_500)));
    return WholeRunsTest.plan(sets, new PhaseTable("custom", table), timing, load);
  }

  private static List<LoadPart> parts(RunPlan plan, Random random) {
    int count = 1 + random.nextInt(plan.setsPerGroup());
    return IntStream.range(0, count).mapToObj(index -> new LoadPart(index, count)).toList();
  }

  private static AllSets run(RunPlan plan, LoadPart part) {
    AllSets sets = new AllSets(plan, part);
    sets.answerAll(request -> Answer.committed(Duration.ofMillis(20)));
    CustomerEmulator.of(plan, part, sets.requests, sets.clock::at).start();
    sets.clock.advanceTo(plan.timeline().total().plus(AFTER_THE_END).toNanos());
    assertThat(sets.defects).isEmpty();
    return sets;
  }

  private static long offered(AllSets sets, Segment segment) {
    return sets.books.snapshot().rows().stream()
        .filter(row -> row.phase().equals(segment.name()) && row.kind().isSentByUsers())
        .mapToLong(CellRow::offered)
        .sum();
  }

  private static void assertSharesHold(RunPlan plan, AllSets sets) {
    for (Segment phase : plan.timeline().phases()) {
      long total = offered(sets, phase);
      for (VmGroup group : VmGroup.values()) {
        double ofGroup =
            sets.books.snapshot().rows().stream()
                .filter(row -> row.phase().equals(phase.name()) && row.kind().isSentByUsers())
                .filter(row -> row.set().group() == group)
                .mapToLong(CellRow::offered)
                .sum();
        assertThat(ofGroup).isCloseTo(phase.shares().fraction(group) * total, within(1.0));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void partsOfAPacedLoadSumToItsRateInEverySegment(int seed) {
    Random random = new Random(seed);
    Load load =
        new Load.Paced(
            new Ladder(1 + 20 * random.nextDouble(), 5 * random.nextDouble()), 1_000, 1_000);
    RunPlan plan = plan(random, load);
    AllSets whole = run(plan, LoadPart.WHOLE);
    List<AllSets> parts = parts(plan, random).stream().map(part -> run(plan, part)).toList();

    for (Segment segment : plan.timeline().segments()) {
      assertThat(parts.stream().mapToLong(part -> offered(part, segment)).sum())
          .isEqualTo(offered(whole, segment));
    }
    parts.forEach(part -> assertSharesHold(plan, part));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void usersOfAllPartsAreThoseOfThePool(int seed) {
    Random random = new Random(seed);
    RunPlan plan =
        plan(random, new Load.Closed(new Ladder(6 + random.nextInt(20), random.nextInt(4))));
    List<LoadPart> parts = parts(plan, random);

    // While nothing is answered, each user has one request under way.
    List<AllSets> silent = new ArrayList<>();
    for (LoadPart part : parts) {
      AllSets sets = new AllSets(plan, part);
      sets.answerAll(request -> Answer.none());
      CustomerEmulator.of(plan, part, sets.requests, sets.clock::at).start();
      silent.add(sets);
    }
    for (Segment phase : plan.timeline().phases()) {
      silent.forEach(sets -> sets.clock.advanceTo(phase.start().toNanos() + 1));
      assertThat(silent.stream().mapToLong(AllSets::sent).sum())
          .isEqualTo((long) plan.brokerage().load().ladder().in(plan.timeline().phaseOf(phase)));
    }
    parts.forEach(part -> assertSharesHold(plan, run(plan, part)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void inputsOfASetDoNotDependOnTheNumberOfParts(int seed) {
    Random random = new Random(seed);
    RunPlan plan = plan(random, new Load.Paced(Ladder.constant(20), 1_000, 1_000));
    AllSets whole = run(plan, LoadPart.WHOLE);
    for (LoadPart part : parts(plan, random)) {
      AllSets own = run(plan, part);
      assertThat(own.connections.keySet()).containsExactlyElementsOf(part.sets(plan));
      for (VmSet set : part.sets(plan)) {
        List<String> alone = types(whole, set);
        List<String> together = types(own, set);
        int both = Math.min(alone.size(), together.size());
        assertThat(together.subList(0, both)).isEqualTo(alone.subList(0, both));
        assertThat(Math.abs(alone.size() - together.size())).isLessThan(5 + alone.size() / 5);
      }
    }
  }

  private static List<String> types(AllSets sets, VmSet set) {
    return sets.connections.get(set).requests().stream()
        .map(Request::type)
        .filter(TransactionType::isSentByUsers)
        .map(TransactionType::label)
        .toList();
  }
}
