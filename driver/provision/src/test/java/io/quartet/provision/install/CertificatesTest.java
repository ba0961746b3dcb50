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
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program openssl makes them and looks at them. */
@Tag("unit")
class CertificatesTest {

  @TempDir Path folder;

  private RunPlan embedded;
  private RunPlan plan;
  private Path made;

  @BeforeEach
  void makePlan() {
    embedded =
        TestPlans.withOneSet(
            TestPlans.small("tls-test", folder, 15_432), 1, Duration.ofSeconds(1), 1);
    Address database = new Address("10.0.0.2", 5432);
    SetHosts hosts = new SetHosts(new Address("vm1.example", 15_432), database, database);
    plan = TestPlans.onHosts(embedded, Map.of(new VmSet(VmGroup.A, 1), hosts), Optional.empty());
    made = folder.resolve("tls");
  }

  private String openssl(String... arguments) {
    List<String> command = Stream.concat(Stream.of("openssl"), Stream.of(arguments)).toList();
    return Commands.run(made, command).output();
  }

  @Test
  void everyoneGetsOneSignedByTheAuthority() {
    List<Path> files = Certificates.make(plan, made);

    assertThat(files)
        .map(file -> file.getFileName().toString())
        .containsExactly(
            "a1.key", "a1.pem", "authority.key", "authority.pem", "driver.key", "driver.pem");
    for (String name : List.of("a1", "driver")) {
      assertThat(openssl("verify", "-CAfile", "authority.pem", name + ".pem"))
          .isEqualTo(name + ".pem: OK");
    }
    assertThat(openssl("x509", "-in", "a1.pem", "-noout", "-ext", "subjectAltName"))
        .endsWith("DNS:vm1.example");
    assertThat(openssl("x509", "-in", "a1.pem", "-noout", "-subject")).endsWith("tls-test a1");
  }

  @Test
  void keysAreForTheirOwnerOnly() throws IOException {
    for (Path file : Certificates.make(plan, made)) {
      if (file.toString().endsWith(".key")) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
        assertThat(file).content().startsWith("-----BEGIN PRIVATE KEY-----");
      }
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
  }

  @Test
  void nothingIsOverwritten() throws IOException {
    Files.createDirectory(made);
    assertThatThrownBy(() -> Certificates.make(plan, made))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("FILE_EXISTS"));
    assertThat(made).isEmptyDirectory();
  }

  @Test
  void embeddedDatabasesNeedNone() {
    assertThatThrownBy(() -> Certificates.make(embedded, made))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NO_MACHINES"));
    assertThat(made).doesNotExist();
  }
}
