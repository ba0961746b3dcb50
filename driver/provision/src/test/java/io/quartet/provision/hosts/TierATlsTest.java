package io.quartet.provision.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Tls;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.ModelParameters;
import io.quartet.tiera.fake.FakeEngine;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.protocol.HelloRequest;
import io.quartet.tiera.protocol.TierAGrpc;
import io.quartet.tiera.server.TierAOptions;
import io.quartet.tiera.server.TierAServer;
import io.quartet.tiera.wire.NetworkThreads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who may talk to a Tier A off loopback, with certificates of the verb that makes them. The address
 * 0.0.0.0 is not a loopback address, but leads to this machine.
 */
@Tag("unit")
class TierATlsTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final String HERE = "0.0.0.0";
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TempDir Path folder;

  private Path ours;
  private TierAServer server;

  @BeforeEach
  void start() {
    ours = certificates("ours");
    server =
        TierAServer.start(
            new TierAOptions(
                SET,
                HERE,
                0,
                "host=dss",
                "host=oltp",
                new ModelParameters(1, 1, 1, 1_000, 42),
                1,
                1,
                EngineOptions.STANDARD,
                Optional.of(TestPlans.tls(ours, "a1")),
                Optional.empty()),
            new FakeEngine((type, target, input) -> EngineReply.committed(List.of())));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Path certificates(String name) {
    Address nowhere = new Address(HERE, 1);
    RunPlan plan =
        TestPlans.onHosts(
            TestPlans.ofOneSet("tls-test", folder, 15_432),
            Map.of(SET, new SetHosts(nowhere, nowhere, nowhere)),
            Optional.empty());
    Certificates.make(plan, folder.resolve(name));
    return folder.resolve(name);
  }

  private HelloReply ask(Optional<Tls> tls) {
    try (NetworkThreads network = new NetworkThreads("test", 1, tls)) {
      return TierAClient.ask(TierAPlace.open(SET, HERE, server.port()), network, LONGEST);
    }
  }

  @Test
  void certificatesOfTheSameAuthorityAreEnough() {
    assertThat(ask(Optional.of(TestPlans.tls(ours, "driver"))).getEngineVersion())
        .isEqualTo("fake");
  }

  @Test
  void driverRefusesATierAOfAnotherAuthority() {
    Path others = certificates("others");
    Tls driver = TestPlans.tls(ours, "driver");
    assertRefused(
        new Tls(others.resolve("authority.pem").toString(), driver.certificate(), driver.key()));
  }

  @Test
  void tierARefusesADriverOfAnotherAuthority() {
    Tls driver = TestPlans.tls(certificates("others"), "driver");
    assertRefused(
        new Tls(TestPlans.tls(ours, "a1").authority(), driver.certificate(), driver.key()));
  }

  private void assertRefused(Tls tls) {
    assertThatThrownBy(() -> ask(Optional.of(tls)))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TIER_A_UNREACHABLE"))
        .hasMessageContaining(HERE + ":" + server.port());
  }

  @Test
  void tierARefusesAClientWithoutACertificate() throws Exception {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(HERE, server.port())
            .sslContext(
                GrpcSslContexts.forClient()
                    .trustManager(ours.resolve("authority.pem").toFile())
                    .build())
            .build();
    try {
      assertThatThrownBy(
              () -> TierAGrpc.newBlockingStub(channel).hello(HelloRequest.getDefaultInstance()))
          .hasMessageContaining("UNAVAILABLE");
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void nothingLeavesTheMachineWithoutCertificates() {
    assertThatThrownBy(() -> ask(Optional.empty()))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TLS_MISSING"));
  }

  @Test
  void unreadableFilesAreNamed() {
    Path none = folder.resolve("none");
    assertThatThrownBy(() -> ask(Optional.of(TestPlans.tls(none, "driver"))))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("TLS_FILES"))
        .hasMessageContaining(none.resolve("driver.key").toString());
  }
}
