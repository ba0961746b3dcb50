package io.quartet.orchestrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.RunPlan.Storage;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.orchestrate.LoadResult.Deed;
import io.quartet.orchestrate.provider.Connections;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.EmbeddedProvider;
import io.quartet.orchestrate.provider.Ownership;
import io.quartet.orchestrate.provider.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Load, snapshot, restore on eight real databases. The tests share them, because loading is most of
 * the time, and build on each other in this order.
 */
@Tag("pg")
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SnapshotsTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  private final EmbeddedProvider provider = new EmbeddedProvider();
  private Path root;
  private RunPlan plan;
  private Deployment deployment;
  private DatabaseServer dss;
  private DatabaseServer oltp;
  private Map<String, String> fresh;

  @BeforeAll
  void up() throws IOException {
    root = Files.createTempDirectory("quartet-snapshots");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    int port = ThreadLocalRandom.current().nextInt(21_000, 29_000);
    plan =
        TestPlans.withTablespaces(
            TestPlans.small("snapshot-test", root, port),
            Map.of(
                Storage.DATA, folder("tables"),
                Storage.INDEX, folder("indexes"),
                Storage.WAL, folder("wal")));
    deployment = provider.up(plan, Ownership.OWNED);
    dss = deployment.database(SET, VmRole.DSS);
    oltp = deployment.database(SET, VmRole.OLTP);
  }

  private String folder(String name) throws IOException {
    return Files.createDirectory(root.resolve(name)).toString();
  }

  /** The folders under provider.tablespaces stay, but empty, or they could not be deleted. */
  @AfterAll
  void down() throws IOException {
    deployment.close();
    provider.down(plan);
    for (String folder : plan.provider().tablespaces().values()) {
      Files.delete(Path.of(folder));
    }
    Files.delete(root);
  }

  private Connection open(DatabaseServer server, String database) throws SQLException {
    return Connections.open(server, database, deployment.passwordFile());
  }

  private void execute(DatabaseServer server, String database, String sql) throws SQLException {
    try (Connection connection = open(server, database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> column(DatabaseServer server, String sql) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Connection connection = open(server, DatabaseServer.DATABASE);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  /** Rows of every table, the place of every relation and the state of the sequence. */
  private Map<String, String> content(DatabaseServer server) throws SQLException {
    Map<String, String> content = new TreeMap<>();
    for (String table :
        column(server, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
      content.put(
          table,
          column(
                  server,
                  "SELECT (count(*), sum(hashtextextended(t::text, 0)))::text FROM " + table + " t")
              .get(0));
    }
    content.put(
        "places",
        column(
                server,
                "SELECT string_agg(relname || ' ' || coalesce(spcname, '-'), ',' ORDER BY relname)"
                    + " FROM pg_class LEFT JOIN pg_tablespace s ON s.oid = reltablespace"
                    + " WHERE relnamespace = 'public'::regnamespace")
            .get(0));
    content.put(
        "ids", column(server, "SELECT (last_value, is_called)::text FROM trade_id_seq").get(0));
    return content;
  }

  private static void assertRefused(ThrowingCallable verb, String code, String... parts) {
    assertThatThrownBy(verb)
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e).hasMessageContainingAll(parts);
            });
  }

  private List<Deed> deeds(List<LoadResult> results) {
    assertThat(results)
        .map(LoadResult::vm)
        .isEqualTo(deployment.databases().stream().map(DatabaseServer::vm).toList());
    return results.stream().map(LoadResult::deed).distinct().toList();
  }

  @Test
  @Order(1)
  void nothingToCopyAndNothingToBringBackIsRefused() {
    assertRefused(() -> Snapshots.restore(plan, deployment), "NO_SNAPSHOT", "load --snapshot");
    assertRefused(() -> Snapshots.take(plan, deployment), "NOT_LOADED", "a1-vm2");
  }

  @Test
  @Order(2)
  void serverThatIsKilledDuringItsLoadComesBackAndGetsAllRows() throws Exception {
    Killer killer = new Killer();
    assertThat(deeds(Loading.load(plan, deployment, killer))).containsExactly(Deed.LOADED);
    assertThat(killer.hasKilled).isTrue();
    assertThat(killer.hasHeardOfIt).isTrue();
    Map<String, String> rows = content(oltp);
    Map<String, String> unharmed = content(dss);
    // Both databases of a Set are loaded alike; only their indexes differ, and what was done when.
    for (Map<String, String> content : List.of(rows, unharmed)) {
      content.keySet().removeAll(List.of("places", "quartet_load", "quartet_load_step"));
    }
    assertThat(rows).hasSizeGreaterThan(33).isEqualTo(unharmed);
  }

  /** Kills the server of VM3 of the first Set in the middle of its load, without a word. */
  private final class Killer implements LoadListener {

    private volatile boolean hasKilled;
    private volatile boolean hasHeardOfIt;

    @Override
    public void onLoadProgress(LoadProgress progress) {
      if (!progress.vm().equals(oltp.vm())) {
        return;
      }
      if (progress.stage().equals("wait")) {
        hasHeardOfIt = true;
      }
      if (progress.share() > 0.3 && !hasKilled) {
        hasKilled = true;
        ProcessHandle.of(deployment.processId(oltp).orElseThrow()).orElseThrow().destroyForcibly();
      }
    }
  }

  @Test
  @Order(3)
  void tablesAndIndexesLieWhereTheFileSays() throws Exception {
    for (DatabaseServer server : List.of(dss, oltp)) {
      assertThat(places(server, "r", "t")).containsExactly("quartet_data");
      assertThat(places(server, "i")).containsExactly("quartet_index");
      Path wal = root.resolve(plan.name()).resolve(server.vm()).resolve("data/pg_wal");
      assertThat(Files.readSymbolicLink(wal)).startsWith(root.resolve("wal"));
    }
  }

  /** Tablespaces of the 33 tables, of what is too long for their rows, or of their indexes. */
  private List<String> places(DatabaseServer server, String... kinds) throws SQLException {
    return column(
        server,
        "SELECT DISTINCT coalesce(spcname, '-') FROM pg_class\n"
            + "LEFT JOIN pg_tablespace ON pg_tablespace.oid = reltablespace\n"
            + "WHERE relkind IN ('"
            + String.join("', '", kinds)
            + "') AND relname NOT LIKE 'quartet_load%' AND relname NOT LIKE 'pg_toast%_index'\n"
            + "AND (relnamespace = 'public'::regnamespace OR pg_class.oid IN\n"
            + "(SELECT reltoastrelid FROM pg_class WHERE relnamespace = 'public'::regnamespace\n"
            + "AND relname NOT LIKE 'quartet_load%'))");
  }

  @Test
  @Order(4)
  void secondLoadOnlyLooks() throws Exception {
    long process = deployment.processId(oltp).orElseThrow();
    List<LoadProgress> heard = new CopyOnWriteArrayList<>();
    LoadListener listener =
        new LoadListener() {
          @Override
          public void onLoadProgress(LoadProgress progress) {
            heard.add(progress);
          }
        };
    assertThat(deeds(Loading.load(plan, deployment, listener))).containsExactly(Deed.WAS_LOADED);
    // No loader was started, and no server anew.
    assertThat(heard).hasSize(8).allMatch(LoadProgress::isDone);
    assertThat(deployment.processId(oltp)).hasValue(process);
    fresh = content(oltp);
    assertThat(fresh).hasSizeGreaterThan(33);
  }

  @Test
  @Order(5)
  void otherParametersAreRefusedBeforeAnythingIsDone() {
    long process = deployment.processId(oltp).orElseThrow();
    RunPlan other = TestPlans.withIndexes(plan, "plain");
    assertRefused(
        () -> Loading.load(other, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "indexes is covering, not plain",
        "--from-scratch");
    assertThat(deployment.processId(oltp)).hasValue(process);
  }

  @Test
  @Order(6)
  void databaseThatOthersUseIsNotCopied() throws Exception {
    try (Connection other = open(dss, DatabaseServer.DATABASE);
        Statement statement = other.createStatement()) {
      statement.execute("SET application_name = 'a curious person'");
      assertRefused(
          () -> Snapshots.take(plan, deployment),
          "DATABASE_BUSY",
          "a1-vm2",
          "a curious person (process ");
    }
    Snapshots.take(plan, deployment);
    try (Connection other = open(dss, DatabaseServer.DATABASE)) {
      assertThat(other.isValid(1)).isTrue();
      assertRefused(() -> Snapshots.take(plan, deployment), "DATABASE_BUSY", "quartet (process ");
    }
    // The older copy is still there.
    assertThat(new DatabaseCopies(deployment).state(dss, Snapshots.DATABASE)).isPresent();
  }

  @Test
  @Order(7)
  void restoreBringsBackTheFreshLoad() throws Exception {
    assertThat(deeds(Snapshots.take(plan, deployment))).containsExactly(Deed.COPIED);
    Map<String, String> freshDss = content(dss);
    // What a run does: trades with run-time ids, changed and deleted rows.
    execute(oltp, DatabaseServer.DATABASE, "SELECT nextval('trade_id_seq')");
    execute(oltp, DatabaseServer.DATABASE, "DELETE FROM watch_item");
    execute(
        oltp,
        DatabaseServer.DATABASE,
        "INSERT INTO trade SELECT (jsonb_populate_record(t, '{\"t_id\": 999000000000000}')).*"
            + " FROM trade t LIMIT 1");
    execute(dss, DatabaseServer.DATABASE, "UPDATE trade SET t_exec_name = 'somebody else'");
    assertThat(content(oltp)).isNotEqualTo(fresh);
    assertThat(deeds(Snapshots.restore(plan, deployment))).containsExactly(Deed.RESTORED);
    assertThat(content(oltp)).isEqualTo(fresh);
    assertThat(content(dss)).isEqualTo(freshDss);
    for (DatabaseServer server : deployment.databases()) {
      assertThat(LoadedState.read(server, deployment)).contains(LoadedState.expected(plan, server));
      assertThat(column(server, "SHOW wal_level")).containsExactly("replica");
    }
    assertThat(deeds(Loading.load(plan, deployment, LoadListener.NONE)))
        .containsExactly(Deed.WAS_LOADED);
  }

  @Test
  @Order(8)
  void snapshotIsClosedToOthersEvenAfterADriverThatWasKilled() throws Exception {
    execute(
        oltp,
        Connections.MAINTENANCE_DATABASE,
        "ALTER DATABASE quartet_snapshot ALLOW_CONNECTIONS true");
    new DatabaseCopies(deployment).replace(oltp, Snapshots.DATABASE, DatabaseServer.DATABASE);
    assertThatThrownBy(() -> open(oltp, Snapshots.DATABASE))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("not currently accepting connections");
  }

  @Test
  @Order(9)
  void databaseThatARunHasUsedIsNotCopied() throws Exception {
    execute(oltp, DatabaseServer.DATABASE, "SELECT nextval('trade_id_seq')");
    assertRefused(
        () -> Snapshots.take(plan, deployment), "DATABASE_USED", "Set a1", "load --restore");
    Snapshots.restore(plan, deployment);
    // Older copies are replaced.
    assertThat(deeds(Snapshots.take(plan, deployment))).containsExactly(Deed.COPIED);
  }

  @Test
  @Order(10)
  void snapshotOfOtherParametersIsNotBroughtBack() throws Exception {
    assertRefused(
        () -> Snapshots.restore(TestPlans.withIndexes(plan, "plain"), deployment),
        "SNAPSHOT_OTHERWISE",
        "a1-vm2",
        "indexes is covering, not plain");
    assertThat(content(oltp)).isEqualTo(fresh);
  }

  @Test
  @Order(10)
  void snapshotOfAnOlderGeneratorIsNotBroughtBack() throws Exception {
    execute(oltp, DatabaseServer.DATABASE, "ALTER TABLE quartet_load RENAME generator TO older");
    assertRefused(
        () -> Loading.load(plan, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "a1-vm3",
        "generator is 1, not " + QuartetHome.generatorVersion());
    DatabaseCopies copies = new DatabaseCopies(deployment);
    copies.replace(oltp, DatabaseServer.DATABASE, Snapshots.DATABASE);
    assertRefused(
        () -> Snapshots.restore(plan, deployment),
        "SNAPSHOT_OTHERWISE",
        "a1-vm3",
        "generator is 1, not ");
    execute(oltp, DatabaseServer.DATABASE, "ALTER TABLE quartet_load RENAME older TO generator");
    copies.replace(oltp, DatabaseServer.DATABASE, Snapshots.DATABASE);
    assertThat(content(oltp)).isEqualTo(fresh);
  }

  @Test
  @Order(11)
  void restoreThatWasCutShortIsSaidAndHealsWhenRepeated() throws Exception {
    execute(oltp, Connections.MAINTENANCE_DATABASE, "DROP DATABASE quartet");
    for (ThrowingCallable verb :
        List.<ThrowingCallable>of(
            () -> Loading.load(plan, deployment, LoadListener.NONE),
            () -> BenchmarkRun.run(plan, deployment, root, RunListener.NONE),
            () ->
                Checking.checkLoaded(plan, deployment, CheckSelection.all(), CheckListener.NONE))) {
      assertRefused(verb, "DATABASE_MISSING", "a1-vm3", "load --restore");
    }
    Snapshots.restore(plan, deployment);
    assertThat(content(oltp)).isEqualTo(fresh);
  }

  @Test
  @Order(12)
  void databaseThatOthersUseIsNotReplaced() throws Exception {
    try (Connection other = open(oltp, DatabaseServer.DATABASE);
        Statement statement = other.createStatement()) {
      statement.execute("SET application_name = 'psql'");
      assertRefused(
          () -> Snapshots.restore(plan, deployment), "DATABASE_BUSY", "a1-vm3", "psql (process ");
      statement.execute("SELECT 1");
    }
    assertThat(content(oltp)).isEqualTo(fresh);
  }

  @Test
  @Order(12)
  void copyThatAKilledDriverHasLeftIsWaitedFor() throws Exception {
    execute(oltp, Connections.MAINTENANCE_DATABASE, "DROP DATABASE quartet_snapshot");
    Connection orphan = open(oltp, Connections.MAINTENANCE_DATABASE);
    Thread killed =
        new Thread(
            () -> {
              try (Statement statement = orphan.createStatement()) {
                statement.execute("SET client_connection_check_interval = '1s'");
                statement.execute(
                    "CREATE DATABASE quartet_snapshot TEMPLATE quartet STRATEGY file_copy");
              } catch (SQLException e) {
                // The connection is gone, as it is to be.
                return;
              }
            });
    killed.start();
    awaitCreateDatabase(killed);
    orphan.abort(Runnable::run);
    DatabaseCopies copies = new DatabaseCopies(deployment);
    copies.replace(oltp, DatabaseServer.DATABASE, Snapshots.DATABASE);
    assertThat(copies.state(oltp, Snapshots.DATABASE)).contains(LoadedState.expected(plan, oltp));
    killed.join();
  }

  /** Asked in another database: nobody can connect to one that is being copied. */
  private void awaitCreateDatabase(Thread client) throws SQLException {
    try (Connection connection = open(oltp, Connections.MAINTENANCE_DATABASE);
        Statement statement = connection.createStatement()) {
      boolean isCopying = false;
      while (!isCopying && client.isAlive()) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT count(*) > 0 FROM pg_stat_activity"
                    + " WHERE state = 'active' AND query ~ '^CREATE DATABASE'")) {
          isCopying = row.next() && row.getBoolean(1);
        }
      }
    }
  }

  @Test
  @Order(12)
  void interruptEndsTheCopies() throws Exception {
    AtomicReference<QuartetException> error = new AtomicReference<>();
    Thread copier =
        new Thread(
            () -> {
              try {
                Snapshots.take(plan, deployment);
              } catch (QuartetException e) {
                error.set(e);
              }
            });
    copier.start();
    awaitCreateDatabase(copier);
    copier.interrupt();
    copier.join();
    assertThat(error.get().code()).isEqualTo("INTERRUPTED");
    assertThat(error.get().kind().exitCode()).isEqualTo(130);
    Snapshots.take(plan, deployment);
    assertThat(content(oltp)).isEqualTo(fresh);
  }

  @Test
  @Order(13)
  void tooLittleRoomIsRefused() {
    assertRefused(
        () -> deployment.requireRoom(Map.of(dss, Map.of("pg_default", Long.MAX_VALUE / 2))),
        "DISK_TOO_SMALL",
        "the copies of the databases");
  }

  @Test
  @Order(14)
  void serverThatWasKilledComesBack() throws Exception {
    assertThat(deployment.ensureRunning(oltp)).isFalse();
    ProcessHandle postmaster =
        ProcessHandle.of(deployment.processId(oltp).orElseThrow()).orElseThrow();
    postmaster.destroyForcibly();
    postmaster.onExit().get();
    assertThat(deployment.ensureRunning(oltp)).isTrue();
    assertThat(content(oltp)).isEqualTo(fresh);
  }
}
