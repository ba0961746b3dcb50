package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.books.Bookkeeper;
import io.quartet.books.CellRow;
import io.quartet.books.VirtualClock;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.Market;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.TransactionMix;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.fake.FakeConnection;
import io.quartet.tiera.fake.FakeConnection.Answer;
import io.quartet.tiera.fake.FakeConnection.Request;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CustomerPoolTest {

  private static final int USERS = 16;

  private final RunPlan plan =
      Stage.plan(USERS, Duration.ofSeconds(6), new Market(20, Duration.ofSeconds(5)));
  private final AllSets sets = new AllSets(plan);
  private final VirtualClock clock = sets.clock;
  private final Bookkeeper books = sets.books;
  private final CustomerPool customers =
      new CustomerPool(plan, LoadPart.WHOLE, sets.requests, clock::at);

  private void answerAll(Function<Request, Answer> script) {
    sets.answerAll(script);
  }

  private void runToEnd() {
    customers.start();
    clock.advanceTo(plan.timeline().total().toNanos() + Duration.ofSeconds(30).toNanos());
    assertThat(sets.defects).isEmpty();
  }

  private static long started(List<CellRow> rows, Segment segment, VmGroup group) {
    return rows.stream()
        .filter(row -> row.phase().equals(segment.name()) && row.set().group() == group)
        .mapToLong(CellRow::started)
        .sum();
  }

  @Test
  void everyGroupGetsItsShareInEveryPhaseHoweverSlowItIs() {
    sets.connections.forEach(
        (set, connection) ->
            connection.answer(
                request -> Answer.committed(Duration.ofMillis(3L + 10L * set.group().ordinal()))));
    runToEnd();

    List<CellRow> rows = books.snapshot().rows();
    for (Segment segment : plan.timeline().phases()) {
      long total = 0;
      for (VmGroup group : VmGroup.values()) {
        total += started(rows, segment, group);
      }
      assertThat(total).isGreaterThan(2_000);
      for (VmGroup group : VmGroup.values()) {
        double due = segment.shares().fraction(group) * total;
        assertThat((double) started(rows, segment, group))
            .as("phase %s group %s of %s", segment.name(), group, total)
            .isCloseTo(due, within(2.0));
      }
    }
  }

  @Test
  void allUsersAreAlwaysWaitingForAReply() {
    answerAll(request -> Answer.committed(Duration.ofMillis(20 + request.number() % 60)));
    runToEnd();

    List<CellRow> rows = books.snapshot().rows();
    for (Segment segment : plan.timeline().phases()) {
      double responseSeconds =
          rows.stream()
                  .filter(row -> row.phase().equals(segment.name()))
                  .mapToLong(CellRow::responseSumMicros)
                  .sum()
              / 1e6;
      assertThat(responseSeconds / segment.length().toSeconds())
          .isCloseTo(USERS, within(USERS * 0.02));
    }
    assertThat(customers.usersLeft()).isZero();
  }

  @Test
  void mixOfEverySetIsTheDeck() {
    answerAll(request -> Answer.committed(Duration.ofMillis(5)));
    runToEnd();

    List<Request> requests = sets.first(VmGroup.D).requests();
    int passes = requests.size() / 900;
    assertThat(passes).isPositive();
    TransactionMix.ELASTIC
        .cards()
        .forEach(
            (type, cards) ->
                assertThat(
                        requests.stream()
                            .limit(passes * 900L)
                            .filter(request -> request.type() == type)
                            .count())
                    .as(type.label())
                    .isEqualTo((long) cards * passes));
  }

  @Test
  void usersStartOneByOneDuringRampUp() {
    answerAll(request -> Answer.none());
    customers.start();
    clock.advance(Duration.ofMillis(1_000));
    long halfway = sets.sent();
    clock.advance(Duration.ofMillis(1_000));

    assertThat(halfway).isEqualTo(USERS / 2 + 1);
    assertThat(sets.sent()).isEqualTo(USERS);
  }

  @Test
  void requestWithoutAnAnswerIsInFlightAtTheEnd() {
    answerAll(request -> Answer.none());
    runToEnd();

    assertThat(customers.usersLeft()).isEqualTo(USERS);
    assertThat(books.snapshot().rows().stream().mapToLong(CellRow::inFlightAtEnd).sum())
        .isEqualTo(USERS);
    assertThat(books.snapshot().rows()).allMatch(CellRow::isBalanced);
  }

  @Test
  void answersInsideSendDoNotNest() {
    int[] count = {0};
    answerAll(
        request -> {
          if (++count[0] == 50_000) {
            customers.end();
          }
          return Answer.committed(Duration.ZERO);
        });
    customers.start();
    clock.advance(Duration.ofMillis(1));

    assertThat(count[0]).isEqualTo(50_000);
    assertThat(sets.defects).isEmpty();
  }

  @Test
  void deadDatabaseIsNotFlooded() {
    answerAll(
        request ->
            new Answer(Duration.ZERO, EngineReply.failure(Outcome.CONNECTION, "08006", "refused")));
    runToEnd();

    // At most ten requests per second and user: a failure is followed by a pause of 100 ms.
    long seconds = plan.timeline().total().toSeconds();
    assertThat(sets.sent()).isBetween(9L * USERS * (seconds - 2), 10L * USERS * seconds + USERS);
    assertThat(books.snapshot().rows().stream().mapToLong(CellRow::failed).sum())
        .isEqualTo(sets.sent());
  }

  @Test
  void sameSeedSendsEverySetTheSameTransactions() {
    answerAll(request -> Answer.committed(Duration.ofMillis(7)));
    runToEnd();
    CustomerPoolTest other = new CustomerPoolTest();
    other.answerAll(request -> Answer.committed(Duration.ofMillis(1 + request.number() % 13)));
    other.runToEnd();

    for (VmGroup group : VmGroup.values()) {
      assertThat(first(other.sets.first(group))).isEqualTo(first(sets.first(group)));
    }
  }

  private static List<TransactionType> first(FakeConnection connection) {
    return connection.requests().stream().limit(500).map(Request::type).toList();
  }

  @Test
  void moreUsersComeWithEveryPhaseOfARamp() {
    RunPlan ramp = TestPlans.withLoad(plan, new Load.Closed(new Load.Ladder(4, 2)));
    AllSets stage = new AllSets(ramp);
    stage.answerAll(request -> Answer.committed(Duration.ofMillis(10)));
    new CustomerPool(ramp, LoadPart.WHOLE, stage.requests, stage.clock::at).start();

    for (Segment phase : ramp.timeline().phases()) {
      stage.clock.advanceTo(phase.end().toNanos() - 1);
      int users = 4 + 2 * (Integer.parseInt(phase.name()) - 1);
      assertThat(stage.books.live().inFlight()).as("phase " + phase.name()).isEqualTo(users);
    }
  }

  @Test
  void usersThatNeverStartedAreNotWaitedFor() throws InterruptedException {
    answerAll(request -> Answer.committed(Duration.ofMillis(1)));
    customers.start();
    clock.advance(Duration.ofMillis(500));
    customers.end();
    clock.advance(Duration.ofMillis(1));

    assertThat(customers.awaitEnd(Duration.ZERO)).isTrue();
  }
}
