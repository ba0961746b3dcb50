package io.quartet.tiera.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.quartet.model.Address;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetVersion;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EngineOptions;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.fake.FakeEngine;
import io.quartet.tiera.protocol.TierAGrpc;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.TransactionRequest;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RunToken;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real server behind the real client, with a fake engine. */
@Tag("unit")
class TierAServerTest {

  private static final VmSet SET = new VmSet(VmGroup.C, 1);
  private static final EngineReply DONE = EngineReply.committed(List.of());

  private final NetworkThreads network = new NetworkThreads("test", 1, Optional.empty());
  private TierAServer server;
  private TierAClient client;

  private void start(FakeEngine engine, int userSessions, int marketSessions) {
    server = TierAServer.start(options(0, userSessions, marketSessions), engine);
    client =
        TierAClient.connect(
            TierAPlace.open(SET, "127.0.0.1", server.port()), network, Duration.ofSeconds(10));
  }

  private static TierAOptions options(int port, int userSessions, int marketSessions) {
    return options(port, userSessions, marketSessions, Optional.empty());
  }

  private static TierAOptions options(
      int port, int userSessions, int marketSessions, Optional<RunToken> token) {
    return new TierAOptions(
        SET,
        "127.0.0.1",
        port,
        "host=dss",
        "host=oltp",
        new ModelParameters(3, 3, 1, 10_000, 42),
        userSessions,
        marketSessions,
        EngineOptions.STANDARD,
        Optional.empty(),
        token);
  }

  @AfterEach
  void stop() {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.close();
    }
    network.close();
  }

  private CompletableFuture<EngineReply> send(TransactionType type, byte... input) {
    CompletableFuture<EngineReply> reply = new CompletableFuture<>();
    client.send(type, Target.BY_TYPE, input, reply::complete);
    return reply;
  }

  private static EngineReply get(CompletableFuture<EngineReply> reply) throws Exception {
    return reply.get(10, TimeUnit.SECONDS);
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void replyArrivesWithEveryFieldButTheOutput() throws Exception {
    MarketOrder order =
        new MarketOrder(7_000_000_001L, 12, 400, 2317, 3, MarketOrder.Action.SET_LIMIT_TRIGGER);
    EngineReply sent =
        new EngineReply(
            Outcome.SQL_ERROR,
            -811,
            9,
            4321,
            true,
            List.of(new EngineReply.Retry("40001", "TR14")),
            List.of(order),
            new byte[200_000],
            "23505",
            "TR03",
            "duplicate key");
    start(new FakeEngine((type, target, input) -> sent), 2, 2);

    EngineReply reply = get(send(TransactionType.TRADE_ORDER));

    assertThat(reply).usingRecursiveComparison().ignoringFields("output").isEqualTo(sent);
  }

  @Test
  void helloTellsWhoIsThere() {
    start(new FakeEngine((type, target, input) -> DONE), 1, 1);

    var hello = client.hello(Duration.ofSeconds(5));

    assertThat(hello.getEngineVersion()).isEqualTo("fake");
    assertThat(hello.getSessionSettings()).isEqualTo("-c fake=on");
    assertThat(hello.getLoadUnits()).isEqualTo(3);
    assertThat(hello.getQuartetVersion()).isEqualTo(QuartetVersion.current());
    assertThat(hello.getNewsLength()).isEqualTo(10_000);
    assertThat(hello.getAccess()).isEqualTo("libpq");
    assertThat(hello.getTradeResultIsolation()).isEqualTo("serializable");
    assertThat(hello.getProcessId()).isEqualTo(ProcessHandle.current().pid());
  }

  @Test
  void resultsOfOneBrokerRunOneAfterTheOtherInOrder() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    start(
        new FakeEngine(
            (type, target, input) -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              order.add((int) input[1]);
              Thread.yield();
              running.decrementAndGet();
              return DONE;
            }),
        1,
        4);

    List<CompletableFuture<EngineReply>> replies = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      replies.add(send(TransactionType.TRADE_RESULT, (byte) 5, (byte) i));
    }
    for (CompletableFuture<EngineReply> reply : replies) {
      assertThat(get(reply).outcome()).isEqualTo(Outcome.COMMITTED);
    }

    assertThat(most).hasValue(1);
    assertThat(order).isSorted().hasSize(100);
  }

  @Test
  void resultsOfOneBrokerDoNotHoldUpAnother() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    start(
        new FakeEngine(
            (type, target, input) -> {
              if (input[0] == 1) {
                await(release);
              }
              return DONE;
            }),
        1,
        2);

    List<CompletableFuture<EngineReply>> blocked = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      blocked.add(send(TransactionType.TRADE_RESULT, (byte) 1));
    }
    assertThat(get(send(TransactionType.TRADE_RESULT, (byte) 2)).outcome())
        .isEqualTo(Outcome.COMMITTED);
    assertThat(blocked).noneMatch(CompletableFuture::isDone);
    release.countDown();
    for (CompletableFuture<EngineReply> reply : blocked) {
      get(reply);
    }
  }

  @Test
  void waitingUsersDoNotHoldUpTheMarket() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    start(
        new FakeEngine(
            (type, target, input) -> {
              if (type == TransactionType.TRADE_LOOKUP) {
                await(release);
              }
              return DONE;
            }),
        2,
        1);

    List<CompletableFuture<EngineReply>> lookups = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      lookups.add(send(TransactionType.TRADE_LOOKUP));
    }
    for (TransactionType type :
        List.of(TransactionType.MARKET_FEED, TransactionType.DATA_MAINTENANCE)) {
      assertThat(get(send(type)).outcome()).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(lookups).noneMatch(CompletableFuture::isDone);
    release.countDown();
    for (CompletableFuture<EngineReply> reply : lookups) {
      get(reply);
    }
  }

  @Test
  void oneRequestAtATimeStaysOnFewSessions() throws Exception {
    FakeEngine engine = new FakeEngine((type, target, input) -> DONE);
    start(engine, 8, 8);
    for (int i = 0; i < 200; i++) {
      get(send(TransactionType.TRADE_STATUS));
    }
    // A worker gets idle a moment after its reply has left, so more than one may be needed.
    assertThat(engine.openedSessions()).isBetween(1, 4);
  }

  @Test
  void tierAOfARunServesNobodyWithoutItsToken() throws Exception {
    RunToken token = RunToken.make();
    AtomicInteger executions = new AtomicInteger();
    server =
        TierAServer.start(
            options(0, 1, 1, Optional.of(token)),
            new FakeEngine(
                (type, target, input) -> {
                  executions.getAndIncrement();
                  return DONE;
                }));
    Address address = new Address("127.0.0.1", server.port());

    for (Optional<RunToken> other :
        List.of(Optional.<RunToken>empty(), Optional.of(RunToken.make()))) {
      assertOfAnotherRun(new TierAPlace(SET, address, other));
    }
    // A stream alone, as a sender would open it who does not ask first.
    ManagedChannel stranger =
        network.channel(new InetSocketAddress("127.0.0.1", server.port())).build();
    CompletableFuture<Throwable> refusal = new CompletableFuture<>();
    StreamObserver<TransactionRequest> requests =
        TierAGrpc.newStub(stranger)
            .execute(
                new StreamObserver<TransactionReply>() {
                  @Override
                  public void onNext(TransactionReply reply) {
                    refusal.complete(new AssertionError("answered"));
                  }

                  @Override
                  public void onError(Throwable error) {
                    refusal.complete(error);
                  }

                  @Override
                  public void onCompleted() {
                    refusal.complete(new AssertionError("completed"));
                  }
                });
    requests.onNext(Messages.request(1, TransactionType.TRADE_STATUS, Target.BY_TYPE, new byte[0]));
    assertThat(Status.fromThrowable(refusal.get()).getCode())
        .isEqualTo(Status.Code.UNAUTHENTICATED);
    stranger.shutdownNow();
    assertThat(executions).hasValue(0);

    RunToken same = RunToken.of(token.secret());
    client =
        TierAClient.connect(
            new TierAPlace(SET, address, Optional.of(same)), network, Duration.ofSeconds(10));
    assertThat(get(send(TransactionType.TRADE_STATUS)).outcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(token).hasToString("RunToken[secret]");
  }

  @Test
  void tierAThatDoesNotKnowTheTokenIsNotTakenForOurs() {
    server = TierAServer.start(options(0, 1, 1), new FakeEngine((type, target, input) -> DONE));
    assertOfAnotherRun(
        new TierAPlace(SET, new Address("127.0.0.1", server.port()), Optional.of(RunToken.make())));
  }

  private void assertOfAnotherRun(TierAPlace place) {
    assertThatThrownBy(() -> TierAClient.connect(place, network, Duration.ofSeconds(10)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_OTHER"))
        .hasMessageContaining("belongs to another run");
  }

  @Test
  void exceptionOfTheEngineIsAnEngineError() throws Exception {
    start(
        new FakeEngine(
            (type, target, input) -> {
              throw new IllegalStateException("a defect");
            }),
        1,
        1);

    EngineReply reply = get(send(TransactionType.BROKER_VOLUME));

    assertThat(reply.outcome()).isEqualTo(Outcome.ENGINE_ERROR);
    assertThat(reply.message()).isEqualTo("a defect");
  }

  @Test
  void errorOfTheMachineIsAnsweredAndKeepsTheWorker() throws Exception {
    FakeEngine engine =
        new FakeEngine(
            (type, target, input) -> {
              if (type == TransactionType.TRADE_STATUS) {
                return DONE;
              }
              throw new OutOfMemoryError("no room for the reply");
            });
    start(engine, 1, 1);

    EngineReply reading = get(send(TransactionType.BROKER_VOLUME));
    EngineReply writing = get(send(TransactionType.TRADE_ORDER));

    assertThat(reading.outcome()).isEqualTo(Outcome.ENGINE_ERROR);
    assertThat(writing.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(writing.message()).isEqualTo("no room for the reply");
    assertThat(get(send(TransactionType.TRADE_STATUS)).outcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(engine.openedSessions()).isEqualTo(1);
  }

  @Test
  void resyncListsOpenOrders() throws Exception {
    FakeEngine engine = new FakeEngine((type, target, input) -> DONE);
    MarketOrder order = new MarketOrder(5, 1, 100, 2000, 0, MarketOrder.Action.PROCESS_NOW);
    engine.setOpenOrders(order);
    start(engine, 1, 1);
    CompletableFuture<List<MarketOrder>> orders = new CompletableFuture<>();

    client.resync(orders::complete, reason -> orders.complete(List.of()));

    assertThat(orders.get(10, TimeUnit.SECONDS)).containsExactly(order);
  }

  @Test
  void closingAnswersWorkInFlightAndFreesEverything() throws Exception {
    CountDownLatch areRunning = new CountDownLatch(2);
    CountDownLatch release = new CountDownLatch(1);
    FakeEngine engine =
        new FakeEngine(
            (type, target, input) -> {
              areRunning.countDown();
              await(release);
              return DONE;
            });
    start(engine, 2, 2);
    List<CompletableFuture<EngineReply>> replies = new ArrayList<>();
    // The second waits for the first. They arrive in order: once the third runs, all are there.
    for (int broker : List.of(1, 1, 2)) {
      replies.add(send(TransactionType.TRADE_RESULT, (byte) broker));
    }
    await(areRunning);
    Thread closer = new Thread(server::close);
    closer.start();
    release.countDown();
    closer.join(10_000);

    for (CompletableFuture<EngineReply> reply : replies) {
      assertThat(get(reply).outcome()).isEqualTo(Outcome.COMMITTED);
    }
    assertThat(engine.openSessions()).isZero();
    assertThat(engine.isClosed()).isTrue();
    server.awaitTermination();
  }

  @Test
  void portInUseIsReportedWithItsAddress() {
    start(new FakeEngine((type, target, input) -> DONE), 1, 1);

    assertThatThrownBy(
            () ->
                TierAServer.start(
                    options(server.port(), 1, 1), new FakeEngine((type, target, input) -> DONE)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_PORT_IN_USE"))
        .hasMessageContaining("127.0.0.1:" + server.port());
  }
}
