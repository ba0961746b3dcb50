package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.QuartetHome;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tablespaces and WAL in other folders, on real PostgreSQL. */
@Tag("pg")
class StorageFoldersTest {

  private final EmbeddedProvider provider = new EmbeddedProvider();
  private Path root;
  private Path tables;
  private Path others;
  private RunPlan plan;

  @BeforeEach
  void makePlan() throws IOException {
    root = TestDeployment.openFolder("storage");
    tables = Files.createDirectory(root.resolve("for tables"));
    others = Files.createDirectory(root.resolve("others"));
    plan =
        TestPlans.withTablespaces(
            TestPlans.ofOneSet("storage-test", root.resolve("data"), FreePorts.next()),
            Map.of(
                Storage.DATA, tables.toString(),
                Storage.INDEX, others.toString(),
                Storage.WAL, others.toString()));
  }

  @AfterEach
  void removeAll() {
    provider.down(plan);
    FileTrees.delete(root);
  }

  private void assertRefused(String code, String part) {
    assertThatThrownBy(() -> provider.up(plan, Ownership.SURVIVING))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.kind()).isEqualTo(QuartetException.Kind.ENVIRONMENT);
              assertThat(e).hasMessageContaining(part);
            });
    assertThat(root.resolve("data")).isEmptyDirectory();
  }

  private static Map<String, String> tablespaces(Deployment deployment, DatabaseServer server)
      throws Exception {
    Map<String, String> locations = new TreeMap<>();
    try (Connection connection =
            Connections.open(server, DatabaseServer.DATABASE, deployment.passwordFile());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT spcname, pg_tablespace_location(oid) FROM pg_tablespace"
                    + " WHERE spcname LIKE 'quartet%'")) {
      while (rows.next()) {
        locations.put(rows.getString(1), rows.getString(2));
      }
    }
    return locations;
  }

  @Test
  void everyServerGetsFoldersOfItsOwnAndDownRemovesThem() throws Exception {
    for (int time = 1; time <= 2; time++) {
      try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
        assertThat(deployment.tablespace(Storage.DATA)).contains("quartet_data");
        assertThat(deployment.tablespace(Storage.INDEX)).contains("quartet_index");
        assertThat(deployment.tablespace(Storage.WAL)).isEmpty();
        for (DatabaseServer server : deployment.databases()) {
          Path mine = others.resolve(plan.name()).resolve(server.vm());
          assertThat(tablespaces(deployment, server))
              .isEqualTo(
                  Map.of(
                      "quartet_data",
                      tables
                          .resolve(plan.name() + "/" + server.vm() + "/tablespace-data")
                          .toString(),
                      "quartet_index",
                      mine.resolve("tablespace-index").toString()));
          Path wal = root.resolve("data/storage-test/" + server.vm() + "/data/pg_wal");
          assertThat(Files.readSymbolicLink(wal)).isEqualTo(mine.resolve("wal"));
          assertThat(mine.resolve("wal/archive_status")).isDirectory();
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mine)))
              .isEqualTo("rwx------");
        }
        deployment.prepare(deployment.databases().get(0), Purpose.RUNNING);
      }
    }
    assertThat(provider.down(plan)).isTrue();
    assertThat(tables).isEmptyDirectory();
    assertThat(others).isEmptyDirectory();
    assertThat(root.resolve("data")).isEmptyDirectory();
  }

  @Test
  void downRemovesWhatTheFileNoLongerNames() throws Exception {
    provider.up(plan, Ownership.SURVIVING).close();
    RunPlan changed = TestPlans.withTablespaces(plan, Map.of());
    assertThatThrownBy(() -> provider.attach(changed))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("UP_WITH_OTHER_PLAN");
              assertThat(e).hasMessageContaining("wal in " + others);
            });
    assertThat(provider.down(changed)).isTrue();
    assertThat(tables).isEmptyDirectory();
    assertThat(others).isEmptyDirectory();
  }

  @Test
  void ownedServersTakeTheirFoldersWithThem() {
    provider.up(plan, Ownership.OWNED).close();
    assertThat(tables).isEmptyDirectory();
    assertThat(others).isEmptyDirectory();
  }

  @Test
  void folderOfSomebodyElseIsLeftAlone() throws Exception {
    Path theirs = Files.createDirectories(others.resolve(plan.name())).resolve("letter.txt");
    Files.writeString(theirs, "mine");
    assertRefused("DATA_FOLDER_FOREIGN", others.resolve(plan.name()).toString());
    assertThat(provider.down(plan)).isFalse();
    // Made by Quartet, but for a benchmark of the same name with another data folder.
    Files.writeString(theirs.resolveSibling(DataFolder.MARK), "Made by Quartet for /elsewhere.\n");
    assertRefused("DATA_FOLDER_FOREIGN", "provider.tablespaces");
    assertThat(theirs).hasContent("mine");
    assertThat(tables).isEmptyDirectory();
  }

  @Test
  void emptyFolderOfADriverThatWasKilledIsTakenOver() throws Exception {
    Path folder = Files.createDirectory(others.resolve(plan.name()));
    provider.up(plan, Ownership.SURVIVING).close();
    assertThat(folder.resolve(DataFolder.MARK)).isRegularFile();
    assertThat(provider.down(plan)).isTrue();
    assertThat(others).isEmptyDirectory();
  }

  @Test
  void folderThatIsMissingOrClosedIsRefused() throws Exception {
    FileTrees.delete(others);
    assertRefused("STORAGE_FOLDER", others + ", which does not exist");
    Files.createDirectory(
        others, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r--r--r--")));
    assertRefused("STORAGE_FOLDER", "which");
    assertThat(tables).isEmptyDirectory();
  }

  @Test
  void nameThatPostgresRefusesLeavesNothingBehind() throws Exception {
    Path quoted = Files.createDirectory(root.resolve("it's"));
    plan = TestPlans.withTablespaces(plan, Map.of(Storage.DATA, quoted.toString()));
    assertRefused("TABLESPACE_NOT_CREATED", "single quotes");
    assertThat(quoted).isEmptyDirectory();
  }

  @Test
  void folderInsideTheCloneIsRefused() {
    RunPlan inside =
        TestPlans.withTablespaces(
            plan, Map.of(Storage.WAL, QuartetHome.folder().resolve("wal").toString()));
    assertThatThrownBy(() -> provider.up(inside, Ownership.SURVIVING))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("DATA_INSIDE_CLONE");
              assertThat(e).hasMessageContaining("provider.tablespaces.wal");
            });
  }

  @Test
  void dataFolderMayBeOneOfThem() {
    RunPlan same =
        TestPlans.withTablespaces(plan, Map.of(Storage.INDEX, root.resolve("data").toString()));
    provider.up(same, Ownership.SURVIVING).close();
    assertThat(root.resolve("data/storage-test/a1-vm2/tablespace-index")).isNotEmptyDirectory();
    assertThat(provider.down(same)).isTrue();
    assertThat(root.resolve("data")).isEmptyDirectory();
  }
}
