package io.quartet.provision.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.Problem;
import io.quartet.model.Address;
import io.quartet.model.HostileThing;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Tls;
import io.quartet.provision.FakeKit;
import io.quartet.tiera.wire.TlsFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The files that a plan names are judged before anything opens them. */
@Tag("unit")
class NamedFilesCheckTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  @TempDir static Path made;
  @TempDir Path folder;

  @BeforeAll
  static void makeCertificates() {
    Address nowhere = new Address("0.0.0.0", 1);
    Certificates.make(
        TestPlans.onHosts(
            TestPlans.ofOneSet("tls-test", made, 15_432),
            Map.of(SET, new SetHosts(nowhere, nowhere, nowhere)),
            Optional.empty()),
        made.resolve("ours"));
  }

  private static Tls ours() {
    return TestPlans.tls(made.resolve("ours"), "driver");
  }

  private static List<Problem> problems(Tls tls) {
    return NamedFilesCheck.certificates(
        TestPlans.onHosts(TestPlans.small("tls-test", made, 15_432), Map.of(), Optional.of(tls)));
  }

  private static String problem(String key, Tls tls) {
    List<Problem> problems = problems(tls);
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0).path()).hasToString("driver.tls." + key);
    assertThat(problems.get(0).code()).isEqualTo("TLS_FILES");
    return problems.get(0).text();
  }

  private Tls withKey(String text) throws Exception {
    Path key = Files.writeString(folder.resolve("own.key"), text);
    return new Tls(ours().authority(), ours().certificate(), key.toString());
  }

  @Test
  void certificatesOfTheKitAreNoProblem() {
    assertThat(problems(ours())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void thingsThatAreNoFilesAreNamed(HostileThing thing) throws Exception {
    Path path = folder.resolve("thing.pem");
    thing.replace(path);
    String file = path.toString();
    assertThat(problem("authority", new Tls(file, ours().certificate(), ours().key())))
        .contains(file, "cannot be read: ");
    assertThat(problem("certificate", new Tls(ours().authority(), file, ours().key())))
        .contains(file, "cannot be read: ");
    assertThat(problem("key", new Tls(ours().authority(), ours().certificate(), file)))
        .contains(file, "cannot be read: ");
  }

  /** Problems of the key of a repository and of an OpenSSH configuration. */
  private static List<String> ofMachines(Path key, Path configuration) {
    RunPlan plan = FakeKit.plan("named-files", "/srv/quartet", "a", "b", "c");
    Preparation preparation = plan.provider().preparation().orElseThrow();
    Hosts hosts =
        new Hosts(
            ((Hosts) plan.provider()).addresses(),
            Optional.of(new Ssh(Optional.empty(), Optional.of(configuration.toString()))),
            Optional.of(
                new Preparation(
                    new Preparation.Postgres(
                        16, Optional.empty(), Optional.of(key.toString()), true),
                    preparation.dataDirectory(),
                    preparation.tablespaces(),
                    preparation.sizes(),
                    preparation.dataChecksums(),
                    preparation.kernel(),
                    preparation.opensFirewall())));
    return NamedFilesCheck.ofMachines(plan.withProvider(hosts)).stream()
        .map(problem -> problem.code() + " " + problem.path() + ": " + problem.text())
        .toList();
  }

  @ParameterizedTest
  @EnumSource(names = "NO_TEXT", mode = EnumSource.Mode.EXCLUDE)
  void thingsThatAreNoFilesOfMachinesAreNamed(HostileThing thing) throws Exception {
    Path path = folder.resolve("thing");
    thing.replace(path);
    assertThat(ofMachines(path, path))
        .satisfiesExactly(
            text ->
                assertThat(text)
                    .startsWith("FILE_UNUSABLE provider.ssh.configuration: " + path)
                    .containsPattern("cannot be read: .*(" + thing.reason() + ").*OpenSSH client"),
            text ->
                assertThat(text)
                    .startsWith("FILE_UNUSABLE provider.postgres.key: " + path)
                    .containsPattern("cannot be read: .*(" + thing.reason() + ").*PGP PUBLIC KEY"));
  }

  @Test
  void keyOfARepositoryIsPublic() throws Exception {
    Path configuration = Files.write(folder.resolve("ssh_config"), new byte[] {'#', (byte) 0xe9});
    Path key =
        Files.writeString(
            folder.resolve("key.asc"), "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n");
    assertThat(ofMachines(key, configuration)).isEmpty();

    Files.writeString(key, "-----BEGIN OPENSSH PRIVATE KEY-----\n");
    assertThat(ofMachines(key, configuration))
        .singleElement()
        .asString()
        .contains(key + " is not a public key of OpenPGP as text. Name a file that begins with");
  }

  @Test
  void everyFileIsJudged() {
    assertThat(problems(new Tls("/none/a", "/none/b", "/none/c")))
        .extracting(problem -> problem.path() + ": " + problem.text())
        .satisfiesExactly(
            text -> assertThat(text).startsWith("driver.tls.authority: /none/a cannot be read"),
            text -> assertThat(text).startsWith("driver.tls.certificate: /none/b cannot be read"),
            text -> assertThat(text).startsWith("driver.tls.key: /none/c cannot be read"));
  }

  @Test
  void textThatIsNoCertificateIsNamed() throws Exception {
    Path notes = Files.writeString(folder.resolve("notes.txt"), "just words\n");
    assertThat(problem("authority", new Tls(notes.toString(), ours().certificate(), ours().key())))
        .startsWith(notes + " holds no certificate in PEM. ");
    String certificate = Files.readString(Path.of(ours().certificate()));
    Path cut =
        Files.writeString(
            folder.resolve("cut.pem"), certificate.substring(0, certificate.length() / 2));
    assertThat(problem("certificate", new Tls(ours().authority(), cut.toString(), ours().key())))
        .startsWith(cut + " holds no certificate in PEM. ");
  }

  @Test
  void keyHasToBeThatOfTheCertificate() {
    Tls others = TestPlans.tls(made.resolve("ours"), "a1");
    assertThat(problem("key", new Tls(ours().authority(), ours().certificate(), others.key())))
        .contains(others.key(), "is not the key of the certificate " + ours().certificate());
  }

  @Test
  void keyHasToBePkcs8WithoutAPassword() throws Exception {
    assertThat(problem("key", withKey("-----BEGIN RSA PRIVATE KEY-----\nAAAA\n")))
        .contains("holds a key of the form RSA PRIVATE KEY", "openssl pkcs8 -topk8 -nocrypt");
    assertThat(problem("key", withKey("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n")))
        .contains("holds a key of the form ENCRYPTED PRIVATE KEY");
    assertThat(
            problem(
                "key", withKey("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")))
        .contains("holds no private key in PEM");
    assertThat(problem("key", withKey(Files.readString(Path.of(ours().certificate())))))
        .contains("holds no private key in PEM");
  }

  @Test
  void certificatesHaveToBeValidNow() {
    Instant later = Instant.now().plus(Duration.ofDays(4 * 365));
    assertThat(TlsFiles.problems(ours(), later).values())
        .hasSize(2)
        .allMatch(problem -> problem.contains(" expired at "));
    assertThat(TlsFiles.problems(ours(), Instant.EPOCH).values())
        .hasSize(2)
        .allMatch(problem -> problem.contains(" is not valid before "));
  }

  @Test
  void certificateInBinaryFormIsNoText() throws Exception {
    Path der = folder.resolve("own.der");
    Files.write(der, "0\u0082\u0001".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(problem("authority", new Tls(der.toString(), ours().certificate(), ours().key())))
        .contains("byte 0x82 is not text in UTF-8", "Name a file in PEM");
  }
}
