package io.quartet.run.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmRole;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.PageCache;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.results.events.RunEvent;
import io.quartet.run.LoadedSet;
import io.quartet.run.Refusals;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Caches of two real servers with loaded databases. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CacheStatesTest {

  private static final String STARTED = "SELECT pg_postmaster_start_time()::text";

  private TestDeployment servers;
  private Databases databases;
  private DatabaseServer oltp;

  @BeforeAll
  void up() throws IOException {
    servers = LoadedSet.up("cache-states-test", CacheStatesTest::withFewBuffers);
    databases = new Databases(servers.deployment());
    oltp = servers.database(servers.plan().sets().get(0), VmRole.OLTP);
    servers
        .deployment()
        .databases()
        .forEach(server -> servers.deployment().prepare(server, Purpose.RUNNING));
  }

  /** The OLTP database has fewer buffers than pages. */
  private static RunPlan withFewBuffers(RunPlan plan) {
    VmSize oltp =
        new VmSize(OptionalDouble.empty(), OptionalLong.empty(), Map.of("shared_buffers", "16MB"));
    return TestPlans.withSizes(plan, Sizes.ofRoles(Map.of(VmRole.OLTP, oltp)));
  }

  @AfterAll
  void down() {
    databases.close();
    servers.close();
  }

  private RunPlan plan(Caches caches) {
    return servers.plan().withSchedule(servers.plan().schedule().withCaches(caches));
  }

  private CacheStates states(Caches caches) {
    return new CacheStates(plan(caches), servers.deployment(), databases, RunListener.NONE);
  }

  private String started() throws SQLException {
    return servers.column(oltp, STARTED).get(0);
  }

  @Test
  void keptCachesNeedNoWork() throws SQLException {
    List<RunEvent> events = new ArrayList<>();
    String before = started();
    states(Caches.KEEP).restartServers();
    states(Caches.KEEP).warm(events::add);
    states(Caches.KEEP).dropPageCaches(events::add);
    assertThat(started()).isEqualTo(before);
    assertThat(events).isEmpty();
  }

  @Test
  void serversAreRestartedToClearTheirBuffers() throws SQLException {
    String before = started();
    databases.execute(oltp, "SELECT 1"); // A pooled connection, which the restart ends.
    states(Caches.CLEAR).restartServers();
    databases.execute(oltp, "SELECT 1");
    assertThat(started()).isNotEqualTo(before);
  }

  @Test
  void pageCacheThatWasKeptIsRecordedWithTheReason() {
    assertThat(
            CacheStates.cleared(
                List.of(oltp),
                List.of(
                    new PageCache("db1", Optional.empty()),
                    new PageCache("db2", Optional.of("not root")))))
        .isEqualTo(
            new RunEvent.CachesCleared(
                List.of("a1-vm3"), List.of("db1"), List.of("db2: not root")));
  }

  @Test
  void databaseThatCannotHaveTheExtensionIsRefused() throws SQLException {
    servers.execute(
        oltp,
        "DROP EXTENSION IF EXISTS pg_prewarm",
        "CREATE SCHEMA IF NOT EXISTS prewarm",
        "CREATE FUNCTION prewarm.pg_prewarm(regclass, text, text, int8, int8) RETURNS int8"
            + " LANGUAGE sql AS 'SELECT 0::int8'");
    try {
      Refusals.assertRefused(
          () -> CacheStates.require(plan(Caches.WARM), servers.deployment()),
          "PREWARM_MISSING",
          "a1-vm3",
          "already exists",
          "package postgresql-contrib",
          "caches: keep");
    } finally {
      servers.execute(oltp, "DROP SCHEMA prewarm CASCADE");
    }
  }

  @Test
  void warmedBuffersHoldAShareOfTheirSizeAtMost() throws SQLException {
    List<RunEvent> events = new CopyOnWriteArrayList<>();
    CacheStates.require(plan(Caches.WARM), servers.deployment());
    states(Caches.WARM).warm(events::add);
    states(Caches.WARM).dropPageCaches(events::add);
    List<RunEvent.CacheWarmed> warmed =
        events.stream()
            .map(RunEvent.CacheWarmed.class::cast)
            .sorted(Comparator.comparing(RunEvent.CacheWarmed::vm))
            .toList();
    assertThat(warmed).map(RunEvent.CacheWarmed::vm).containsExactly("a1-vm2", "a1-vm3");
    assertThat(warmed.get(0).bytes()).isPositive().isLessThanOrEqualTo(warmed.get(0).allBytes());
    assertThat(warmed.get(1).bytes())
        .isEqualTo(1_638 * 8_192) // four fifths of 2,048 pages
        .isLessThan(warmed.get(1).allBytes());
  }
}
