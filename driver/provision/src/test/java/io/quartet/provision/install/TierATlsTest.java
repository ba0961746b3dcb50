package io.quartet.provision.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Tls;
import io.quartet.provision.RunningTierA;
import io.quartet.tiera.client.TierAClient;
import io.quartet.tiera.client.TierAPlace;
import io.quartet.tiera.protocol.HelloReply;
import io.quartet.tiera.wire.NetworkThreads;
import java.net.Inet4Address;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who may talk to a Tier A off loopback, with certificates of the verb that makes them. The address
 * is one of this machine.
 */
@Tag("unit")
class TierATlsTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final String HERE = addressOffLoopback();
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private static String addressOffLoopback() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
          .findFirst()
          .orElseThrow()
          .getHostAddress();
    } catch (SocketException e) {
      throw new IllegalStateException(e);
    }
  }

  @TempDir Path folder;

  private Path ours;
  private RunningTierA server;

  @BeforeEach
  void start() {
    ours = certificates("ours");
    server = new RunningTierA(plan(), 1, HERE, Optional.of(TestPlans.tls(ours, "a1")));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RunPlan plan() {
    Address nowhere = new Address(HERE, 1);
    return TestPlans.onHosts(
        TestPlans.ofOneSet("tls-test", folder, 15_432),
        Map.of(SET, new SetHosts(nowhere, nowhere, nowhere)),
        Optional.empty());
  }

  private Path certificates(String name) {
    Certificates.make(plan(), folder.resolve(name));
    return folder.resolve(name);
  }

  private HelloReply ask(Optional<Tls> tls) {
    try (NetworkThreads network = new NetworkThreads("test", 1, tls)) {
      return TierAClient.ask(TierAPlace.open(SET, HERE, server.port()), network, LONGEST);
    }
  }

  @Test
  void certificatesOfTheSameAuthorityAreEnough() {
    assertThat(ask(Optional.of(TestPlans.tls(ours, "driver"))).getAccess()).isEqualTo("libpq");
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
    SSLContext trusting = SSLContext.getInstance("TLS");
    trusting.init(null, new TrustManager[] {new TrustEverything()}, null);
    try (Socket socket = trusting.getSocketFactory().createSocket(HERE, server.port())) {
      socket.setSoTimeout(10_000);
      assertThatThrownBy(
              () -> {
                // With TLS 1.3 the client is told with its first read.
                socket.getOutputStream().write(0);
                if (socket.getInputStream().read() < 0) {
                  throw new SSLException("closed");
                }
              })
          .isInstanceOfAny(SSLException.class, SocketException.class);
    }
  }

  private static final class TrustEverything implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
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
