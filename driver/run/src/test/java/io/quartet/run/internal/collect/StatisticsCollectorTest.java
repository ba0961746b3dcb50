package io.quartet.run.internal.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.results.events.RunEvent.Checkpoint;
import io.quartet.results.events.RunEvent.StatisticsLeftOut;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Statistics of the two databases of one Set, on the PostgreSQL of this machine. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatisticsCollectorTest {

  private static final Duration INTERVAL = Duration.ofMillis(200);

  private TestDeployment servers;
  private Deployment deployment;
  private DatabaseServer dss;
  private DatabaseServer oltp;

  @TempDir Path results;

  @BeforeAll
  void up() throws Exception {
    servers = TestDeployment.ofOneSet("statistics-test");
    deployment = servers.deployment();
    VmSet set = servers.plan().sets().get(0);
    dss = servers.database(set, VmRole.DSS);
    oltp = servers.database(set, VmRole.OLTP);
    deployment.prepare(oltp, Purpose.RUNNING);
    servers.execute(
        oltp,
        "CREATE TABLE item (id integer PRIMARY KEY)",
        "INSERT INTO item SELECT generate_series(1, 1000)");
  }

  @AfterAll
  void down() {
    servers.close();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    Instant limit = Instant.now().plusSeconds(120);
    while (!condition.call()) {
      assertThat(Instant.now()).isBefore(limit);
      Thread.sleep(50);
    }
  }

  @Test
  void everySourceIsSampledOnItsPace() throws Exception {
    try (LiveStatistics statistics = LiveStatistics.of(results, INTERVAL, deployment)) {
      await(() -> statistics.lines(oltp.vm(), "pg_stat_wal").size() > 4);
      servers.execute(oltp, "CHECKPOINT");
      await(() -> statistics.events().stream().anyMatch(Checkpoint.class::isInstance));
      assertThat(statistics.lines(oltp.vm(), "pg_stat_database").get(0))
          .startsWith("utc_ms,")
          .contains(",xact_commit,", ",blks_read,")
          .doesNotContain("datid", "datname");
      assertThat(statistics.lines(oltp.vm(), "tables").get(0))
          .startsWith("utc_ms,table_name,seq_scan,")
          .contains(",autovacuum_count", ",heap_blks_read,")
          .doesNotContain("relid", "schemaname");
      assertThat(statistics.lines(oltp.vm(), "indexes"))
          .element(1)
          .satisfies(line -> assertThat(line).matches("\\d{13},item,item_pkey(,\\d+){6},"));
      assertThat(statistics.lines(oltp.vm(), "sizes").get(1)).matches("\\d{13},item(,\\d+){2},1");
      assertThat(statistics.lines("host", "processes"))
          .hasSizeGreaterThan(2)
          .startsWith("utc_ms,name,processes,threads,user_ms,system_ms,private_kib,shared_kib")
          .last()
          .satisfies(line -> assertThat(line).matches("\\d{13},driver,1(,[1-9]\\d*){5}"));
      assertThat(statistics.lines(oltp.vm(), "indexes"))
          .as("slow, so only the first sample yet")
          .hasSize(2);
      statistics.finish();
      assertThat(statistics.lines(oltp.vm(), "indexes")).as("and the last one").hasSize(3);
      assertThat(statistics.failures()).isEmpty();
      assertThat(statistics.events()).hasOnlyElementsOfType(Checkpoint.class);
    }
  }

  @Test
  void densityOfTheLeavesIsSampledWhereTheExtensionIs() throws Exception {
    ResultsFolder folder = ResultsFolder.create(results, "density");
    try (Databases databases = new Databases(deployment)) {
      LeafDensity.sample(folder, oltp, databases);
      List<String> lines = Files.readAllLines(folder.file("stats/" + oltp.vm() + "/indexes.csv"));
      assertThat(lines).hasSize(2);
      assertThat(lines.get(0)).endsWith(",index_bytes,leaf_density");
      assertThat(lines.get(1)).matches("\\d{13},item,item_pkey(,\\d+){6},\\d{2}(\\.\\d+)?");

      databases.execute(dss, "DROP EXTENSION pgstattuple");
      LeafDensity.sample(folder, dss, databases);
      assertThat(folder.has("stats/" + dss.vm() + "/indexes.csv")).isFalse();
    }
  }

  @Test
  void whatMayNotBeReadIsNotedOnceAndLeftOut() throws Exception {
    servers.execute(oltp, "CREATE ROLE limited");
    servers.execute(oltp, "REVOKE SELECT ON pg_stat_wal FROM PUBLIC");
    try (LiveStatistics statistics =
        new LiveStatistics(
            results,
            INTERVAL,
            List.of(oltp),
            server -> {
              Connection connection = LiveStatistics.connections(deployment).connect(server);
              try (Statement statement = connection.createStatement()) {
                statement.execute("SET ROLE limited");
                return connection;
              }
            })) {
      await(() -> statistics.lines(oltp.vm(), "pg_stat_bgwriter").size() > 5);
      assertThat(statistics.events())
          .singleElement()
          .isInstanceOfSatisfying(
              StatisticsLeftOut.class,
              seen -> {
                assertThat(seen.kind()).isEqualTo(StatisticsLeftOut.Kind.DENIED);
                assertThat(seen.vm()).isEqualTo(oltp.vm());
                assertThat(seen.source()).isEqualTo("pg_stat_wal");
                assertThat(seen.reason()).contains("permission denied");
              });
      assertThat(statistics.lines(oltp.vm(), "pg_stat_wal")).isEmpty();
      assertThat(statistics.lines(oltp.vm(), "tables")).isNotEmpty();
    } finally {
      servers.execute(oltp, "GRANT SELECT ON pg_stat_wal TO PUBLIC");
      servers.execute(oltp, "DROP ROLE limited");
    }
  }

  @Test
  void databaseThatHangsHoldsUpNobodyElseAndLeavesAGap() throws Exception {
    try (LiveStatistics statistics = LiveStatistics.of(results, INTERVAL, deployment)) {
      await(() -> statistics.lines(dss.vm(), "pg_stat_wal").size() > 2);
      long hung = deployment.processId(dss).orElseThrow();
      signal("-STOP", hung);
      int before;
      try {
        // Whatever was under way has been answered.
        Thread.sleep(500);
        before = statistics.lines(dss.vm(), "pg_stat_wal").size();
        int others = statistics.lines(oltp.vm(), "pg_stat_wal").size();
        await(() -> statistics.lines(oltp.vm(), "pg_stat_wal").size() > others + 10);
        assertThat(statistics.lines(dss.vm(), "pg_stat_wal")).hasSize(before);
      } finally {
        signal("-CONT", hung);
      }
      await(() -> statistics.lines(dss.vm(), "pg_stat_wal").size() > before + 2);
      assertThat(statistics.lines(dss.vm(), "gaps"))
          .first()
          .isEqualTo("utc_ms,source,missed_ms,reason");
      assertThat(statistics.lines(dss.vm(), "gaps"))
          .anySatisfy(line -> assertThat(line).matches("\\d{13},database,\\d{4,},.+"));
      assertThat(statistics.failures()).isEmpty();
    }
  }

  private static void signal(String signal, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", signal, Long.toString(pid)).inheritIO().start().waitFor();
  }
}
