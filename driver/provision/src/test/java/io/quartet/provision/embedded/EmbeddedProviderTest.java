package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.Topology;
import io.quartet.model.size.VmSize;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.internal.ControlGroups;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.DeploymentState;
import io.quartet.provision.internal.DiskNeeds;
import io.quartet.provision.internal.HugePageLimit;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.QuartetHome;
import io.quartet.provision.os.Waiting;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The embedded provider on real PostgreSQL. */
@Tag("pg")
class EmbeddedProviderTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  /** Listens on the address it is given. */
  private static final String LISTENER =
      "my $socket = IO::Socket::INET->new(LocalAddr => shift, Listen => 1) or die $!;"
          + " $| = 1; print \"listens\\n\"; sleep 600";

  private final EmbeddedProvider provider = new EmbeddedProvider();
  private Path root;
  private RunPlan plan;

  @BeforeEach
  void makePlan() throws IOException {
    root = TestDeployment.openFolder("provider");
    plan = TestPlans.ofOneSet("provider-test", root, FreePorts.next());
  }

  @AfterEach
  void removeAll() {
    provider.down(plan);
    FileTrees.delete(root);
  }

  private static String password(Deployment deployment) throws IOException {
    String line = Files.readString(deployment.passwordFile()).strip();
    return line.substring(line.lastIndexOf(':') + 1);
  }

  private static String show(Deployment deployment, DatabaseServer server, String setting)
      throws IOException, SQLException {
    try (Connection connection =
            DriverManager.getConnection(server.jdbcUrl(), "quartet", password(deployment));
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SHOW " + setting)) {
      result.next();
      return result.getString(1);
    }
  }

  private void assertNothingIsLeft() throws IOException {
    assertThat(OrphanProcesses.in(root)).isEmpty();
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).isEmpty();
    }
    for (String controller : List.of("", "cpu", "cpuacct", "memory", "blkio", "cpuset")) {
      assertThat(Path.of("/sys/fs/cgroup", controller, "quartet", plan.name())).doesNotExist();
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(
          new InetSocketAddress(
              InetAddress.getByName(SET.loopbackAddress(VmRole.DSS)), Embedded.of(plan).port()));
    }
  }

  @Test
  void ownedServersAnswerAndLeaveNothingBehind() throws Exception {
    plan = TestPlans.small("provider-test", root, Embedded.of(plan).port());
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      assertThat(deployment.databases()).hasSize(8);
      for (DatabaseServer server : deployment.databases()) {
        assertThat(show(deployment, server, "fsync")).isEqualTo("on");
        assertThat(show(deployment, server, "synchronous_commit")).isEqualTo("on");
        assertThat(show(deployment, server, "full_page_writes")).isEqualTo("on");
        assertThat(show(deployment, server, "wal_level")).isEqualTo("minimal");
        assertThat(show(deployment, server, "listen_addresses")).isEqualTo(server.host());
        assertThat(deployment.isAlive(server)).isTrue();
      }
      assertThat(deployment.facts()).containsKeys("postgres", "isolation", "account");
    }
    assertNothingIsLeft();
  }

  @ParameterizedTest
  @CsvSource({"true, on", "false, off"})
  void pagesHaveChecksumsAsTheFileSays(boolean isWanted, String shown) throws Exception {
    ObjectNode file = PlanDocument.toJson(plan);
    assertThat(file.get("provider").has("dataChecksums")).isFalse();
    file.withObject("/provider").put("dataChecksums", isWanted);
    plan = PlanDocument.fromJson(file);
    assertThat(PlanDocument.toJson(plan)).isEqualTo(file);
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      for (DatabaseServer server : deployment.databases()) {
        assertThat(show(deployment, server, "data_checksums")).isEqualTo(shown);
      }
    }
    assertNothingIsLeft();
  }

  @Test
  void folderOfSomebodyElseIsLeftAlone() throws Exception {
    Path theirs = Files.createDirectories(root.resolve(plan.name())).resolve("letter.txt");
    Files.writeString(theirs, "mine");
    for (ThrowingCallable verb :
        List.<ThrowingCallable>of(
            () -> provider.up(plan, Ownership.OWNED), () -> provider.down(plan))) {
      assertThatThrownBy(verb)
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("DATA_FOLDER_FOREIGN"));
    }
    assertThat(theirs).hasContent("mine");
    Files.delete(theirs);
  }

  @Test
  void preparingForTheRunRestartsWithItsSettings() throws Exception {
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      DatabaseServer server = deployment.database(SET, VmRole.OLTP);
      long before = deployment.processId(server).orElseThrow();
      deployment.prepare(server, Purpose.LOADING);
      assertThat(deployment.processId(server)).hasValue(before);
      deployment.prepare(server, Purpose.RUNNING);
      assertThat(deployment.processId(server).orElseThrow()).isNotEqualTo(before);
      assertThat(show(deployment, server, "wal_level")).isEqualTo("replica");
      assertThat(show(deployment, server, "autovacuum")).isEqualTo("on");
    }
  }

  /** Expects huge pages only where this account may raise the kernel's limit. */
  @Test
  void serversOfARunHaveTheirBuffersInHugePages() throws Exception {
    Map<String, String> small = Map.of("shared_buffers", "48MB");
    RunPlan planned = TestPlans.withSettings(plan, Map.of(VmRole.DSS, small, VmRole.OLTP, small));
    boolean mayRaise = Files.isWritable(HugePageLimit.ofMachine().limit());
    try (Deployment deployment = provider.up(planned, Ownership.OWNED)) {
      for (DatabaseServer server : deployment.databases()) {
        deployment.prepare(server, Purpose.LOADING);
        assertThat(hasHugePages(deployment, server)).isFalse();
        deployment.prepare(server, Purpose.RUNNING);
        assertThat(hasHugePages(deployment, server)).as(hugePagesOfMachine()).isEqualTo(mayRaise);
      }
    }
  }

  private static String hugePagesOfMachine() throws IOException {
    HugePageLimit machine = HugePageLimit.ofMachine();
    String claims =
        Files.exists(machine.claims()) ? Files.readString(machine.claims()) : "no claim";
    return "limit %s, %s, %s"
        .formatted(
            Files.readString(machine.limit()).strip(),
            claims,
            Files.readAllLines(machine.memory()).stream()
                .filter(line -> line.startsWith("Huge") || line.startsWith("MemAvailable"))
                .toList());
  }

  private static boolean hasHugePages(Deployment deployment, DatabaseServer server)
      throws IOException {
    Path maps = Path.of("/proc/" + deployment.processId(server).orElseThrow() + "/smaps");
    return Files.readString(maps).contains("KernelPageSize:     2048 kB");
  }

  @Test
  void settingsOfTheFileHoldFromTheNextRunOn() throws Exception {
    RunPlan other =
        TestPlans.withSettings(
            plan, Map.of(VmRole.OLTP, Map.of("shared_buffers", "48MB", "work_mem", "7MB")));
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      deployment.prepare(deployment.database(SET, VmRole.OLTP), Purpose.RUNNING);
    }
    try (Deployment deployment = provider.attach(other)) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(show(deployment, oltp, "shared_buffers")).isEqualTo("48MB");
      assertThat(show(deployment, oltp, "work_mem")).isEqualTo("7MB");
      assertThat(show(deployment, deployment.database(SET, VmRole.DSS), "work_mem"))
          .isNotEqualTo("7MB");
      long server = deployment.processId(oltp).orElseThrow();
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(deployment.processId(oltp)).hasValue(server);
    }
    assertThat(provider.down(plan)).isTrue();
  }

  @Test
  void settingsWithWhichNoServerStartsAreRefusedBeforeALoad() {
    RunPlan hopeless =
        TestPlans.withSettings(
            plan, Map.of(VmRole.OLTP, Map.of("shared_preload_libraries", "no_such_library")));
    assertThatThrownBy(() -> provider.up(hopeless, Ownership.SURVIVING))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("SERVER_DID_NOT_START");
              assertThat(e)
                  .hasMessageStartingWith(
                      "with the settings of the benchmark file: a1-vm3: PostgreSQL")
                  .hasMessageContaining("no_such_library");
            });
  }

  @Test
  void settingsThatExcludeEachOtherAreToldWithoutTheRestOfTheLog() {
    RunPlan hopeless =
        TestPlans.withSettings(
            plan, Map.of(VmRole.OLTP, Map.of("wal_level", "minimal", "max_wal_senders", "10")));
    assertThatThrownBy(() -> provider.up(hopeless, Ownership.SURVIVING))
        .hasMessageContaining("requires wal_level")
        .hasMessageContaining("change provider.settings")
        .hasMessageNotContaining("LOG: ");
    Path log = DataFolder.of(plan).failedLog("a1-vm3");
    assertThat(log).content().contains("requires wal_level");
    provider.down(plan);
    assertThat(log).doesNotExist();
  }

  @Test
  void passwordStaysOutOfArgumentsAndLogs() throws Exception {
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      String password = password(deployment);
      assertThat(password).hasSizeGreaterThan(40);
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(deployment.passwordFile())))
          .isEqualTo("rw-------");
      assertThat(deployment.facts().toString()).doesNotContain(password);
      try (Stream<Path> files = Files.walk(root)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          if (!file.equals(deployment.passwordFile())) {
            assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
                .as(file.toString())
                .doesNotContain(password);
          }
        }
      }
      for (long pid : OrphanProcesses.in(root)) {
        assertThat(
                new String(
                    Files.readAllBytes(Path.of("/proc/" + pid + "/cmdline")),
                    StandardCharsets.UTF_8))
            .doesNotContain(password);
      }
    }
  }

  @Test
  void upThatWasKilledIsMadeAnew() throws Exception {
    provider.up(plan, Ownership.SURVIVING).close();
    DataFolder data = DataFolder.of(plan);
    DeploymentState state = DeploymentState.read(data.stateFile()).orElseThrow();
    // As a driver leaves it that is killed while it makes the clusters.
    state.as(Ownership.OWNED).write(data.stateFile());
    FileTrees.delete(data.vm(SET.vmName(VmRole.OLTP)));

    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      assertThat(show(deployment, deployment.database(SET, VmRole.OLTP), "fsync")).isEqualTo("on");
    }
  }

  @Test
  void stoppedServersKeepTheirDataAndStartWithTodaysSettings() throws Exception {
    provider.stop(plan);
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      for (DatabaseServer server : deployment.databases()) {
        deployment.prepare(server, Purpose.RUNNING);
      }
    }
    RunPlan broken =
        TestPlans.withSettings(
            plan, Map.of(VmRole.OLTP, Map.of("shared_preload_libraries", "no_such_library")));
    try (Deployment deployment = provider.attach(broken)) {
      assertThatThrownBy(
              () -> deployment.prepare(deployment.database(SET, VmRole.OLTP), Purpose.RUNNING))
          .hasMessageContaining("no_such_library");
    }
    provider.stop(plan);
    assertThat(OrphanProcesses.in(root)).isEmpty();

    // The settings that kept it from starting are gone with the plan that had them.
    try (Deployment deployment = provider.attach(plan)) {
      assertThat(show(deployment, deployment.database(SET, VmRole.OLTP), "fsync")).isEqualTo("on");
    }
  }

  @Test
  void survivingServersAreFoundAgainAndTakenDown() throws Exception {
    long process;
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      process = deployment.processId(deployment.databases().get(0)).orElseThrow();
    }
    try (Deployment deployment = provider.attach(plan)) {
      DatabaseServer first = deployment.databases().get(0);
      assertThat(deployment.processId(first)).hasValue(process);
      assertThat(show(deployment, first, "fsync")).isEqualTo("on");
    }
    assertThatThrownBy(() -> provider.up(plan, Ownership.OWNED))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("ALREADY_UP"));
    assertThat(provider.down(plan)).isTrue();
    assertNothingIsLeft();
    assertThat(provider.down(plan)).isFalse();
    assertThatThrownBy(() -> provider.attach(plan))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NOT_UP"));
  }

  @Test
  void serverThatUpDidNotNoteIsRefused() throws Exception {
    provider.up(plan, Ownership.SURVIVING).close();
    Path noted = DataFolder.of(plan).serversFile();
    String identifiers = Files.readString(noted);
    // As an earlier version leaves it.
    Files.delete(noted);
    provider.attach(plan).close();
    assertThat(noted).hasContent(identifiers);

    Files.writeString(noted, identifiers.replaceFirst("\"a1-vm3\":\"\\d+\"", "\"a1-vm3\":\"42\""));
    assertThatThrownBy(() -> provider.attach(plan))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("WRONG_SERVER"))
        .hasMessageContaining("a1-vm3 at 127.1.1.3:")
        .hasMessageContaining("but quartet up noted 42. Nothing was changed.");
  }

  @Test
  void upAgainStartsWhatWasKilled() throws Exception {
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      DatabaseServer server = deployment.databases().get(1);
      ProcessHandle postmaster =
          ProcessHandle.of(deployment.processId(server).orElseThrow()).orElseThrow();
      postmaster.destroyForcibly();
      postmaster.onExit().get();
      assertThat(deployment.isAlive(server)).isFalse();
    }
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      assertThat(show(deployment, deployment.databases().get(1), "fsync")).isEqualTo("on");
    }
  }

  @Test
  void preparingEndsSessionsThatOutlivedTheirPostmaster() throws Exception {
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      DatabaseServer server = deployment.database(SET, VmRole.OLTP);
      long session = startEndlessSession(deployment, server);
      ProcessHandle postmaster =
          ProcessHandle.of(deployment.processId(server).orElseThrow()).orElseThrow();
      postmaster.destroyForcibly();
      postmaster.onExit().get();
      assertThat(OrphanProcesses.in(root, session)).isTrue();
      deployment.prepare(server, Purpose.RUNNING);
      assertThat(OrphanProcesses.in(root, session)).isFalse();
      assertThat(show(deployment, server, "wal_level")).isEqualTo("replica");
    }
    assertThat(provider.down(plan)).isTrue();
  }

  /** A session too busy to notice that its postmaster or its client is gone; gives its process. */
  private static long startEndlessSession(Deployment deployment, DatabaseServer server)
      throws Exception {
    Thread client =
        new Thread(
            () -> {
              try (Connection connection =
                      Connections.open(server, DatabaseServer.DATABASE, deployment.passwordFile());
                  Statement statement = connection.createStatement()) {
                statement.execute("DO $$ BEGIN LOOP PERFORM 1; END LOOP; END $$");
              } catch (SQLException e) {
                // Its server is gone, as it is to be.
                return;
              }
            });
    client.setDaemon(true);
    client.start();
    try (Connection connection =
            Connections.open(server, Connections.MAINTENANCE_DATABASE, deployment.passwordFile());
        Statement statement = connection.createStatement()) {
      while (Waiting.pause(Duration.ofMillis(20))) {
        try (ResultSet row =
            statement.executeQuery(
                "SELECT pid FROM pg_stat_activity WHERE state = 'active' AND query ~ '^DO '")) {
          if (row.next()) {
            return row.getLong(1);
          }
        }
      }
    }
    throw new IllegalStateException("interrupted");
  }

  @Test
  void secondDriverOfTheSameNameOrPortIsRefused() {
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      assertThat(deployment.databases()).hasSize(2);
      assertThatThrownBy(() -> provider.up(plan, Ownership.OWNED))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("NAME_IN_USE"));
      assertThatThrownBy(() -> provider.up(plan.withName("another"), Ownership.OWNED))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("PORT_IN_USE"))
          .hasMessageContaining("Wait until Quartet (process ");
    }
  }

  @Test
  void takenPortIsNamedWithItsProcess() throws Exception {
    String host = SET.loopbackAddress(VmRole.OLTP);
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), Embedded.of(plan).port()));
      assertThatThrownBy(() -> provider.up(plan, Ownership.OWNED))
          .isInstanceOfSatisfying(
              QuartetException.class,
              e -> {
                assertThat(e.code()).isEqualTo("PORT_IN_USE");
                assertThat(e.kind()).isEqualTo(QuartetException.Kind.ENVIRONMENT);
                assertThat(e)
                    .hasMessageContaining(host + ":" + Embedded.of(plan).port())
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
              });
    }
    assertNothingIsLeft();
  }

  @Test
  void holderOfAPortIsTheOneOnItsAddress() throws Exception {
    int port = Embedded.of(plan).port();
    Process neighbour =
        new ProcessBuilder("perl", "-MIO::Socket::INET", "-e", LISTENER, "127.0.0.77:" + port)
            .redirectErrorStream(true)
            .start();
    try (ServerSocket ours = new ServerSocket()) {
      assertThat(neighbour.inputReader().readLine()).isEqualTo("listens");
      ours.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.78"), port));
      assertThat(Ports.listener("127.0.0.77", port))
          .hasValueSatisfying(
              holder -> assertThat(holder.name()).contains("process " + neighbour.pid()));
      assertThat(Ports.listener("127.0.0.78", port))
          .hasValueSatisfying(
              holder ->
                  assertThat(holder.name()).contains("process " + ProcessHandle.current().pid()));
      assertThat(Ports.listener("127.0.0.79", port)).isEmpty();
    } finally {
      neighbour.destroy();
    }
  }

  @Test
  void downFindsServersThroughASymbolicLink() throws Exception {
    Path behind = Files.createDirectory(root.resolve("behind"));
    Path link = Files.createSymbolicLink(root.resolve("link"), behind);
    plan = TestPlans.ofOneSet("provider-test", link, Embedded.of(plan).port());
    provider.up(plan, Ownership.SURVIVING).close();
    // PostgreSQL starts and ends processes at any moment, for instance those of autovacuum.
    List<Long> steady = new ArrayList<>(OrphanProcesses.in(behind));
    List<Long> throughTheLink = List.copyOf(OrphanProcesses.in(link));
    steady.retainAll(OrphanProcesses.in(behind));
    assertThat(steady).isNotEmpty();
    assertThat(throughTheLink).containsAll(steady);
    assertThat(provider.down(plan)).isTrue();
    assertThat(OrphanProcesses.in(behind)).isEmpty();
    assertThat(behind).isEmptyDirectory();
    Files.delete(link);
    Files.delete(behind);
    assertNothingIsLeft();
  }

  @Test
  void downFindsAServerWhoseDataWereMovedToAnotherDisk() throws Exception {
    Path elsewhere = Files.createDirectory(root.resolve("elsewhere"));
    long server;
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      DatabaseServer moved = deployment.databases().get(0);
      Path data = root.resolve(plan.name()).resolve(moved.vm()).resolve("data");
      kill(deployment, moved);
      Files.move(data, elsewhere.resolve("data"));
      Files.createSymbolicLink(data, elsewhere.resolve("data"));
      Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwxr-xr-x"));
      deployment.ensureRunning(moved);
      server = deployment.processId(moved).orElseThrow();
    }
    assertThat(provider.down(plan)).isTrue();
    ProcessHandle.of(server)
        .ifPresent(process -> assertThat(process.onExit()).succeedsWithin(Duration.ofMinutes(2)));
  }

  /** Its port is free a moment after its processes are gone. */
  private static void kill(Deployment deployment, DatabaseServer server) {
    deployment.kill(server);
    while (Ports.listener(server.host(), server.port()).isPresent()) {
      Waiting.pause(Duration.ofMillis(20));
    }
  }

  @Test
  void dataFolderBehindALinkIntoTheCloneIsRefused() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("link"), QuartetHome.folder());
    RunPlan inside = TestPlans.ofOneSet("provider-test", link.resolve("data"), 15_432);
    assertThatThrownBy(() -> provider.up(inside, Ownership.OWNED))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("DATA_INSIDE_CLONE"));
  }

  @Test
  void nothingIsRemovedWhileSomethingListensOnAnAddressOfThePlan() throws Exception {
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      kill(deployment, deployment.databases().get(0));
    }
    try (ServerSocket stranger = new ServerSocket()) {
      stranger.bind(
          new InetSocketAddress(
              InetAddress.getByName(SET.loopbackAddress(VmRole.DSS)), Embedded.of(plan).port()));
      assertThatThrownBy(() -> provider.down(plan))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("SERVER_DID_NOT_STOP"))
          .hasMessageContaining("process " + ProcessHandle.current().pid());
      assertThat(root.resolve(plan.name()).resolve("state.json")).exists();
    }
    assertThat(provider.down(plan)).isTrue();
    assertNothingIsLeft();
  }

  @Test
  void serversOfAnotherBenchmarkOnTheSamePortAreNoObstacle() throws Exception {
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      for (DatabaseServer server : deployment.databases()) {
        kill(deployment, server);
      }
    }
    RunPlan other = TestPlans.ofOneSet("other-test", root, Embedded.of(plan).port());
    try (Deployment deployment = provider.up(other, Ownership.OWNED)) {
      assertThat(provider.down(plan)).isTrue();
      assertThat(deployment.databases()).allMatch(deployment::isAlive);
    }
    assertNothingIsLeft();
  }

  @Test
  void oldPostgresIsRefused() throws Exception {
    Path bin = Files.createDirectory(root.resolve("old"));
    for (String program : List.of("postgres", "initdb")) {
      Path file =
          Files.writeString(bin.resolve(program), "#!/bin/sh\necho 'postgres (PostgreSQL) 12.4'\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    assertThatThrownBy(() -> provider.up(TestPlans.withPostgres(plan, bin), Ownership.OWNED))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("POSTGRES_TOO_OLD");
              assertThat(e).hasMessageContaining("12.4").hasMessageContaining("14");
            });
  }

  @Test
  void limitsAreSetOrRefused() throws Exception {
    RunPlan limited =
        TestPlans.withLimits(plan, Map.of(VmRole.OLTP, 0.5), Map.of(VmRole.DSS, 512L << 20));
    if (ControlGroups.detect(plan.name()).description().startsWith("none")) {
      assertThatThrownBy(() -> provider.up(limited, Ownership.OWNED))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("LIMITS_NOT_POSSIBLE"));
      return;
    }
    try (Deployment deployment = provider.up(limited, Ownership.OWNED)) {
      long pid = deployment.processId(deployment.database(SET, VmRole.OLTP)).orElseThrow();
      assertThat(Files.readString(Path.of("/proc/" + pid + "/cgroup")))
          .contains("quartet/" + plan.name() + "/a1-vm3");
    }
    assertNothingIsLeft();
  }

  @Test
  void limitsOfThePlanHoldFromTheNextRunOnWithoutARestart() throws Exception {
    Assumptions.assumeFalse(
        ControlGroups.detect(plan.name()).description().startsWith("none"), "no control groups");
    RunPlan limited = TestPlans.withLimits(plan, Map.of(VmRole.OLTP, 0.5), Map.of());
    long process;
    try (Deployment deployment = provider.up(limited, Ownership.SURVIVING)) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(processorLimit("a1-vm3")).isEqualTo(50_000);
      process = deployment.processId(oltp).orElseThrow();
    }
    RunPlan other = TestPlans.withLimits(plan, Map.of(VmRole.OLTP, 1.5), Map.of());
    try (Deployment deployment = provider.attach(other)) {
      deployment.prepare(deployment.database(SET, VmRole.OLTP), Purpose.RUNNING);
      assertThat(processorLimit("a1-vm3")).isEqualTo(150_000);
    }
    try (Deployment deployment = provider.attach(plan)) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(processorLimit("a1-vm3")).isEqualTo(-1);
      assertThat(deployment.processId(oltp)).hasValue(process);
    }
  }

  @Test
  void serversRunOnTheProcessorsOfThePlanFromTheNextRunOn() throws Exception {
    Assumptions.assumeTrue(
        ControlGroups.detect(plan.name()).ofDriver().isPresent(),
        "no control groups that bind processes");
    CpuSet all = Topology.detect().processors();
    CpuSet last = CpuSet.parse(all.numbers().get(all.size() - 1).toString());
    long process;
    try (Deployment deployment = provider.up(pinned(last), Ownership.SURVIVING)) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(processors(deployment, VmRole.OLTP)).containsOnly(last.toString());
      assertThat(processors(deployment, VmRole.DSS)).containsOnly(all.toString());
      process = deployment.processId(oltp).orElseThrow();
    }
    try (Deployment deployment = provider.attach(plan)) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(processors(deployment, VmRole.OLTP)).containsOnly(all.toString());
      assertThat(deployment.processId(oltp)).hasValue(process);
    }
  }

  private RunPlan pinned(CpuSet cpuset) {
    VmSize size = VmSize.NONE.withPinning(new Pinning(Optional.of(cpuset), OptionalInt.of(0)));
    return TestPlans.withSizes(plan, Sizes.ofRoles(Map.of(VmRole.OLTP, size)));
  }

  /** Of the server and of each process that it started. */
  private static List<String> processors(Deployment deployment, VmRole role) {
    long server = deployment.processId(deployment.database(SET, role)).orElseThrow();
    return Stream.concat(
            Stream.of(server),
            ProcessHandle.of(server).orElseThrow().children().map(ProcessHandle::pid))
        .map(pid -> Machine.field(Path.of("/proc/" + pid + "/status"), "Cpus_allowed_list"))
        .filter(list -> !list.isEmpty()) // It has ended.
        .toList();
  }

  @Test
  void processorsThatTheMachineDoesNotHaveAreRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> provider.up(pinned(CpuSet.parse("9999")), Ownership.OWNED))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("PINNING_NOT_POSSIBLE"))
        .hasMessageStartingWith("provider.sizes.oltp.cpuset ");
    assertThat(OrphanProcesses.in(root)).isEmpty();
  }

  @Test
  void groupsThatATierALeftBehindLoseTheirLimits() throws Exception {
    ControlGroups groups = ControlGroups.detect(plan.name());
    Assumptions.assumeFalse(groups.description().startsWith("none"), "no control groups");
    groups.create("a1-vm1", VmRole.TIER_A, VmSize.limits(0.25, 300L << 20));
    assertThat(processorLimit("a1-vm1")).isEqualTo(25_000);
    assertThat(memoryLimit("a1-vm1")).isEqualTo(300L << 20);
    groups.create("a1-vm1", VmRole.TIER_A, VmSize.NONE);
    assertThat(processorLimit("a1-vm1")).isEqualTo(-1);
    assertThat(memoryLimit("a1-vm1")).isGreaterThan(1L << 50);
    groups.remove();
  }

  @Test
  void serverThatUsesMoreMemoryThanItMayFromNowOnIsRestarted() throws Exception {
    Assumptions.assumeFalse(
        ControlGroups.detect(plan.name()).description().startsWith("none"), "no control groups");
    Map<String, String> fixed =
        Map.of(
            "shared_buffers", "128MB",
            "effective_cache_size", "128MB",
            "work_mem", "4MB",
            "maintenance_work_mem", "32MB");
    try (Deployment deployment = provider.up(memory(1024, fixed), Ownership.SURVIVING)) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(memoryLimit("a1-vm3")).isEqualTo(1024L << 20);
      try (Connection connection =
              DriverManager.getConnection(oltp.jdbcUrl(), "quartet", password(deployment));
          Statement statement = connection.createStatement()) {
        // Fills the shared buffers and leaves no file behind.
        statement.execute("CREATE UNLOGGED TABLE filled (text text)");
        statement.execute(
            "INSERT INTO filled SELECT repeat('x', 1000) FROM generate_series(1, 105000)");
        statement.execute("DROP TABLE filled");
        statement.execute("CHECKPOINT");
      }
    }
    long before;
    try (Deployment deployment = provider.attach(memory(2048, fixed))) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      before = deployment.processId(oltp).orElseThrow();
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(memoryLimit("a1-vm3")).isEqualTo(2048L << 20);
      assertThat(deployment.processId(oltp)).hasValue(before);
    }
    try (Deployment deployment = provider.attach(memory(100, fixed))) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(memoryLimit("a1-vm3")).isEqualTo(100L << 20);
      assertThat(deployment.processId(oltp).orElseThrow()).isNotEqualTo(before);
      assertThat(show(deployment, oltp, "shared_buffers")).isEqualTo("128MB");
    }
  }

  private RunPlan memory(long mib, Map<String, String> settings) {
    VmSize size = new VmSize(OptionalDouble.empty(), OptionalLong.of(mib << 20), settings);
    return TestPlans.withSizes(plan, Sizes.ofRoles(Map.of(VmRole.OLTP, size)));
  }

  /** In microseconds of a tenth of a second; -1 for none. */
  private long processorLimit(String vm) throws IOException {
    String limit = controlFile("cpu", "cpu.cfs_quota_us", "cpu.max", vm).split(" ")[0];
    return limit.equals("max") ? -1 : Long.parseLong(limit);
  }

  private long memoryLimit(String vm) throws IOException {
    String limit = controlFile("memory", "memory.limit_in_bytes", "memory.max", vm);
    return limit.equals("max") ? Long.MAX_VALUE : Long.parseLong(limit);
  }

  private String controlFile(String controller, String ofVersion1, String ofVersion2, String vm)
      throws IOException {
    Path group = Path.of("quartet", plan.name(), vm);
    Path file =
        ControlGroups.detect(plan.name()).isVersion2()
            ? Path.of("/sys/fs/cgroup").resolve(group).resolve(ofVersion2)
            : Path.of("/sys/fs/cgroup", controller).resolve(group).resolve(ofVersion1);
    return Files.readString(file).strip();
  }

  @Test
  void shareOfMemoryIsThatOfTheLimitOfEachVm() throws Exception {
    Assumptions.assumeFalse(
        ControlGroups.detect(plan.name()).description().startsWith("none"), "no control groups");
    RunPlan shared = memory(512, Map.of("shared_buffers", "25%"));
    try (Deployment deployment = provider.up(shared, Ownership.OWNED)) {
      DatabaseServer oltp = deployment.database(SET, VmRole.OLTP);
      deployment.prepare(oltp, Purpose.RUNNING);
      assertThat(show(deployment, oltp, "shared_buffers")).isEqualTo("128MB");
    }
    assertNothingIsLeft();
  }

  @Test
  void tooLittleDiskIsRefusedBeforeAnythingIsMade() {
    assertThatThrownBy(
            () -> DiskNeeds.require("they", 10_000_000_000L, 9_000_000_000L, root, "Do less"))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("DISK_TOO_SMALL");
              assertThat(e).hasMessageContaining("9.3 GiB").hasMessageContaining("8.4 GiB");
            });
  }
}
