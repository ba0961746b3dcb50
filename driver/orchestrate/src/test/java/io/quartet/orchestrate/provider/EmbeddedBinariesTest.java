package io.quartet.orchestrate.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.RunPlan;
import io.quartet.orchestrate.TestPlans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The PostgreSQL that Maven brings, for machines without one. */
@Tag("pg")
class EmbeddedBinariesTest {

  @Test
  void eightClustersRunOnTheBinariesFromMaven() throws Exception {
    Path root = Files.createTempDirectory("quartet-binaries");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path bin = EmbeddedBinaries.unpack(root.resolve("cache"));
    RunPlan plan =
        TestPlans.withPostgres(
            TestPlans.small(
                "binaries-test",
                root.resolve("data"),
                ThreadLocalRandom.current().nextInt(21_000, 29_000)),
            bin);
    EmbeddedProvider provider = new EmbeddedProvider();
    try {
      assertThat(PostgresInstallation.at(bin, true))
          .hasValueSatisfying(
              postgres -> {
                assertThat(postgres.major())
                    .isGreaterThanOrEqualTo(PostgresInstallation.OLDEST_MAJOR);
                assertThat(postgres.isEmbedded()).isTrue();
              });
      assertThat(EmbeddedBinaries.unpack(root.resolve("cache"))).isEqualTo(bin);
      try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
        assertThat(deployment.databases()).hasSize(8).allMatch(deployment::isAlive);
        deployment.prepare(deployment.databases().get(0), Purpose.RUNNING);
        assertThat(deployment.isAlive(deployment.databases().get(0))).isTrue();
      }
    } finally {
      provider.down(plan);
      FileTrees.delete(root);
    }
  }
}
