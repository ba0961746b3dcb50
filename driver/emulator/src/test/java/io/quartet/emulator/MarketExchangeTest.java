package io.quartet.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.CellRow;
import io.quartet.books.VirtualClock;
import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Market;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.fake.FakeConnection.Answer;
import io.quartet.tiera.fake.FakeConnection.Request;
import io.quartet.tiera.fake.FakeInputs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class MarketExchangeTest {

  private static final Duration MILLISECOND = Duration.ofMillis(1);

  private final Stage stage = new Stage(Stage.plan());
  private final List<Acknowledgement> acknowledged = new ArrayList<>();
  private final MarketExchange exchange = exchange(stage.plan.brokerage().market());

  private MarketExchange exchange(Market market) {
    return new MarketExchange(
        stage.client,
        stage.clock::at,
        market,
        Stage.flatCurve(),
        new FakeInputs(685),
        7,
        acknowledged::add);
  }

  private void accept(MarketOrder... orders) {
    exchange.tradeOrderEnded(EngineReply.committed(List.of(orders)));
  }

  private List<Request> results() {
    return stage.connection.requests(TransactionType.TRADE_RESULT);
  }

  private List<Request> feeds() {
    return stage.connection.requests(TransactionType.MARKET_FEED);
  }

  private static String text(Request request) {
    return new String(request.input(), StandardCharsets.UTF_8);
  }

  private static EngineReply failure(Outcome outcome) {
    return EngineReply.failure(outcome, "08006", "the server closed the connection");
  }

  @Test
  void floorDelayIsExponentialWithAMeanOfOneSecondAndEndsAtFive() {
    for (int i = 0; i < 4000; i++) {
      accept(Stage.marketOrder(i));
    }
    stage.clock.advance(Duration.ofMillis(4_999));
    int before = results().size();
    stage.clock.advance(MILLISECOND);

    double meanSeconds = results().stream().mapToLong(Request::nanos).average().orElseThrow() / 1e9;
    assertThat(results()).hasSize(4000);
    assertThat(meanSeconds).isBetween(0.95, 1.04);
    // exp(-5) of them, 27 of 4000, are cut at five seconds.
    assertThat(4000 - before).isBetween(12, 45);
    assertThat(exchange.counts().ordersAccepted()).isEqualTo(4000);
  }

  @Test
  void resultOfAMarketOrderCarriesTheCurrentPriceAndCountsOnce() {
    accept(Stage.marketOrder(41));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(results())
        .singleElement()
        .satisfies(r -> assertThat(text(r)).isEqualTo("trade 41 at 2500"));
    assertThat(exchange.counts()).isEqualTo(new MarketCounts(1, 1, 0, 0, 0));
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::committed)).isEqualTo(1);
  }

  @Test
  void journalHearsOfEveryCommitThatWasAnsweredAndOfNothingElse() {
    stage.connection.answer(
        request ->
            request.type() == TransactionType.TRADE_RESULT && text(request).contains("trade 2 ")
                ? new Answer(MILLISECOND, failure(Outcome.IN_DOUBT))
                : Answer.committed(MILLISECOND));
    accept(Stage.marketOrder(1));
    stage.clock.advance(Duration.ofSeconds(6));
    accept(Stage.marketOrder(2));
    exchange.tradeOrderEnded(failure(Outcome.IN_DOUBT));
    exchange.resync();
    stage.connection.answerResync(Stage.marketOrder(3));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(acknowledged)
        .extracting(one -> one.what() + " " + one.trade())
        .containsExactly("ORDER 1", "RESULT 1", "ORDER 2", "RESULT 3");
    assertThat(acknowledged).extracting(Acknowledgement::set).containsOnly(Stage.A1);
    assertThat(acknowledged.get(0).utcMillis()).isEqualTo(VirtualClock.START_UTC_MILLIS);
    assertThat(acknowledged.get(2).utcMillis()).isEqualTo(VirtualClock.START_UTC_MILLIS + 6_000);
  }

  @Test
  void limitOrdersNeverGetAWorsePriceThanTheirLimit() {
    stage.connection.answer(
        request ->
            request.type() == TransactionType.MARKET_FEED && request.number() < 3
                ? Answer.committed(
                    MILLISECOND,
                    released(1, MarketOrder.TYPE_LIMIT_BUY, 2400),
                    released(2, MarketOrder.TYPE_LIMIT_BUY, 2600),
                    released(3, MarketOrder.TYPE_LIMIT_SELL, 2600),
                    released(4, MarketOrder.TYPE_LIMIT_SELL, 2400),
                    released(5, MarketOrder.TYPE_STOP_LOSS, 2600))
                : Answer.committed(MILLISECOND));
    accept(Stage.marketOrder(99));
    stage.clock.advance(Duration.ofSeconds(20));

    assertThat(results().stream().map(MarketExchangeTest::text))
        .contains(
            "trade 1 at 2400",
            "trade 2 at 2500",
            "trade 3 at 2600",
            "trade 4 at 2500",
            "trade 5 at 2500");
  }

  @Test
  void limitThatIsReachedTravelsAsPaddingWithTheNextTrade() {
    accept(Stage.limitOrder(8, MarketOrder.TYPE_LIMIT_BUY, 2500), Stage.marketOrder(9));
    stage.clock.advance(Duration.ofSeconds(11));

    assertThat(feeds())
        .singleElement()
        .satisfies(feed -> assertThat(text(feed)).isEqualTo("feed [3, 3] [2500, 2500] [200, 375]"));
  }

  @Test
  void limitThatIsNotReachedWaitsForTheCurveAndTravelsAtItsOwnPrice() {
    accept(Stage.limitOrder(8, MarketOrder.TYPE_LIMIT_BUY, 2345));
    stage.clock.advance(Duration.ofSeconds(59));
    accept(Stage.marketOrder(9));
    stage.clock.advance(Duration.ofMillis(1_100));
    accept(Stage.marketOrder(10), Stage.marketOrder(11), Stage.marketOrder(12));
    stage.clock.advance(Duration.ofSeconds(11));

    String all = feeds().stream().map(MarketExchangeTest::text).toList().toString();
    assertThat(all).contains("2345").contains("375");
    assertThat(exchange.counts().open()).isEqualTo(1);
  }

  @Test
  void everyTradeIsFollowedByPaddingAndTwentyEntriesMakeABatch() {
    for (int i = 0; i < 25; i++) {
      accept(Stage.marketOrder(i));
    }
    stage.clock.advance(Duration.ofSeconds(30));

    assertThat(feeds()).hasSize(3);
    assertThat(quantities(feeds().get(0))).hasSize(20);
    assertThat(quantities(feeds().get(1))).hasSize(20);
    assertThat(quantities(feeds().get(2))).hasSize(10);
    for (Request feed : feeds()) {
      List<Integer> quantities = quantities(feed);
      for (int i = 0; i < quantities.size(); i += 2) {
        assertThat(quantities.get(i)).isEqualTo(200);
        assertThat(quantities.get(i + 1)).isIn(325, 425);
      }
    }
  }

  @Test
  void entriesWaitNoLongerThanTheFlushTimeout() {
    accept(Stage.marketOrder(1));
    stage.clock.advance(Duration.ofSeconds(30));

    long written = results().get(0).nanos();
    assertThat(feeds()).hasSize(1);
    assertThat(feeds().get(0).nanos() - written).isEqualTo(Duration.ofSeconds(5).toNanos());
  }

  @Test
  void oneMarketFeedIsUnderWayAtATimeAndTheResponseTimeOfTheNextRunsFromItsDueMoment() {
    stage.connection.answer(
        request ->
            request.type() == TransactionType.MARKET_FEED
                ? Answer.committed(Duration.ofSeconds(20))
                : Answer.committed(MILLISECOND));
    for (int i = 0; i < 20; i++) {
      accept(Stage.marketOrder(i));
    }
    stage.clock.advance(Duration.ofSeconds(15));
    assertThat(feeds()).hasSize(1);
    stage.clock.advance(Duration.ofSeconds(60));

    assertThat(feeds()).hasSize(2);
    long waited = feeds().get(1).nanos() - feeds().get(0).nanos();
    assertThat(waited).isEqualTo(Duration.ofSeconds(20).toNanos());
    assertThat(stage.sum(TransactionType.MARKET_FEED, CellRow::responseMaxMicros))
        .isGreaterThan(30_000_000L);
  }

  @Test
  void failedResultIsTriedUntilItCommitsAndIsOneRequestInTheBooks() {
    stage.connection.answer(
        request ->
            request.nanos() < Duration.ofSeconds(9).toNanos()
                ? new Answer(MILLISECOND, failure(Outcome.CONNECTION))
                : Answer.committed(MILLISECOND));
    accept(Stage.marketOrder(1));
    stage.clock.advance(Duration.ofSeconds(5));
    assertThat(exchange.counts().due()).isEqualTo(1);
    stage.clock.advance(Duration.ofSeconds(25));

    int attempts = results().size();
    assertThat(attempts).isGreaterThan(4);
    assertThat(exchange.counts().resultsCommitted()).isEqualTo(1);
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::started)).isEqualTo(1);
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::committed)).isEqualTo(1);
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::retries)).isEqualTo(attempts - 1);
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::responseMaxMicros))
        .isGreaterThan(3_000_000L);
  }

  @Test
  void resultStillFailingAtTheEndHasFailedAndItsOrderStaysOpen() {
    stage.connection.answer(request -> new Answer(MILLISECOND, failure(Outcome.CONNECTION)));
    accept(Stage.marketOrder(1), Stage.limitOrder(2, MarketOrder.TYPE_LIMIT_BUY, 2400));
    stage.clock.advance(Duration.ofSeconds(6));
    exchange.end();
    stage.clock.advance(Duration.ofSeconds(3));
    int sent = stage.connection.requests().size();
    stage.clock.advance(Duration.ofSeconds(100));

    assertThat(stage.connection.requests()).hasSize(sent);
    assertThat(exchange.isIdle()).isTrue();
    assertThat(exchange.counts()).isEqualTo(new MarketCounts(2, 0, 2, 1, 0));
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::failed)).isEqualTo(1);
    assertThat(stage.books.snapshot().rows()).allMatch(CellRow::isBalanced);
  }

  @Test
  void wrongAnswerIsFinalAndLeavesTheOrderOpen() {
    stage.connection.answer(
        request ->
            new Answer(MILLISECOND, EngineReply.failure(Outcome.WRONG_ANSWER, "", "status -811")));
    accept(Stage.marketOrder(1));
    stage.clock.advance(Duration.ofSeconds(60));

    assertThat(results()).hasSize(1);
    assertThat(exchange.counts()).isEqualTo(new MarketCounts(1, 0, 1, 1, 0));
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::failed)).isEqualTo(1);
  }

  @Test
  void resyncAddsOnlyOrdersTheExchangeDoesNotKnow() {
    accept(Stage.marketOrder(1), Stage.limitOrder(2, MarketOrder.TYPE_LIMIT_BUY, 2400));
    exchange.resync();
    stage.connection.answerResync(
        Stage.marketOrder(1),
        Stage.limitOrder(2, MarketOrder.TYPE_LIMIT_BUY, 2400),
        Stage.marketOrder(3),
        Stage.limitOrder(4, MarketOrder.TYPE_LIMIT_BUY, 2400));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(results().stream().map(MarketExchangeTest::text))
        .containsExactlyInAnyOrder("trade 1 at 2500", "trade 3 at 2500");
    assertThat(exchange.counts()).isEqualTo(new MarketCounts(2, 2, 2, 0, 0));
  }

  @Test
  void replyThatComesAfterResyncDoesNotRepeatItsOrder() {
    exchange.resync();
    stage.connection.answerResync(Stage.marketOrder(3));
    stage.clock.advance(Duration.ofSeconds(6));
    accept(Stage.marketOrder(3));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(results()).hasSize(1);
    assertThat(exchange.counts()).isEqualTo(new MarketCounts(1, 1, 0, 0, 0));
  }

  @Test
  void orderSettledWhileResyncIsUnderWayIsNotTakenAgain() {
    accept(Stage.marketOrder(1));
    exchange.resync();
    stage.clock.advance(Duration.ofSeconds(6));
    stage.connection.answerResync(Stage.marketOrder(1));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(results()).hasSize(1);
  }

  @Test
  void resyncReleasesALimitOrderWhoseMarketFeedReplyWasLost() {
    accept(Stage.limitOrder(2, MarketOrder.TYPE_LIMIT_BUY, 2400));
    exchange.resync();
    stage.connection.answerResync(released(2, MarketOrder.TYPE_LIMIT_BUY, 2400));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(results())
        .singleElement()
        .satisfies(r -> assertThat(text(r)).isEqualTo("trade 2 at 2400"));
  }

  @Test
  void tradeOrderInDoubtLeadsToResync() {
    exchange.tradeOrderEnded(failure(Outcome.IN_DOUBT));
    assertThat(stage.connection.resyncsWaiting()).isZero();
    stage.clock.advance(Duration.ofSeconds(1));

    assertThat(stage.connection.resyncsWaiting()).isEqualTo(1);
    assertThat(exchange.counts().inDoubtOrders()).isEqualTo(1);
  }

  @Test
  void commitThatArrivesLongAfterTheDoubtIsFound() {
    exchange.tradeOrderEnded(failure(Outcome.IN_DOUBT));
    for (int seconds : List.of(1, 4, 10)) {
      stage.clock.advance(Duration.ofSeconds(seconds));
      assertThat(stage.connection.resyncsWaiting()).isEqualTo(1);
      stage.connection.answerResync();
    }
    stage.clock.advance(Duration.ofSeconds(45));
    stage.connection.answerResync(Stage.marketOrder(5));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(results()).hasSize(1);
    assertThat(exchange.counts()).isEqualTo(new MarketCounts(0, 1, 0, 0, 1));
    stage.clock.advance(Duration.ofMinutes(5));
    assertThat(stage.connection.resyncsWaiting()).isZero();
  }

  @Test
  void manyDoubtsOfOneMomentShareTheirResyncs() {
    for (int i = 0; i < 50; i++) {
      exchange.tradeOrderEnded(failure(Outcome.IN_DOUBT));
    }
    int resyncs = 0;
    for (int second = 0; second < 90; second++) {
      stage.clock.advance(Duration.ofSeconds(1));
      while (stage.connection.resyncsWaiting() > 0) {
        resyncs++;
        stage.connection.answerResync();
      }
    }

    assertThat(resyncs).isEqualTo(4);
  }

  @Test
  void ordersOfAMarketFeedInDoubtAreFoundByResync() {
    // The first attempt is committed and its answer lost: the next one finds nothing to release.
    stage.connection.answer(
        request ->
            request.type() == TransactionType.MARKET_FEED && feeds().size() == 1
                ? new Answer(MILLISECOND, failure(Outcome.IN_DOUBT))
                : Answer.committed(MILLISECOND));
    accept(Stage.limitOrder(2, MarketOrder.TYPE_LIMIT_BUY, 2500), Stage.marketOrder(9));
    stage.clock.advance(Duration.ofSeconds(12));

    assertThat(feeds()).hasSize(2);
    assertThat(exchange.counts()).isEqualTo(new MarketCounts(2, 1, 1, 0, 0));
    assertThat(stage.connection.resyncsWaiting()).isEqualTo(1);

    stage.connection.answerResync(released(2, MarketOrder.TYPE_LIMIT_BUY, 2500));
    stage.clock.advance(Duration.ofSeconds(6));

    assertThat(exchange.counts()).isEqualTo(new MarketCounts(2, 2, 0, 0, 0));
  }

  @Test
  void marketFeedInDoubtLeadsToAnotherResyncWhenItHasEnded() {
    stage.connection.answer(
        request -> {
          if (request.type() != TransactionType.MARKET_FEED) {
            return Answer.committed(MILLISECOND);
          } else if (feeds().size() == 1) {
            return new Answer(MILLISECOND, failure(Outcome.IN_DOUBT));
          }
          return request.nanos() < Duration.ofSeconds(100).toNanos()
              ? new Answer(MILLISECOND, failure(Outcome.CONNECTION))
              : Answer.committed(MILLISECOND);
        });
    accept(Stage.limitOrder(2, MarketOrder.TYPE_LIMIT_BUY, 2500), Stage.marketOrder(9));
    for (int second = 0; second < 90; second++) {
      stage.clock.advance(Duration.ofSeconds(1));
      if (stage.connection.resyncsWaiting() > 0) {
        stage.connection.answerResync(Stage.limitOrder(2, MarketOrder.TYPE_LIMIT_BUY, 2500));
      }
    }
    assertThat(stage.connection.resyncsWaiting()).isZero();
    stage.clock.advance(Duration.ofSeconds(20));

    assertThat(stage.connection.resyncsWaiting()).isEqualTo(1);
  }

  @Test
  void resultThatFailsAfterAnAttemptInDoubtStaysInDoubt() {
    stage.connection.answer(
        request ->
            new Answer(
                MILLISECOND,
                failure(results().size() == 1 ? Outcome.IN_DOUBT : Outcome.CONNECTION)));
    accept(Stage.marketOrder(1));
    stage.clock.advance(Duration.ofSeconds(7));
    exchange.end();
    stage.clock.advance(Duration.ofSeconds(3));

    assertThat(results()).hasSizeGreaterThan(1);
    assertThat(stage.sum(TransactionType.TRADE_RESULT, row -> row.outcomes().of(Outcome.IN_DOUBT)))
        .isEqualTo(1);
    assertThat(stage.sum(TransactionType.TRADE_RESULT, CellRow::failed)).isEqualTo(1);
  }

  private static MarketOrder released(long tradeId, int tradeType, int limitCents) {
    return new MarketOrder(tradeId, 3, 200, limitCents, tradeType, MarketOrder.Action.PROCESS_NOW);
  }

  private static List<Integer> quantities(Request feed) {
    String text = text(feed);
    String list = text.substring(text.lastIndexOf('[') + 1, text.length() - 1);
    return List.of(list.split(", ")).stream().map(Integer::valueOf).toList();
  }
}
