package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.books.CellRow;
import io.quartet.model.Outcome;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.Load.Ladder;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.Market;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.fake.FakeConnection.Answer;
import io.quartet.tiera.fake.FakeConnection.Request;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PacedCustomersTest {

  /** Requests per second at 10 etps of the elastic mix. */
  private static final int RATE = 90;

  private static final Duration PHASE = Duration.ofSeconds(6);

  private final RunPlan plan = plan(new Load.Paced(Ladder.constant(10), 16, 100));
  private final AllSets sets = new AllSets(plan);

  private static RunPlan plan(Load load) {
    return TestPlans.withLoad(Stage.plan(1, PHASE, new Market(20, Duration.ofSeconds(5))), load);
  }

  private PacedCustomers start(RunPlan paced, AllSets stage) {
    PacedCustomers customers =
        new PacedCustomers(
            paced,
            LoadPart.WHOLE,
            (Load.Paced) paced.brokerage().load(),
            stage.requests,
            stage.clock::at);
    customers.start();
    return customers;
  }

  private void runToEnd(RunPlan paced, AllSets stage) throws InterruptedException {
    PacedCustomers customers = start(paced, stage);
    stage.clock.advanceTo(paced.timeline().total().toNanos() + Duration.ofMinutes(1).toNanos());
    assertThat(stage.defects).isEmpty();
    assertThat(customers.awaitEnd(Duration.ZERO)).isTrue();
  }

  private static long sum(
      AllSets stage, Predicate<CellRow> filter, ToLongFunction<CellRow> column) {
    return stage.books.snapshot().rows().stream().filter(filter).mapToLong(column).sum();
  }

  private static Predicate<CellRow> in(Segment segment) {
    return row -> row.phase().equals(segment.name());
  }

  @Test
  void everyPhaseIsOfferedItsRateWhateverIsAnswered() throws InterruptedException {
    sets.answerAll(request -> Answer.committed(Duration.ofMillis(1 + request.number() % 300)));
    runToEnd(plan, sets);

    for (Segment phase : plan.timeline().phases()) {
      long offered = sum(sets, in(phase), CellRow::offered);
      assertThat(offered).isCloseTo(RATE * PHASE.toSeconds(), within(1L));
      for (VmGroup group : VmGroup.values()) {
        assertThat(
                (double) sum(sets, in(phase).and(r -> r.set().group() == group), CellRow::offered))
            .isCloseTo(phase.shares().fraction(group) * offered, within(2.0));
      }
    }
  }

  @Test
  void rateRisesEvenlyOverRampUp() throws InterruptedException {
    sets.answerAll(request -> Answer.committed(Duration.ofMillis(1)));
    start(plan, sets);
    sets.clock.advance(Duration.ofSeconds(1));
    long firstHalf = sets.sent();
    sets.clock.advance(Duration.ofSeconds(1));

    // rampUp takes 2 s, so RATE requests in all, a quarter of them in its first half.
    assertThat(firstHalf).isCloseTo(RATE / 4, within(2L));
    assertThat(sets.sent()).isCloseTo(RATE, within(2L));
  }

  @Test
  void stallShowsInTheResponseTimesOfWhatWasDueMeanwhile() throws InterruptedException {
    RunPlan roomy = plan(new Load.Paced(Ladder.constant(10), 4, 10_000));
    AllSets stage = new AllSets(roomy);
    Segment phase = roomy.timeline().phases().get(4);
    long stallStart = phase.start().plusSeconds(1).toNanos();
    long stallEnd = stallStart + Duration.ofSeconds(2).toNanos();
    stage.answerAll(
        request ->
            Answer.committed(
                Duration.ofNanos(
                    request.nanos() >= stallStart && request.nanos() < stallEnd
                        ? stallEnd - request.nanos()
                        : 1_000_000)));
    runToEnd(roomy, stage);

    // Only the four users' requests were under way in the stall. Measured from their sending the
    // other 176 that were due would look fast, and not even the 99th percentile would move.
    assertThat(sum(stage, in(phase), CellRow::skipped)).isZero();
    Histogram response = new Histogram(3);
    stage.books.phaseLatencies().stream()
        .filter(latency -> latency.segment().equals(phase) && latency.kind().isSentByUsers())
        .forEach(latency -> response.add(latency.response()));
    assertThat(response.getValueAtPercentile(99)).isGreaterThan(1_800_000);
    assertThat(response.getValueAtPercentile(50)).isLessThan(100_000);
  }

  @Test
  void whatWaitsForAUserIsCounted() {
    RunPlan roomy = plan(new Load.Paced(Ladder.constant(10), 4, 10_000));
    AllSets stage = new AllSets(roomy);
    Segment phase = roomy.timeline().phases().get(2);
    long stall = phase.start().toNanos();
    stage.answerAll(
        request ->
            Answer.committed(
                request.nanos() < stall ? Duration.ofMillis(1) : Duration.ofMinutes(1)));
    PacedCustomers customers = start(roomy, stage);
    stage.clock.advanceTo(stall - 1);
    assertThat(customers.waiting()).isZero();
    stage.clock.advance(Duration.ofSeconds(1));

    assertThat(customers.waiting()).isCloseTo(RATE - 4, within(2));
  }

  @Test
  void overloadIsCountedAndDelaysNothingBeyondTheBacklog() throws InterruptedException {
    RunPlan small = plan(new Load.Paced(Ladder.constant(10), 2, 10));
    AllSets stage = new AllSets(small);
    // Two users with 100 ms each answer 20 of 90 requests a second.
    stage.answerAll(request -> Answer.committed(Duration.ofMillis(100)));
    runToEnd(small, stage);

    Segment phase = small.timeline().phases().get(3);
    assertThat(sum(stage, in(phase), CellRow::offered)).isCloseTo(540, within(1L));
    assertThat(sum(stage, in(phase), CellRow::started)).isCloseTo(120, within(4L));
    assertThat(sum(stage, row -> true, CellRow::skipped)).isPositive();
    assertThat(stage.books.snapshot().rows()).allMatch(CellRow::isBalanced);
    // At most 10 wait, and 20 a second go: nothing is older than 10/20 s when it goes out.
    assertThat(stage.books.snapshot().rows()).allMatch(row -> row.responseMaxMicros() <= 1_000_000);
  }

  @Test
  void silentDatabaseLeavesNothingUncounted() throws InterruptedException {
    sets.answerAll(request -> Answer.none());
    PacedCustomers customers = start(plan, sets);
    sets.clock.advanceTo(plan.timeline().total().toNanos() + 1);

    assertThat(customers.awaitEnd(Duration.ZERO)).isFalse();
    assertThat(sum(sets, row -> true, CellRow::inFlightAtEnd)).isEqualTo(16);
    long seconds = plan.timeline().total().toSeconds();
    assertThat(sum(sets, row -> true, CellRow::offered))
        .isCloseTo(RATE * (seconds - 1), within(2L));
  }

  @Test
  void answersInsideSendDoNotNest() throws InterruptedException {
    RunPlan fast = plan(new Load.Paced(Ladder.constant(5_000), 1, 100_000));
    AllSets stage = new AllSets(fast);
    stage.answerAll(
        request ->
            new Answer(Duration.ZERO, EngineReply.failure(Outcome.CONNECTION, "08006", "refused")));
    start(fast, stage);
    stage.clock.advanceTo(Duration.ofSeconds(2).toNanos());

    assertThat(stage.defects).isEmpty();
    assertThat(stage.sent()).isCloseTo(45_000, within(2L));
  }

  @Test
  void nothingGoesOutAfterTheEnd() throws InterruptedException {
    sets.answerAll(request -> Answer.committed(Duration.ofMillis(5)));
    PacedCustomers customers = start(plan, sets);
    sets.clock.advance(Duration.ofSeconds(4));
    customers.end();
    long sent = sets.sent();
    sets.clock.advance(Duration.ofSeconds(10));

    assertThat(sets.sent()).isEqualTo(sent);
    assertThat(customers.awaitEnd(Duration.ZERO)).isTrue();
  }

  @Test
  void rateOfARampRisesFromPhaseToPhase() throws InterruptedException {
    RunPlan ramp = plan(new Load.Paced(new Ladder(10, 5), 64, 100));
    AllSets stage = new AllSets(ramp);
    stage.answerAll(request -> Answer.committed(Duration.ofMillis(1)));
    runToEnd(ramp, stage);

    for (Segment phase : ramp.timeline().phases()) {
      int step = Integer.parseInt(phase.name()) - 1;
      assertThat(sum(stage, in(phase), CellRow::offered))
          .isCloseTo(9 * (10 + 5L * step) * PHASE.toSeconds(), within(2L));
    }
  }

  @Test
  void sameSeedSendsEverySetTheSameTransactions() throws InterruptedException {
    sets.answerAll(request -> Answer.committed(Duration.ofMillis(7)));
    runToEnd(plan, sets);
    AllSets other = new AllSets(plan);
    other.answerAll(request -> Answer.committed(Duration.ofMillis(1 + request.number() % 13)));
    runToEnd(plan, other);

    for (VmGroup group : VmGroup.values()) {
      assertThat(types(other.first(group).requests()))
          .isEqualTo(types(sets.first(group).requests()));
    }
  }

  private static List<String> types(List<Request> requests) {
    return requests.stream()
        .filter(request -> request.type().isSentByUsers())
        .map(request -> request.type().label())
        .toList();
  }
}
