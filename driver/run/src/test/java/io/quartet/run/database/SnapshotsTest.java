package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.os.QuartetHome;
import io.quartet.run.BenchmarkRun;
import io.quartet.run.LoadResults;
import io.quartet.run.Refusals;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.check.CheckSelection;
import io.quartet.run.check.Checking;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.internal.LastUse;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.progress.CheckListener;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Snapshot and restore on the two real databases of one Set, which every test finds freshly loaded,
 * with a snapshot beside them.
 */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SnapshotsTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  private TestDeployment servers;
  private RunPlan plan;
  private Deployment deployment;
  private DatabaseServer dss;
  private DatabaseServer oltp;
  private Map<String, String> fresh;
  private Map<String, String> freshDss;

  /**
   * True while the databases are known to be freshly loaded: restoring them is most of the time.
   */
  private boolean isFresh;

  @TempDir static Path storage;

  @BeforeAll
  void load() throws Exception {
    Files.setPosixFilePermissions(storage, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<Storage, String> folders =
        Map.of(
            Storage.DATA, folder("tables"),
            Storage.INDEX, folder("indexes"),
            Storage.WAL, folder("wal"));
    servers =
        TestDeployment.ofOneSet("snapshot-test", plan -> TestPlans.withTablespaces(plan, folders));
    plan = servers.plan();
    deployment = servers.deployment();
    dss = servers.database(SET, VmRole.DSS);
    oltp = servers.database(SET, VmRole.OLTP);
    Loading.load(plan, deployment, LoadListener.NONE);
    Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE);
    fresh = content(oltp);
    freshDss = content(dss);
    assertThat(fresh).hasSizeGreaterThan(33);
  }

  private String folder(String name) throws IOException {
    return Files.createDirectory(storage.resolve(name)).toString();
  }

  @BeforeEach
  void restore() {
    servers.startMissing();
    if (!isFresh) {
      Snapshots.restore(plan, deployment, LoadListener.NONE);
    }
    isFresh = false;
  }

  /** Both databases are as they were loaded; the next test need not restore them. */
  private void assertFresh() throws SQLException {
    assertThat(content(oltp)).isEqualTo(fresh);
    assertThat(content(dss)).isEqualTo(freshDss);
    isFresh = true;
  }

  /** The test has changed neither database; one that it should not have changed it compares. */
  private void leaveFresh() {
    isFresh = true;
  }

  @AfterAll
  void down() {
    servers.close();
    for (String folder : plan.provider().tablespaces().values()) {
      assertThat(Path.of(folder)).isEmptyDirectory();
    }
  }

  private Map<String, String> content(DatabaseServer server) throws SQLException {
    return DatabaseContent.of(servers, server);
  }

  private List<Action> actions(List<LoadResult> results) {
    return LoadResults.actions(deployment, results);
  }

  @Test
  void tablesAndIndexesLieWhereTheFileSays() throws Exception {
    for (DatabaseServer server : List.of(dss, oltp)) {
      assertThat(places(server, "r", "t")).containsExactly("quartet_data");
      assertThat(places(server, "i")).containsExactly("quartet_index");
      Path wal = servers.folderOf(server).resolve("data/pg_wal");
      assertThat(Files.readSymbolicLink(wal)).startsWith(storage.resolve("wal"));
    }
    leaveFresh();
  }

  /** Tablespaces of the 33 tables, of what is too long for their rows, or of their indexes. */
  private List<String> places(DatabaseServer server, String... kinds) throws SQLException {
    return servers.column(
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
    assertThat(actions(Loading.load(plan, deployment, listener)))
        .containsExactly(Action.WAS_LOADED);
    // No loader was started, and no server anew.
    assertThat(heard).hasSize(2).allMatch(LoadProgress::isDone);
    assertThat(deployment.processId(oltp)).hasValue(process);
    assertFresh();
  }

  @Test
  void otherParametersAreRefusedBeforeAnythingIsDone() {
    long process = deployment.processId(oltp).orElseThrow();
    RunPlan other = TestPlans.withIndexes(plan, "plain");
    Refusals.assertRefused(
        () -> Loading.load(other, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "indexes is covering, not plain",
        "Run quartet load --indexes plain");
    RunPlan ofOtherRows = plan.withDatabase(other.database().withNewsLength(2_000));
    Refusals.assertRefused(
        () -> Loading.load(ofOtherRows, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "news_length is 1000, not 2000",
        "--from-scratch");
    Refusals.assertRefused(
        () -> ProfileChange.run(ofOtherRows, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "news_length is 1000, not 2000");
    assertThat(deployment.processId(oltp)).hasValue(process);
    leaveFresh();
  }

  @Test
  void databaseThatOthersUseIsNotCopied() throws Exception {
    try (Connection other = servers.open(dss, DatabaseServer.DATABASE);
        Statement statement = other.createStatement()) {
      statement.execute("SET application_name = 'a curious person'");
      Refusals.assertRefused(
          () -> Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE),
          "DATABASE_BUSY",
          "a1-vm2",
          "a curious person (process ");
    }
    Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE);
    try (Connection other = servers.open(dss, DatabaseServer.DATABASE)) {
      assertThat(other.isValid(1)).isTrue();
      Refusals.assertRefused(
          () -> Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE),
          "DATABASE_BUSY",
          "quartet-driver (process ");
    }
    // The older copy is still there.
    assertThat(new DatabaseCopies(deployment).of(dss).states()).containsKey(ProfileCopies.FIRST);
    leaveFresh();
  }

  private static LoadListener hearing(List<CopyProgress> heard) {
    return new LoadListener() {
      @Override
      public void onCopy(CopyProgress progress) {
        heard.add(progress);
      }
    };
  }

  private static void assertRestored(List<CopyProgress> heard) {
    assertThat(heard)
        .allMatch(CopyProgress::isRestore)
        .isSortedAccordingTo(Comparator.comparingLong(CopyProgress::doneBytes));
    assertThat(heard).extracting(CopyProgress::done).containsOnly(0, 1, 2);
    CopyProgress first = heard.get(0);
    assertThat(first.done()).isZero();
    assertThat(first.doneBytes()).isZero();
    assertThat(first.totalBytes()).isGreaterThan(1_000_000);
    assertThat(heard.get(heard.size() - 1))
        .isEqualTo(new CopyProgress(true, 2, 2, first.totalBytes(), first.totalBytes()));
  }

  /** What a copy leaves behind while it grows: a folder that belongs to no database yet. */
  @Test
  void newFolderOfTheServerIsMeasured() throws Exception {
    BlockingQueue<Long> sizes = new LinkedBlockingQueue<>();
    Path folder = Path.of(servers.column(oltp, "SHOW data_directory").get(0), "base", "999999999");
    CopyWatch watch = CopyWatch.begin(oltp, deployment, Duration.ofMillis(10), sizes::add);
    try (watch) {
      Files.createDirectory(folder);
      Files.write(folder.resolve("1"), new byte[4_096]);
      assertThat(sizes.poll(60, TimeUnit.SECONDS)).isEqualTo(4_096);
    } finally {
      Files.deleteIfExists(folder.resolve("1"));
      Files.deleteIfExists(folder);
    }
  }

  @Test
  void restoreBringsBackTheFreshLoad() throws Exception {
    assertThat(actions(Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE)))
        .containsExactly(Action.COPIED);
    // The changes of a run: trades with run-time ids, changed and deleted rows.
    servers.execute(oltp, "SELECT nextval('trade_id_seq')");
    servers.execute(oltp, "DELETE FROM watch_item");
    servers.execute(
        oltp,
        "INSERT INTO trade SELECT (jsonb_populate_record(t, '{\"t_id\": 999000000000000}')).*"
            + " FROM trade t LIMIT 1");
    servers.execute(dss, "UPDATE trade SET t_exec_name = 'somebody else'");
    assertThat(content(oltp)).isNotEqualTo(fresh);
    leaveTo("a run");
    List<CopyProgress> heard = new CopyOnWriteArrayList<>();
    assertThat(actions(Snapshots.restore(plan, deployment, hearing(heard))))
        .containsExactly(Action.RESTORED);
    assertRestored(heard);
    assertFresh();
    Refusals.assertRefused(
        () -> LastUse.require("a run", deployment),
        "DATABASES_CHANGED",
        "a1-vm2",
        "was loaded or restored again after run a run");
    for (DatabaseServer server : deployment.databases()) {
      assertThat(LoadedState.read(server, deployment)).contains(LoadedState.expected(plan, server));
      assertThat(servers.column(server, "SHOW wal_level")).containsExactly("replica");
    }
    assertThat(actions(Loading.load(plan, deployment, LoadListener.NONE)))
        .containsExactly(Action.WAS_LOADED);
  }

  /** As a run does: its checks can be made until another one comes. */
  private void leaveTo(String run) {
    try (Databases databases = new Databases(deployment)) {
      for (String user : List.of(run, "another run", run)) {
        LastUse.write(dss, databases, run);
        LastUse.write(oltp, databases, user);
        if (user.equals(run)) {
          LastUse.require(run, deployment);
        } else {
          Refusals.assertRefused(
              () -> LastUse.require(run, deployment),
              "DATABASES_CHANGED",
              "a1-vm3",
              "was used by another run after run " + run);
        }
      }
    }
  }

  @Test
  void snapshotIsClosedToOthersEvenAfterADriverThatWasKilled() throws Exception {
    servers.executeIn(
        oltp,
        Connections.MAINTENANCE_DATABASE,
        "ALTER DATABASE quartet_snapshot ALLOW_CONNECTIONS true");
    new DatabaseCopies(deployment).replace(oltp, ProfileCopies.FIRST, DatabaseServer.DATABASE);
    assertThatThrownBy(() -> servers.open(oltp, ProfileCopies.FIRST))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("not currently accepting connections");
    leaveFresh();
  }

  @Test
  void databaseThatARunHasUsedIsNotCopied() throws Exception {
    servers.execute(oltp, "SELECT nextval('trade_id_seq')");
    Refusals.assertRefused(
        () -> Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE),
        "DATABASE_USED",
        "Set a1",
        "load --restore");
    Snapshots.restore(plan, deployment, LoadListener.NONE);
    // Older copies are replaced.
    assertThat(actions(Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE)))
        .containsExactly(Action.COPIED);
    leaveFresh();
  }

  @Test
  void snapshotOfOtherParametersIsNotBroughtBack() throws Exception {
    LoadListener listener =
        new LoadListener() {
          @Override
          public void onRestore() {
            throw new AssertionError("no restore begins");
          }
        };
    Refusals.assertRefused(
        () ->
            Snapshots.restore(
                plan.withDatabase(plan.database().withNewsLength(2_000)), deployment, listener),
        "SNAPSHOT_OTHERWISE",
        "a1-vm2",
        "news_length is 1000, not 2000");
    assertFresh();
  }

  @Test
  void snapshotOfAnOlderGeneratorIsNotBroughtBack() throws Exception {
    servers.execute(oltp, "ALTER TABLE quartet_load RENAME generator TO older");
    Refusals.assertRefused(
        () -> Loading.load(plan, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "a1-vm3",
        "generator is 1, not " + QuartetHome.generatorVersion());
    DatabaseCopies copies = new DatabaseCopies(deployment);
    copies.replace(oltp, DatabaseServer.DATABASE, ProfileCopies.FIRST);
    Refusals.assertRefused(
        () -> Snapshots.restore(plan, deployment, LoadListener.NONE),
        "SNAPSHOT_OTHERWISE",
        "a1-vm3",
        "generator is 1, not ");
    servers.execute(oltp, "ALTER TABLE quartet_load RENAME older TO generator");
    copies.replace(oltp, DatabaseServer.DATABASE, ProfileCopies.FIRST);
    assertFresh();
  }

  @Test
  void whatAnEditedProfileMadeIsNotKeptButCanBeChanged() throws Exception {
    DatabaseCopies copies = new DatabaseCopies(deployment);
    // As if the files were edited since.
    servers.execute(oltp, "UPDATE quartet_load SET schema_sha256 = 'of other files'");
    assertOfOtherFiles("of other files", "Run quartet load --indexes covering");
    copies.replace(oltp, DatabaseServer.DATABASE, ProfileCopies.FIRST);
    assertThat(actions(Snapshots.restore(plan, deployment, LoadListener.NONE)))
        .containsExactly(Action.RESTORED, Action.CHANGED);
    copies.replace(oltp, DatabaseServer.DATABASE, ProfileCopies.FIRST);
    assertFresh();
  }

  @Test
  void whatAnOlderLoaderMadeIsNeitherKeptNorBroughtBack() throws Exception {
    DatabaseCopies copies = new DatabaseCopies(deployment);
    List<String> columns = List.of("schema_sha256", "tables_sha256");
    for (String column : columns) {
      servers.execute(
          oltp, "ALTER TABLE quartet_load RENAME %s TO older_%s".formatted(column, column));
    }
    String difference = assertOfOtherFiles("unknown", "Run quartet load --from-scratch");
    copies.replace(oltp, DatabaseServer.DATABASE, ProfileCopies.FIRST);
    Refusals.assertRefused(
        () -> Snapshots.restore(plan, deployment, LoadListener.NONE),
        "SNAPSHOT_OTHERWISE",
        "a1-vm3",
        difference);
    for (String column : columns) {
      servers.execute(
          oltp, "ALTER TABLE quartet_load RENAME older_%s TO %s".formatted(column, column));
    }
    copies.replace(oltp, DatabaseServer.DATABASE, ProfileCopies.FIRST);
    assertFresh();
  }

  /** Returns how VM3 differs. */
  private String assertOfOtherFiles(String found, String wayOut) {
    String difference =
        "schema_sha256 (of the SQL statements of tables, indexes and constraints) is "
            + found
            + ", not "
            + QuartetHome.schemaSha256("covering", VmRole.OLTP);
    for (ThrowingCallable verb :
        List.<ThrowingCallable>of(
            () -> Loading.load(plan, deployment, LoadListener.NONE),
            () -> BenchmarkRun.run(plan, deployment, servers.results(), RunListener.NONE),
            () -> Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE))) {
      Refusals.assertRefused(verb, "LOADED_OTHERWISE", "a1-vm3", difference, wayOut);
    }
    return difference;
  }

  @Test
  void restoreThatWasCutShortIsSaidAndHealsWhenRepeated() throws Exception {
    servers.executeIn(oltp, Connections.MAINTENANCE_DATABASE, "DROP DATABASE quartet");
    for (ThrowingCallable verb :
        List.<ThrowingCallable>of(
            () -> Loading.load(plan, deployment, LoadListener.NONE),
            () -> BenchmarkRun.run(plan, deployment, servers.results(), RunListener.NONE),
            () ->
                Checking.checkLoaded(plan, deployment, CheckSelection.all(), CheckListener.NONE))) {
      Refusals.assertRefused(verb, "DATABASE_MISSING", "a1-vm3", "load --restore");
    }
    Snapshots.restore(plan, deployment, LoadListener.NONE);
    assertFresh();
  }

  @Test
  void databaseThatOthersUseIsNotReplaced() throws Exception {
    try (Connection other = servers.open(oltp, DatabaseServer.DATABASE);
        Statement statement = other.createStatement()) {
      statement.execute("SET application_name = 'psql'");
      Refusals.assertRefused(
          () -> Snapshots.restore(plan, deployment, LoadListener.NONE),
          "DATABASE_BUSY",
          "a1-vm3",
          "psql (process ");
      statement.execute("SELECT 1");
    }
    assertFresh();
  }

  @Test
  void copyThatAKilledDriverHasLeftIsWaitedFor() throws Exception {
    servers.executeIn(oltp, Connections.MAINTENANCE_DATABASE, "DROP DATABASE quartet_snapshot");
    Connection orphan = servers.open(oltp, Connections.MAINTENANCE_DATABASE);
    Thread killed =
        new Thread(
            () -> {
              try (Statement statement = orphan.createStatement()) {
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
    copies.replace(oltp, DatabaseServer.DATABASE, ProfileCopies.FIRST);
    assertThat(copies.of(oltp).states())
        .containsEntry(ProfileCopies.FIRST, LoadedState.expected(plan, oltp));
    killed.join();
    leaveFresh();
  }

  /** Asked in another database: nobody can connect to one that is being copied. */
  private void awaitCreateDatabase(Thread client) throws SQLException {
    try (Connection connection = servers.open(oltp, Connections.MAINTENANCE_DATABASE);
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
  void interruptEndsTheCopies() throws Exception {
    AtomicReference<QuartetException> error = new AtomicReference<>();
    Thread copier =
        new Thread(
            () -> {
              try {
                Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE);
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
    Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE);
    assertFresh();
  }

  @Test
  void tooLittleRoomIsRefused() {
    Refusals.assertRefused(
        () -> deployment.requireRoom(Map.of(dss, Map.of("pg_default", Long.MAX_VALUE / 2))),
        "DISK_TOO_SMALL",
        "the copies of the databases");
    leaveFresh();
  }

  @Test
  void serverThatWasKilledComesBack() throws Exception {
    assertThat(deployment.ensureRunning(oltp)).isFalse();
    servers.kill(oltp);
    assertThat(deployment.ensureRunning(oltp)).isTrue();
    assertFresh();
  }
}
