package io.quartet.tiera.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.Target;
import io.quartet.tiera.fake.FakeTierA;
import io.quartet.tiera.fake.FakeTierA.Answer;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.HelloRequest;
import io.quartet.tiera.protocol.ReplyOutcome;
import io.quartet.tiera.protocol.TierAGrpc;
import io.quartet.tiera.protocol.TransactionReply;
import io.quartet.tiera.protocol.Type;
import io.quartet.tiera.wire.Messages;
import io.quartet.tiera.wire.NetworkThreads;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real client against a protocol server written by hand. */
@Tag("unit")
class TierAClientTest {

  private static final VmSet SET = new VmSet(VmGroup.B, 1);

  private final NetworkThreads network = new NetworkThreads("test", 1, Optional.empty());
  private FakeTierA tierA;
  private TierAClient client;

  private void start(FakeTierA.Script script) {
    tierA = FakeTierA.start(script);
    client =
        TierAClient.connect(
            TierAPlace.open(SET, "127.0.0.1", tierA.port()), network, Duration.ofSeconds(10));
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
    return reply.get(10, TimeUnit.SECONDS);
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
    assertThat(isLost.await(10, TimeUnit.SECONDS)).isTrue();

    EngineReply down = get(send(TransactionType.TRADE_ORDER));
    assertThat(down.outcome()).isEqualTo(Outcome.CONNECTION);
    assertThat(down.message()).startsWith("no connection to Tier A");
    assertThat(client.isConnected()).isFalse();

    tierA = FakeTierA.startOn(port, request -> Answer.committed());
    assertThat(isRestored.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(get(send(TransactionType.TRADE_ORDER)).outcome()).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void closingAnswersWhatIsInFlight() throws Exception {
    start(request -> Answer.none());
    CompletableFuture<EngineReply> reply = send(TransactionType.TRADE_STATUS);
    client.close();

    assertThat(get(reply).outcome()).isEqualTo(Outcome.CONNECTION);
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
  void tierAOfAnotherProtocolIsRefusedWithBothVersions() throws Exception {
    Server other =
        network
            .server(new InetSocketAddress("127.0.0.1", 0))
            .addService(
                new TierAGrpc.TierAImplBase() {
                  @Override
                  public void hello(HelloRequest request, StreamObserver<HelloReply> observer) {
                    observer.onError(
                        Status.FAILED_PRECONDITION
                            .withDescription(
                                "Tier A speaks protocol version 1, the driver "
                                    + request.getProtocolVersion())
                            .asRuntimeException());
                  }
                })
            .build()
            .start();
    try {
      assertThatThrownBy(
              () ->
                  TierAClient.ask(
                      TierAPlace.open(SET, "127.0.0.1", other.getPort()),
                      network,
                      Duration.ofSeconds(10)))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_OTHER"))
          .hasMessageContaining("version 1, the driver " + Messages.PROTOCOL_VERSION);
    } finally {
      other.shutdownNow();
    }
  }
}
