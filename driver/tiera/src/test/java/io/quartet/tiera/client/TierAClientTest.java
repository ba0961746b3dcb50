package io.quartet.tiera.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.quartet.model.Address;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.fake.FakeTierA;
import io.quartet.tiera.fake.FakeTierA.Answer;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.Order;
import io.quartet.tiera.protocol.Refusal;
import io.quartet.tiera.protocol.ReplyOutcome;
import io.quartet.tiera.protocol.ResyncReply;
import io.quartet.tiera.protocol.TierAMessage;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.Type;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import io.quartet.tiera.wire.RunToken;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real client against a protocol server written by hand. */
@Tag("unit")
class TierAClientTest {

  private static final VmSet SET = new VmSet(VmGroup.B, 1);

  /** Wait for what has to come: these tests run on what processor time the others leave. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final NetworkThreads network = new NetworkThreads("test", 1, Optional.empty());
  private FakeTierA tierA;
  private TierAClient client;

  private void start(FakeTierA.Script script) {
    tierA = FakeTierA.start(script);
    client = TierAClient.connect(TierAPlace.open(SET, "127.0.0.1", tierA.port()), network, LONGEST);
  }

  @AfterEach
  void stop() {
    if (client != null) {
      client.close();
    }
    if (tierA != null) {
      tierA.close();
    }
    network.close();
  }

  private CompletableFuture<EngineReply> send(TransactionType type) {
    CompletableFuture<EngineReply> reply = new CompletableFuture<>();
    client.send(type, Target.BY_TYPE, new byte[] {1}, reply::complete);
    return reply;
  }

  private static EngineReply get(CompletableFuture<EngineReply> reply) throws Exception {
    return reply.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void repliesAreMatchedWhateverTheirOrder() throws Exception {
    start(
        request ->
            new Answer(
                Duration.ofMillis(request.getType() == Type.BROKER_VOLUME ? 60 : 0),
                TransactionReply.newBuilder().setStatus(request.getTypeValue()).build()));

    CompletableFuture<EngineReply> slow = send(TransactionType.BROKER_VOLUME);
    CompletableFuture<EngineReply> fast = send(TransactionType.TRADE_STATUS);

    assertThat(get(fast).status()).isEqualTo(TransactionType.TRADE_STATUS.code());
    assertThat(get(slow).status()).isEqualTo(TransactionType.BROKER_VOLUME.code());
    assertThat(client.inFlight()).isZero();
  }

  @Test
  void replyHasTheOutcome() {
    start(
        request ->
            new Answer(
                Duration.ZERO,
                TransactionReply.newBuilder().setOutcome(ReplyOutcome.DEADLOCK).build()));
    CompletableFuture<EngineReply> reply = new CompletableFuture<>();
    client.send(TransactionType.TRADE_UPDATE, Target.BY_TYPE, new byte[0], reply::complete);
    assertThat(reply.join().outcome()).isEqualTo(Outcome.DEADLOCK);
  }

  @Test
  void lossAnswersReadsAsFailedAndWritesAsInDoubt() throws Exception {
    start(request -> Answer.none());
    CompletableFuture<EngineReply> read = send(TransactionType.TRADE_LOOKUP);
    CompletableFuture<EngineReply> write = send(TransactionType.TRADE_ORDER);
    tierA.close();

    assertThat(get(read).outcome()).isEqualTo(Outcome.CONNECTION);
    assertThat(get(write).outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(get(write).message()).isNotBlank().doesNotContain("\n");
    assertThat(get(write).sqlstate()).isEqualTo(TierAClient.CONNECTION_LOST);
  }

  @Test
  void requestsWithoutAConnectionFailAtOnceAndTheConnectionComesBack() throws Exception {
    start(request -> Answer.committed());
    int port = tierA.port();
    CountDownLatch isLost = new CountDownLatch(1);
    CountDownLatch isRestored = new CountDownLatch(1);
    client.addListener(
        new ConnectionListener() {
          @Override
          public void onLost(VmSet set, String reason) {
            isLost.countDown();
          }

          @Override
          public void onRestored(VmSet set) {
            isRestored.countDown();
          }
        });
    tierA.close();
    assertThat(isLost.await(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();

    EngineReply down = get(send(TransactionType.TRADE_ORDER));
    assertThat(down.outcome()).isEqualTo(Outcome.CONNECTION);
    assertThat(down.message()).startsWith("no connection to Tier A");
    assertThat(client.isConnected()).isFalse();

    tierA = FakeTierA.startOn(port, request -> Answer.committed());
    assertThat(isRestored.await(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(get(send(TransactionType.TRADE_ORDER)).outcome()).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void closingAnswersWhatIsInFlight() throws Exception {
    start(request -> Answer.none());
    CompletableFuture<EngineReply> reply = send(TransactionType.TRADE_STATUS);
    client.close();

    assertThat(get(reply).outcome()).isEqualTo(Outcome.CONNECTION);
    assertThat(get(reply).message()).isEqualTo("closed by the driver");
  }

  @Test
  void absentTierAIsReportedWithItsAddress() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertThatThrownBy(
            () ->
                TierAClient.connect(
                    TierAPlace.open(SET, "127.0.0.1", free), network, Duration.ofMillis(300)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_UNREACHABLE"))
        .hasMessageContaining("set b1")
        .hasMessageContaining("127.0.0.1:" + free);
  }

  @Test
  void questionIsAnsweredAtOnceWhenNobodyListens() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    assertThatThrownBy(
            () ->
                TierAClient.ask(
                    TierAPlace.open(SET, "127.0.0.1", free), network, Duration.ofMinutes(1)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_UNREACHABLE"))
        .hasMessageContaining("refused");
  }

  @Test
  void connectionWithoutAnAnswerToHelloIsClosed() throws Exception {
    try (ServerSocket silent = new ServerSocket(0)) {
      // A client that was too slow to connect must fail the test: no interrupt ends an accept.
      silent.setSoTimeout(5_000);
      assertThatThrownBy(
              () ->
                  TierAClient.ask(
                      TierAPlace.open(SET, "127.0.0.1", silent.getLocalPort()),
                      network,
                      Duration.ofSeconds(2)))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_UNREACHABLE"));
      try (Socket connection = silent.accept()) {
        connection.setSoTimeout(5_000);
        assertThat(connection.getInputStream().readAllBytes()).isNotEmpty();
      }
    }
  }

  @Test
  void replyThatCannotBeReadFailsItsRequest() throws Exception {
    start(
        request ->
            new Answer(Duration.ZERO, TransactionReply.newBuilder().setOutcomeValue(99).build()));

    assertThat(get(send(TransactionType.TRADE_ORDER)).outcome()).isEqualTo(Outcome.IN_DOUBT);
  }

  @Test
  void numbersThatThisBuildDoesNotKnowFailTheirRequestsAndAreNamed() throws Exception {
    Order order = Order.newBuilder().setActionValue(7).build();
    start(
        request ->
            new Answer(
                Duration.ZERO,
                switch (request.getType()) {
                  case TRADE_STATUS -> TransactionReply.newBuilder().setOutcomeValue(99).build();
                  case TRADE_LOOKUP -> TransactionReply.newBuilder().setOutcomeValue(-1).build();
                  default -> TransactionReply.newBuilder().addOrders(order).build();
                }));
    assertLost(TransactionType.TRADE_STATUS, Outcome.CONNECTION, "outcome 99");
    assertLost(TransactionType.TRADE_LOOKUP, Outcome.CONNECTION, "outcome -1");
    assertLost(TransactionType.MARKET_FEED, Outcome.IN_DOUBT, "action of an order 7");
  }

  private void assertLost(TransactionType type, Outcome outcome, String reason) throws Exception {
    awaitConnection();
    EngineReply reply = get(send(type));
    assertThat(reply.outcome()).isEqualTo(outcome);
    assertThat(reply.message()).contains(reason).doesNotContain("\n");
  }

  private void awaitConnection() throws Exception {
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!client.isConnected()) {
      assertThat(System.nanoTime()).as("connected again").isLessThan(deadline);
      Thread.sleep(10);
    }
  }

  @Test
  void resyncWithAnActionThatThisBuildDoesNotKnowFails() throws Exception {
    start(request -> Answer.committed());
    tierA.setResync(
        ResyncReply.newBuilder().addOrders(Order.newBuilder().setActionValue(7)).build());
    CompletableFuture<String> failure = new CompletableFuture<>();

    client.resync(orders -> failure.complete("orders"), failure::complete);

    assertThat(failure.get(LONGEST.toSeconds(), TimeUnit.SECONDS)).contains("action of an order 7");
  }

  @Test
  void largestMessageIsReadAndALargerOneEndsTheConnection() throws Exception {
    start(
        request -> {
          int excess = request.getType() == Type.TRADE_STATUS ? 0 : 1;
          return new Answer(Duration.ZERO, replyOf(Messages.MAX_MESSAGE_BYTES + excess));
        });

    assertThat(get(send(TransactionType.TRADE_STATUS)).outcome()).isEqualTo(Outcome.COMMITTED);

    EngineReply larger = get(send(TransactionType.TRADE_ORDER));
    assertThat(larger.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(larger.message()).contains("exceeds");
  }

  /** A reply that fills a message of so many bytes, if its correlation id is small. */
  private static TransactionReply replyOf(int bytes) {
    TransactionReply id = TransactionReply.newBuilder().setCorrelationId(1).build();
    int around =
        around(
            id.toBuilder().setOutput(ByteString.copyFrom(new byte[bytes - 64])).build(),
            bytes - 64);
    return TransactionReply.newBuilder()
        .setOutput(ByteString.copyFrom(new byte[bytes - around]))
        .build();
  }

  private static int around(TransactionReply reply, int output) {
    return TierAMessage.newBuilder().setTransaction(reply).build().getSerializedSize() - output;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ffffffff", // a length of 4 GiB, or -1
        "7fffffff",
        "00000003ffffff", // no message
        "00000000", // a message of no kind
        "000000030a0508" // an answer to Hello that ends too early
      })
  void bytesThatAreNoMessageEndTheConnectionAndNothingElse(String bytes) throws Exception {
    start(
        request ->
            request.getType() == Type.TRADE_ORDER
                ? Answer.raw(HexFormat.of().parseHex(bytes))
                : Answer.committed());

    EngineReply reply = get(send(TransactionType.TRADE_ORDER));
    assertThat(reply.outcome()).isEqualTo(Outcome.IN_DOUBT);
    assertThat(reply.message()).isNotBlank().doesNotContain("\n");
    awaitConnection();
    assertThat(get(send(TransactionType.TRADE_STATUS)).outcome()).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void tierAOfAnotherProtocolIsRefusedWithBothVersions() {
    tierA =
        FakeTierA.refusing(
            Refusal.Reason.PROTOCOL_VERSION, "Tier A speaks protocol version 1, the driver 3");
    assertThatThrownBy(() -> ask(Optional.empty()))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_OTHER"))
        .hasMessageContaining("version 1, the driver " + Messages.PROTOCOL_VERSION);
  }

  private HelloReply ask(Optional<RunToken> token) {
    return TierAClient.ask(
        new TierAPlace(SET, new Address("127.0.0.1", tierA.port()), token),
        network,
        Duration.ofSeconds(10));
  }

  @Test
  void onlyATierAThatKnowsTheTokenIsTakenForOurs() {
    RunToken token = RunToken.make();
    String answer = token.secret().substring(token.secret().indexOf('.') + 1);
    AtomicReference<String> shown = new AtomicReference<>();
    tierA =
        FakeTierA.greeting(
            hello -> {
              shown.set(hello.getRunToken());
              return FakeTierA.GREETING.toBuilder().setRunToken(answer).build();
            });
    assertThat(ask(Optional.of(RunToken.of(token.secret()))).getEngineVersion()).isEqualTo("fake");
    assertThat(token.secret()).isEqualTo(shown.get() + "." + answer);
    assertThat(token).hasToString("RunToken[secret]");
    assertOfAnotherRun(Optional.of(RunToken.make()));

    tierA.close();
    tierA = FakeTierA.refusing(Refusal.Reason.OTHER_RUN, "it belongs to another run");
    assertOfAnotherRun(Optional.empty());
  }

  private void assertOfAnotherRun(Optional<RunToken> token) {
    assertThatThrownBy(() -> ask(token))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_OTHER"))
        .hasMessageContaining("belongs to another run");
  }

  @Test
  void resyncListsOpenOrders() throws Exception {
    start(request -> Answer.committed());
    MarketOrder order = new MarketOrder(5, 1, 100, 2000, 0, MarketOrder.Action.PROCESS_NOW);
    tierA.setOpenOrders(order);
    CompletableFuture<List<MarketOrder>> orders = new CompletableFuture<>();

    client.resync(orders::complete, reason -> orders.complete(List.of()));

    assertThat(orders.get(LONGEST.toSeconds(), TimeUnit.SECONDS)).containsExactly(order);
  }

  @Test
  void replyHasEveryFieldAndTheOutputOnlyWhereItIsWanted() throws Exception {
    MarketOrder order =
        new MarketOrder(7_000_000_001L, 12, 400, 2317, 3, MarketOrder.Action.SET_LIMIT_TRIGGER);
    EngineReply wanted =
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
    start(request -> Answer.of(wanted));

    EngineReply reply = get(send(TransactionType.TRADE_ORDER));
    assertThat(reply).usingRecursiveComparison().ignoringFields("output").isEqualTo(wanted);
    assertThat(reply.output()).isEmpty();

    client.keepOutputs();
    assertThat(get(send(TransactionType.TRADE_ORDER)).output()).hasSize(200_000);
  }
}
