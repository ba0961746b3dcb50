package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import io.quartet.provision.internal.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** VM1 on one machine, VM2 and VM3 on another. */
@Tag("process")
class MachineFilesTest {

  private static final long GIB = 1L << 30;

  @TempDir private Path root;

  private Preparation preparation(Map<String, String> settings) {
    return new Preparation(
        new Preparation.Postgres(
            16, Optional.empty(), Optional.of(root.resolve("my {{ key }}.asc").toString()), true),
        "/srv/quartet/",
        Map.of(Storage.WAL, "/wal"),
        Sizes.ofRoles(
            Map.of(
                VmRole.OLTP, new VmSize(OptionalDouble.empty(), OptionalLong.empty(), settings))),
        Optional.of(true),
        Map.of("vm.swappiness", "1", "net.core.somaxconn", "8192", "vm.dirty_ratio", "20"),
        false);
  }

  @BeforeEach
  void writeKey() throws IOException {
    key("AAAA");
  }

  private void key(String text) throws IOException {
    Files.writeString(
        root.resolve("my {{ key }}.asc"), "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n" + text + "\n");
  }

  private RunPlan plan(Map<String, String> settings) {
    RunPlan embedded =
        TestPlans.withOneSet(
            TestPlans.small("machine-files", root, 15_432), 1, Duration.ofSeconds(1), 4);
    SetHosts hosts =
        new SetHosts(
            new Address("10.0.0.1", 7400),
            new Address("10.0.0.2", 5432),
            new Address("10.0.0.2", 5433));
    return embedded.withProvider(
        new Hosts(
            Map.of(new VmSet(VmGroup.A, 1), hosts),
            Optional.of(new Ssh(Optional.empty(), Optional.empty())),
            Optional.of(preparation(settings))));
  }

  private MachineFiles files(RunPlan plan) {
    return new MachineFiles(plan, new DataFolder(root, plan.name()), new MachineInventory(plan));
  }

  private Map<String, String> written(RunPlan plan) {
    return files(plan).write(states(plan));
  }

  private static Map<VmMachine, MachineState> states(RunPlan plan) {
    Map<VmMachine, MachineState> states = new LinkedHashMap<>();
    for (VmMachine machine : VmMachine.of(plan)) {
      states.put(
          machine,
          new MachineState(
              "debian 12", "x86_64", new Machine(4, 12 * GIB), "", List.of(), false, List.of()));
    }
    return states;
  }

  private Path file(String name) {
    return root.resolve("machine-files").resolve(name);
  }

  /** With texts in place of the objects around them. */
  private JsonNode group() throws IOException {
    String literal = "\\{\\s*\"__ansible_unsafe\" : (\"[^\"]*\")\\s*}";
    return new ObjectMapper()
        .readTree(Files.readString(file("machines/inventory.json")).replaceAll(literal, "$1"))
        .at("/all/children/quartet");
  }

  @Test
  void inventoryNamesMachinesFoldersAndFiles() throws IOException {
    written(plan(Map.of()));

    assertThat(group().at("/hosts").fieldNames()).toIterable().containsExactly("a1-vm1", "a1-vm2");
    assertThat(group().at("/vars/quartet_folder").asText()).isEqualTo("/srv/quartet/machine-files");
    assertThat(group().at("/vars/quartet_postgres_major").asInt()).isEqualTo(16);
    // In an order: the text of the inventory is part of a checksum.
    assertThat(group().at("/vars/quartet_kernel").findValuesAsText("key"))
        .containsExactly("net.core.somaxconn", "vm.dirty_ratio", "vm.swappiness");
    JsonNode tierA = group().at("/hosts/a1-vm1");
    assertThat(tierA.path("ansible_host").asText()).isEqualTo("10.0.0.1");
    assertThat(tierA.path("quartet_databases")).isEmpty();
    assertThat(tierA.at("/quartet_tier_as/0/port").asInt()).isEqualTo(7400);
    assertThat(tierA.at("/quartet_tier_as/0/files").findValuesAsText("to"))
        .containsExactly("a1.env", "pgpass", "authority.pem", "a1.pem", "a1.key");
    JsonNode databases = group().at("/hosts/a1-vm2");
    assertThat(databases.path("quartet_folders").toString())
        .isEqualTo("[\"/srv/quartet/machine-files\",\"/wal/machine-files\"]");
    assertThat(databases.path("quartet_databases").findValuesAsText("vm"))
        .containsExactly("a1-vm2", "a1-vm3");
    JsonNode oltp = databases.at("/quartet_databases/1");
    assertThat(oltp.path("home").asText()).isEqualTo("/srv/quartet/machine-files/a1-vm3");
    assertThat(oltp.at("/tablespaces/wal").asText()).isEqualTo("/wal/machine-files/a1-vm3/wal");
    assertThat(oltp.path("checksums").asText()).isEqualTo("true");
  }

  @Test
  void everyFileThatTheInventoryNamesIsThere() throws IOException {
    RunPlan plan = plan(Map.of());
    written(plan);
    files(plan).writeArchives();

    for (String from : group().findValuesAsText("from")) {
      assertThat(file("machines").resolve(from)).isNotEmptyFile();
    }
    for (String archive : List.of("quartet_tier_a_archive", "quartet_loader_archive")) {
      assertThat(file("machines").resolve(group().path("vars").path(archive).asText()))
          .isNotEmptyFile();
    }
  }

  @Test
  void keyOfTheRepositoryIsPartOfTheFiles() throws IOException {
    Map<String, String> first = written(plan(Map.of()));
    assertThat(group().at("/vars/quartet_postgres_key").asText()).isEqualTo("repository.asc");
    assertThat(file("machines/repository.asc")).content().contains("AAAA");

    key("BBBB");
    assertThat(written(plan(Map.of())).get("a1-vm2")).isNotEqualTo(first.get("a1-vm2"));
    assertThat(file("machines/repository.asc")).content().contains("BBBB");
  }

  @Test
  void settingsAreThoseForTheMemoryOfTheMachine() throws IOException {
    written(plan(Map.of("work_mem", "1%")));

    String running = Files.readString(file("machines/a1-vm3/running.conf"));
    // A quarter of 12 GiB, of which VM3 gets one part and VM2 two.
    assertThat(running)
        .contains("shared_buffers = '1024MB'")
        .contains("listen_addresses = '10.0.0.2'")
        .contains("port = '5433'")
        .contains("ssl = 'on'")
        .contains("fsync = 'on'");
    assertThat(Files.readString(file("machines/a1-vm2/running.conf")))
        .contains("shared_buffers = '2048MB'");
    assertThat(Files.readString(file("machines/a1-vm3/loading.conf")))
        .contains("autovacuum = 'off'")
        .contains("fsync = 'on'");
    assertThat(Files.readString(file("machines/a1-vm3/pg_hba.conf")))
        .contains("hostssl all quartet all scram-sha-256")
        .doesNotContain("trust");
    assertThat(Files.readString(file("machines/a1.env")))
        .contains("PGSSLMODE=verify-full\nPGSSLROOTCERT=authority.pem\n");
  }

  @Test
  void samePlanGivesTheSameChecksumsAndKeepsThePassword() throws IOException {
    Map<String, String> first = written(plan(Map.of()));
    String password = Files.readString(file("machines/password"));

    assertThat(written(plan(Map.of()))).isEqualTo(first);
    assertThat(file("machines/password")).hasContent(password);
    assertThat(first.get("a1-vm1")).isNotEqualTo(first.get("a1-vm2"));
  }

  /** Every file and folder that exists, with the time of its last change. */
  private Map<Path, FileTime> changes() throws IOException {
    Map<Path, FileTime> changes = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        changes.put(path, (FileTime) Files.getAttribute(path, "unix:ctime"));
      }
    }
    return changes;
  }

  @Test
  void lookWritesNothing() throws IOException {
    RunPlan plan = plan(Map.of());
    Map<String, String> first = written(plan);
    // As another driver may be writing it at this moment.
    Files.writeString(file("machines/a1-vm3/running.conf"), "");
    Map<Path, FileTime> before = changes();

    assertThat(files(plan).wanted(states(plan))).isEqualTo(first);
    assertThat(files(plan).areCurrent()).isTrue();
    assertThat(changes()).isEqualTo(before);
  }

  @Test
  void lookKnowsThatAnUpWasInterruptedBeforeItHadAllFiles() throws IOException {
    RunPlan plan = plan(Map.of());
    written(plan);
    Files.delete(file("machines/owner"));

    assertThat(files(plan).areCurrent()).isFalse();
  }

  @Test
  void settingChangesOnlyWhatItsMachineNeeds() {
    Map<String, String> first = written(plan(Map.of()));
    Map<String, String> second = written(plan(Map.of("work_mem", "8MB")));

    assertThat(second.get("a1-vm1")).isEqualTo(first.get("a1-vm1"));
    assertThat(second.get("a1-vm2")).isNotEqualTo(first.get("a1-vm2"));
  }

  @Test
  void certificatesAreThoseOfTheMembersOfThePlan() {
    RunPlan plan = plan(Map.of());
    assertThat(files(plan).areCurrent()).isFalse();

    written(plan);

    assertThat(files(plan).areCurrent()).isTrue();
    RunPlan withWorker =
        plan.withDriver(new Driver(0, List.of(new Address("10.0.0.9", 7500)), Optional.empty()));
    assertThat(files(withWorker).areMade()).isTrue();
    assertThat(files(withWorker).areCurrent()).isFalse();
  }

  @Test
  void secretsAreForThisAccountOnlyAndNotInTheInventory() throws IOException {
    written(plan(Map.of()));

    String password = Files.readString(file("machines/password")).strip();
    assertThat(password).hasSize(48);
    assertThat(Files.readString(file("machines/inventory.json"))).doesNotContain(password);
    assertThat(Files.readString(file("machines/a1.env"))).doesNotContain(password);
    for (String name : List.of("pgpass", "machines/password", "tls/a1-vm2.key")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void folderOfOthersIsLeftAlone() throws IOException {
    Files.createDirectories(file("precious"));

    assertThatThrownBy(() -> written(plan(Map.of())))
        .isInstanceOfSatisfying(
            QuartetException.class,
            error -> assertThat(error.code()).isEqualTo("DATA_FOLDER_FOREIGN"));
    assertThat(file("machines")).doesNotExist();
  }
}
