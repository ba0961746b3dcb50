package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.Copy.Method;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseCopy;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Copies of a server that works, on two real servers with tablespaces and log elsewhere. */
@Tag("pg")
class ClusterCopyTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final VmSet B1 = new VmSet(VmGroup.B, 1);

  /** As on a file system that clones, so that the test runs on all. */
  private static final List<String> COPY_FILES = List.of("cp", "-a", "--reflink=auto");

  private final EmbeddedProvider provider = new EmbeddedProvider();
  private Path root;
  private RunPlan plan;
  private Deployment deployment;

  @BeforeEach
  void up() throws IOException, SQLException {
    // Short: pg_basebackup takes tablespaces whose names have at most 99 characters.
    root = TestDeployment.openFolder("c");
    for (Storage storage : Storage.values()) {
      Files.createDirectory(root.resolve(storage.label()));
    }
    SortedMap<VmSet, List<Integer>> clients = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    clients.put(A1, List.of(1));
    clients.put(B1, List.of(1));
    plan =
        TestPlans.withPgbench(
            TestPlans.withTablespaces(
                TestPlans.small("ct", root.resolve("sets"), FreePorts.next()),
                Map.of(
                    Storage.DATA, root.resolve("data").toString(),
                    Storage.INDEX, root.resolve("index").toString(),
                    Storage.WAL, root.resolve("wal").toString())),
            new ClientLoad(clients, OptionalDouble.empty(), 1),
            TestPlans.timing(1, 0, 1, 1),
            "tpcb-like");
    PlannedEvent event =
        new PlannedEvent(
            "copies",
            new Moment("1", Duration.ZERO),
            Optional.of(new Moment("rampDown", Duration.ZERO)),
            "a1-vm3",
            new Copy(List.of("b1-vm3"), Method.BASE_BACKUP));
    plan = plan.withSchedule(plan.schedule().withEvents(List.of(event)));
    deployment = provider.up(plan, Ownership.SURVIVING);
    deployment.databases().forEach(server -> deployment.prepare(server, Purpose.RUNNING));
    execute(source(), "CREATE TABLE t TABLESPACE quartet_data AS SELECT 7 AS x");
    execute(target(), "CREATE TABLE own AS SELECT 1 AS x");
  }

  @AfterEach
  void down() {
    deployment.close();
    provider.down(plan);
    FileTrees.delete(root);
  }

  private DatabaseServer source() {
    return deployment.database(A1, VmRole.OLTP);
  }

  private DatabaseServer target() {
    return deployment.database(B1, VmRole.OLTP);
  }

  private void execute(DatabaseServer server, String sql) throws SQLException {
    try (Connection connection = Connections.open(server, deployment);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String value(DatabaseServer server, String query) throws SQLException {
    try (Connection connection = Connections.open(server, deployment);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Commands.Result run(OwnedProcess.Spec program) {
    try (OwnedProcess process = OwnedProcess.startPiped(program)) {
      String output = new String(process.output().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor(Duration.ofMinutes(1));
      return new Commands.Result(process.exitCode(), output.strip(), false);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The table of the source is there, in the tablespace of the target, which works by itself. */
  private void assertIsCopy() throws SQLException, IOException {
    assertThat(value(target(), "SELECT x FROM t")).isEqualTo("7");
    assertThat(value(target(), "SELECT to_regclass('own') IS NULL")).isEqualTo("t");
    execute(target(), "INSERT INTO t VALUES (8)");
    assertThat(value(source(), "SELECT count(*) FROM t")).isEqualTo("1");
    assertThat(
            value(
                target(),
                "SELECT pg_tablespace_location(oid) FROM pg_tablespace WHERE spcname ="
                    + " 'quartet_data'"))
        .isEqualTo(root.resolve("data/ct/b1-vm3/tablespace-data").toString());
    Path folder = root.resolve("sets/ct/b1-vm3");
    assertThat(Files.readSymbolicLink(folder.resolve("data/pg_wal")))
        .isEqualTo(root.resolve("wal/ct/b1-vm3/wal"));
    assertThat(remains()).isEmpty();
    assertThat(folder.resolve("data/pg_hba.conf")).content().doesNotContain("replication");
    assertThat(root.resolve("sets/ct/a1-vm3/data/pg_hba.conf"))
        .content()
        .endsWith("local replication quartet scram-sha-256\n");
  }

  private List<Path> remains() throws IOException {
    try (Stream<Path> files = Files.walk(root, 4)) {
      return files
          .filter(file -> file.getFileName().toString().matches(".*\\.copy|copied|copy-password"))
          .toList();
    }
  }

  @Test
  void baseBackupReplacesWhatTheTargetHolds() throws SQLException, IOException {
    deployment.requireRoomForCopies(source(), List.of(target()));
    try (DatabaseCopy copy = deployment.copy(source(), target(), Method.BASE_BACKUP)) {
      Commands.Result made = copy.make(ClusterCopyTest::run);
      assertThat(made.isSuccess()).as(made.output()).isTrue();
      assertThat(value(target(), "SELECT x FROM own")).isEqualTo("1");
      assertThat(copy.adopt()).isGreaterThan(10_000_000L);
    }
    assertIsCopy();
  }

  @Test
  void cloneReplacesWhatTheTargetHolds() throws SQLException, IOException {
    try (DatabaseCopy copy =
        ((EmbeddedDeployment) deployment).clone(source(), target(), COPY_FILES)) {
      Commands.Result made = copy.make(ClusterCopyTest::run);
      assertThat(made.isSuccess()).as(made.output()).isTrue();
      execute(source(), "CREATE TABLE later AS SELECT 1 AS x");
      copy.adopt();
    }
    assertThat(value(target(), "SELECT to_regclass('later') IS NULL")).isEqualTo("t");
    assertIsCopy();
    assertThat(value(source(), "SELECT count(*) FROM pg_replication_slots")).isEqualTo("0");
  }

  @Test
  void targetKeepsItsDatabasesIfTheSourceDies() throws SQLException, IOException {
    deployment.kill(source());
    try (DatabaseCopy copy = deployment.copy(source(), target(), Method.BASE_BACKUP)) {
      assertThat(copy.make(ClusterCopyTest::run).isSuccess()).isFalse();
    }
    assertThat(value(target(), "SELECT x FROM own")).isEqualTo("1");
    assertThat(remains()).isEmpty();
    assertThat(deployment.ensureRunning(source())).isTrue();
  }

  @Test
  void nextDriverRemovesACopyThatWasNotComplete() throws SQLException, IOException {
    leaveCopy();
    deployment = provider.attach(plan);
    assertThat(value(target(), "SELECT x FROM own")).isEqualTo("1");
    assertThat(remains()).isEmpty();
  }

  @Test
  void nextDriverPutsACompleteCopyInPlace() throws SQLException, IOException {
    leaveCopy();
    Path folder = root.resolve("sets/ct/b1-vm3");
    Files.createFile(folder.resolve("copied"));
    // It had put a part of it in place.
    FileTrees.delete(root.resolve("wal/ct/b1-vm3/wal"));
    Files.move(root.resolve("wal/ct/b1-vm3/wal.copy"), root.resolve("wal/ct/b1-vm3/wal"));
    deployment = provider.attach(plan);
    assertIsCopy();
  }

  /** As a driver that is killed between the copy and its adoption, when the target is stopped. */
  private void leaveCopy() {
    DatabaseCopy copy = deployment.copy(source(), target(), Method.BASE_BACKUP);
    assertThat(copy.make(ClusterCopyTest::run).isSuccess()).isTrue();
    ((ClusterCopy) copy).finish();
    deployment.close();
    provider.stop(plan);
  }
}
