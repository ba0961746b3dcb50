package io.quartet.provision.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.Purpose;
import io.quartet.provision.RunningTierA;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.internal.ServerAccount;
import io.quartet.provision.os.Waiting;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real servers of the embedded provider, addressed as machines that somebody else prepared. */
@Tag("pg")
class HostsProviderTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  @TempDir Path root;

  private RunPlan embedded;
  private Deployment servers;
  private RunningTierA tierA;
  private RunPlan plan;
  private HostsProvider provider;

  @BeforeEach
  void prepareMachines() throws IOException {
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    int port = FreePorts.next();
    embedded = ofOneSet("hosts-servers", port);
    servers = new EmbeddedProvider().up(embedded, Ownership.OWNED);
    startTierA(embedded.userSessions());
    SetHosts hosts =
        new SetHosts(
            new Address("127.0.0.1", tierA.port()),
            embedded.provider().address(SET, VmRole.DSS),
            embedded.provider().address(SET, VmRole.OLTP));
    // The plan has another name: the provider that made the servers holds the lock of theirs.
    plan = TestPlans.onHosts(ofOneSet("hosts-test", port), Map.of(SET, hosts), Optional.empty());
    provider = new HostsProvider(servers::passwordFile);
  }

  private RunPlan ofOneSet(String name, int port) {
    return TestPlans.withOneSet(TestPlans.small(name, root, port), 1, Duration.ofSeconds(1), 8);
  }

  /** The same machines in the benchmark file of another driver. */
  private RunPlan plan(String name) {
    return TestPlans.onHosts(
        ofOneSet(name, 1), ((Hosts) plan.provider()).addresses(), Optional.empty());
  }

  private void startTierA(int userSessions) {
    tierA = new RunningTierA(embedded, userSessions);
  }

  @AfterEach
  void removeMachines() {
    tierA.close();
    servers.close();
  }

  private void execute(VmRole role, String database, String... statements) throws SQLException {
    try (Connection connection =
            Connections.open(servers.database(SET, role), database, servers.passwordFile());
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private static AbstractThrowableAssert<?, ?> assertNotReady(ThrowingCallable verb) {
    return assertThatThrownBy(verb)
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("MACHINES_NOT_READY"));
  }

  @Test
  void preparedMachinesAreUsedAsTheyAre() {
    try (Deployment deployment = provider.up(plan, Ownership.SURVIVING)) {
      assertThat(deployment.databases()).isEqualTo(servers.databases());
      assertThat(deployment.tierA(SET).address()).hasToString("127.0.0.1:" + tierA.port());
      assertThat(deployment.startTierA(SET).process()).isEmpty();
      assertThat(deployment.facts()).containsEntry("kind", "hosts");
      assertThat(deployment.facts().get("postgres").toString()).startsWith("{version=");
      for (DatabaseServer server : deployment.databases()) {
        OptionalLong before = servers.processId(server);
        deployment.prepare(server, Purpose.LOADING);
        deployment.prepare(server, Purpose.RUNNING);
        assertThat(servers.processId(server)).isEqualTo(before);
        assertThat(deployment.isAlive(server)).isTrue();
        assertThat(deployment.processId(server)).isEmpty();
      }
      assertThat(PreparedMachines.databases(plan, servers.passwordFile(), Purpose.LOADING))
          .allMatch(machine -> machine.remark().isEmpty());
      assertThat(deployment.probeTierA(SET).lines()).hasSize(2).allMatch(l -> l.contains("\"\""));
    }
    assertThat(provider.down(plan)).isFalse();
    assertThat(servers.databases()).allMatch(servers::isAlive);
  }

  @Test
  void everythingThatIsMissingIsNamedWithItsMachine() throws SQLException {
    execute(VmRole.OLTP, Connections.MAINTENANCE_DATABASE, "DROP DATABASE quartet");
    Address tierAAddress = plan.provider().address(SET, VmRole.TIER_A);
    tierA.close();

    assertNotReady(() -> provider.up(plan, Ownership.SURVIVING))
        .hasMessageContaining("2 of the machines of hosts-test are not ready")
        .hasMessageContaining("a1-vm3 at " + plan.provider().address(SET, VmRole.OLTP) + ": ")
        .hasMessageContaining("CREATE DATABASE quartet OWNER quartet")
        .hasMessageContaining("a1-vm1 at " + tierAAddress + ": TIER_A_UNREACHABLE")
        .hasMessageContaining("quartet-tier-a@a1")
        .hasMessageNotContaining("a1-vm2 at");
    // Tier A is of no concern to those that only attach.
    assertNotReady(() -> provider.attach(plan)).hasMessageNotContaining("a1-vm1");
  }

  @Test
  void wrongPasswordIsToldFromAServerThatIsNotThere() throws IOException {
    Path wrong = Files.writeString(root.resolve("wrong"), "*:*:*:quartet:wrong\n");

    assertNotReady(() -> new HostsProvider(() -> wrong).attach(plan))
        .hasMessageContaining(wrong + " has another password")
        .hasMessageContaining("CREATE ROLE quartet");

    servers.close();
    assertNotReady(() -> new HostsProvider(() -> wrong).attach(plan))
        .hasMessageContaining("no database answers");
  }

  @Test
  void runNeedsDurableSettings() throws SQLException {
    execute(VmRole.DSS, "quartet", "ALTER ROLE quartet SET synchronous_commit = off");

    try (Deployment deployment = provider.attach(plan)) {
      DatabaseServer dss = deployment.database(SET, VmRole.DSS);
      deployment.prepare(dss, Purpose.LOADING);
      assertNotReady(() -> deployment.prepare(dss, Purpose.RUNNING))
          .hasMessageContaining("a1-vm2 at " + dss.address() + ": these settings are off")
          .hasMessageContaining("may be lost: synchronous_commit");
      deployment.prepare(deployment.database(SET, VmRole.OLTP), Purpose.RUNNING);
    }
  }

  private static AbstractThrowableAssert<?, ?> assertInUse(ThrowingCallable verb) {
    return assertThatThrownBy(verb)
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("SERVER_IN_USE");
              assertThat(e.kind()).isEqualTo(QuartetException.Kind.ENVIRONMENT);
            });
  }

  @Test
  void serversThatAnotherDriverUsesAreRefusedAndItsProcessIsNamed() throws SQLException {
    try (Deployment deployment = provider.attach(plan)) {
      assertThatThrownBy(() -> provider.attach(plan))
          .isInstanceOfSatisfying(
              QuartetException.class, e -> assertThat(e.code()).isEqualTo("NAME_IN_USE"));
      for (Supplier<Deployment> verb :
          List.<Supplier<Deployment>>of(
              () -> provider.attach(plan("others")),
              () -> provider.up(plan("others"), Ownership.SURVIVING))) {
        assertInUse(verb::get)
            .hasMessageContaining("a1-vm2 at " + plan.provider().address(SET, VmRole.DSS) + ": ")
            .hasMessageContaining("process " + ProcessHandle.current().pid() + " on ")
            .hasMessageContaining("benchmark hosts-test")
            .hasMessageContaining("provider.hosts");
      }
      // One session on each server, and none in the way of a restore.
      for (DatabaseServer server : deployment.databases()) {
        assertThat(sessions(server)).containsExactly("postgres");
      }
      execute(
          VmRole.OLTP,
          Connections.MAINTENANCE_DATABASE,
          "DROP DATABASE quartet",
          "CREATE DATABASE quartet");
    }
    provider.attach(plan("others")).close();
  }

  @Test
  void sessionsDoNotFollowDefaultsOfTheirRole() throws SQLException {
    execute(
        VmRole.OLTP,
        Connections.MAINTENANCE_DATABASE,
        "ALTER ROLE quartet SET default_transaction_read_only = on",
        "ALTER ROLE quartet SET search_path = app, pg_catalog",
        "ALTER ROLE quartet SET statement_timeout = '1ms'",
        "ALTER ROLE quartet SET idle_session_timeout = '1ms'",
        "ALTER ROLE quartet SET default_transaction_isolation = serializable",
        "ALTER ROLE quartet SET work_mem = '7MB'");
    DatabaseServer server = servers.database(SET, VmRole.OLTP);
    try (Deployment deployment = provider.attach(plan);
        Databases databases = new Databases(deployment)) {
      deployment.prepare(server, Purpose.RUNNING);
      databases.execute(server, "CREATE TABLE slow AS SELECT 1 FROM pg_sleep(0.01)");
      try (Connection connection = Connections.open(server, deployment);
          Statement statement = connection.createStatement()) {
        assertThat(Connections.isTrue(statement, "SELECT count(*) = 1 FROM public.slow")).isTrue();
        assertThat(
                Connections.isTrue(
                    statement,
                    "SELECT current_setting('transaction_isolation') = 'read committed'"
                        + " AND current_setting('lock_timeout') = '30s'"
                        + " AND current_setting('work_mem') = '7MB'"))
            .isTrue();
      }
    } finally {
      execute(VmRole.OLTP, Connections.MAINTENANCE_DATABASE, "ALTER ROLE quartet RESET ALL");
    }
  }

  @Test
  void missingStandbyAndUncheckedForeignKeysAreNamed() throws SQLException {
    execute(
        VmRole.OLTP,
        Connections.MAINTENANCE_DATABASE,
        "ALTER ROLE quartet SET session_replication_role = replica");
    assertNotReady(() -> provider.attach(plan))
        .hasMessageContaining("a1-vm3", "session_replication_role is not origin");
    execute(VmRole.OLTP, Connections.MAINTENANCE_DATABASE, "ALTER ROLE quartet RESET ALL");
    // For a load it could have no standbys.
    servers.prepare(servers.database(SET, VmRole.OLTP), Purpose.RUNNING);
    execute(
        VmRole.OLTP,
        Connections.MAINTENANCE_DATABASE,
        "ALTER SYSTEM SET synchronous_standby_names = 'FIRST 2 (one, two)'",
        "SELECT pg_reload_conf()");
    assertNotReady(() -> provider.attach(plan))
        .hasMessageContaining("commits wait for standbys (synchronous_standby_names)");
    execute(
        VmRole.OLTP,
        Connections.MAINTENANCE_DATABASE,
        "ALTER SYSTEM RESET ALL",
        "SELECT pg_reload_conf()");
    provider.attach(plan).close();
  }

  /** Databases in which the sessions with a lock are. */
  private List<String> sessions(DatabaseServer server) throws SQLException {
    List<String> databases = new ArrayList<>();
    try (Connection connection =
            Connections.open(server, Connections.MAINTENANCE_DATABASE, servers.passwordFile());
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT datname FROM pg_locks JOIN pg_stat_activity USING (pid)"
                    + " WHERE locktype = 'advisory' AND granted"
                    + " AND application_name LIKE '%hosts-test'")) {
      while (rows.next()) {
        databases.add(rows.getString(1));
      }
    }
    return databases;
  }

  @Test
  void lockIsTakenAgainAfterTheServerWasKilled() throws Exception {
    DatabaseServer server = servers.database(SET, VmRole.OLTP);
    try (Deployment deployment = provider.attach(plan)) {
      servers.kill(server);
      servers.ensureRunning(server);
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      while (sessions(server).isEmpty()) {
        assertThat(System.nanoTime()).as("the lock is back").isLessThan(deadline);
        Thread.sleep(50);
      }
      assertInUse(() -> provider.attach(plan("others")));
    }
    assertThat(sessions(server)).isEmpty();
  }

  /** The events that a run receives. */
  private static final class Heard implements EventSink {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Override
    public void accept(RunEvent event) {
      events.add(event.name() + " " + event.fields());
    }

    private void next(String... parts) throws InterruptedException {
      assertThat(events.poll(2, TimeUnit.MINUTES)).isNotNull().contains(parts);
    }
  }

  private Connection sessionOf(String application) throws SQLException {
    return Connections.open(
        servers.database(SET, VmRole.OLTP),
        Connections.MAINTENANCE_DATABASE,
        servers.passwordFile(),
        application);
  }

  private static void awaitWaiting(Statement statement) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (!isOneWaiting(statement)) {
      assertThat(System.nanoTime()).as("the other driver waits").isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  private static boolean isOneWaiting(Statement statement) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) {
      return row.next();
    }
  }

  private static final String END_THE_SESSION =
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted";

  @Test
  void lockThatIsLostAndTakenAgainIsToldToTheRun() throws Exception {
    Heard heard = new Heard();
    try (Deployment deployment = provider.attach(plan);
        Deployment.Notices notices = deployment.reportTo(heard)) {
      assertThat(notices).isNotNull();
      execute(VmRole.OLTP, Connections.MAINTENANCE_DATABASE, END_THE_SESSION);
      heard.next("serverLockLost", "vm=a1-vm3", "reason=");
      heard.next("serverLockRestored", "vm=a1-vm3", "lostMillis=");
    }
    assertThat(heard.events).isEmpty();
  }

  @Test
  void driverThatTakesALostLockIsNamedToTheRun() throws Exception {
    Heard heard = new Heard();
    try (Deployment deployment = provider.attach(plan);
        Deployment.Notices notices = deployment.reportTo(heard)) {
      assertThat(notices).isNotNull();
      try (Connection other = sessionOf("load 77 driver-2 20261123T030000Z others");
          Connection watching = sessionOf("");
          Statement lock = other.createStatement();
          Statement look = watching.createStatement()) {
        // It stands in the queue, so that it has the lock as soon as the session ends.
        CompletableFuture<Void> taken =
            CompletableFuture.runAsync(
                () -> {
                  try {
                    lock.execute("SELECT pg_advisory_lock(1366647154, 1)");
                  } catch (SQLException e) {
                    throw new AssertionError(e);
                  }
                });
        awaitWaiting(look);
        look.execute(END_THE_SESSION);
        taken.get(2, TimeUnit.MINUTES);
        heard.next("serverLockLost", "vm=a1-vm3");
        heard.next("serverInUse", "vm=a1-vm3", "quartet load (process 77 on driver-2, since");
        // A run that begins only now hears of it too.
        Heard later = new Heard();
        try (Deployment.Notices second = deployment.reportTo(later)) {
          assertThat(second).isNotNull();
          later.next("serverLockLost", "vm=a1-vm3");
          later.next("serverInUse", "benchmark others");
        }
        assertThat(later.events).isEmpty();
      }
    }
  }

  @Test
  void roleThatMayNotEnterTheDatabaseOfTheLockIsNamed() throws SQLException {
    execute(VmRole.DSS, "quartet", "ALTER DATABASE postgres ALLOW_CONNECTIONS false");

    assertNotReady(() -> provider.attach(plan))
        .hasMessageContaining(
            "a1-vm2 at " + plan.provider().address(SET, VmRole.DSS) + ": role quartet")
        .hasMessageContaining("cannot connect to database postgres")
        .hasMessageContaining("pg_hba.conf")
        .hasMessageNotContaining("a1-vm3 at");
  }

  /** Starts PgBouncer in front of the OLTP server, which ends with the returned process. */
  private Process pooler(Address listener, String password, String ignored) throws IOException {
    Address server = plan.provider().address(SET, VmRole.OLTP);
    Path folder = Files.createDirectory(root.resolve("pooler" + ignored.length()));
    Path users = Files.writeString(folder.resolve("users"), "\"quartet\" \"" + password + "\"\n");
    Path configuration =
        Files.writeString(
            folder.resolve("pgbouncer.ini"),
            """
            [databases]
            * = host=%s port=%d
            [pgbouncer]
            listen_addr = %s
            listen_port = %d
            unix_socket_dir =
            auth_type = scram-sha-256
            auth_file = %s
            pool_mode = transaction
            %s
            """
                .formatted(
                    server.host(),
                    server.port(),
                    listener.host(),
                    listener.port(),
                    users,
                    ignored));
    List<String> command = new ArrayList<>(List.of("/usr/sbin/pgbouncer"));
    if (ServerAccount.isRoot()) {
      command.addAll(List.of("-u", ServerAccount.ensure().name()));
    }
    command.add(configuration.toString());
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    while (process.isAlive() && !isListening(listener)) {
      Waiting.pause(Duration.ofMillis(20));
    }
    assertThat(process.isAlive())
        .as(() -> "PgBouncer runs, " + folder.resolve("log") + " says why not")
        .isTrue();
    return process;
  }

  private static boolean isListening(Address address) {
    try (Socket socket = new Socket(address.host(), address.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private void assertPoolerIsRefused(String ignored) throws Exception {
    Address listener = new Address("127.0.0.1", FreePorts.next());
    Address dss = plan.provider().address(SET, VmRole.DSS);
    SetHosts hosts = new SetHosts(new Address("127.0.0.1", tierA.port()), dss, listener);
    RunPlan pooled = TestPlans.onHosts(plan, Map.of(SET, hosts), Optional.empty());
    String line = Files.readAllLines(servers.passwordFile()).get(0);
    String password = line.substring(line.lastIndexOf(':') + 1);
    Path passwords =
        Files.writeString(root.resolve("passwords"), "*:*:*:quartet:" + password + "\n");
    Process pooler = pooler(listener, password, ignored);
    try {
      assertNotReady(() -> new HostsProvider(() -> passwords).attach(pooled))
          .hasMessageContaining("a1-vm3 at " + listener + ": a connection pooler such as PgBouncer")
          .hasMessageContaining("Name the address of PostgreSQL itself")
          .hasMessageNotContaining("a1-vm2 at");
    } finally {
      pooler.destroyForcibly();
      pooler.waitFor();
    }
  }

  @Test
  void poolerInFrontOfAServerIsRefused() throws Exception {
    assertPoolerIsRefused("ignore_startup_parameters = extra_float_digits,options");
    assertPoolerIsRefused("");
  }

  @Test
  void textOfAnotherKindIsRemarked() throws SQLException {
    execute(
        VmRole.OLTP,
        Connections.MAINTENANCE_DATABASE,
        "DROP DATABASE quartet",
        "CREATE DATABASE quartet ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0");
    execute(
        VmRole.DSS,
        Connections.MAINTENANCE_DATABASE,
        "DROP DATABASE quartet",
        "CREATE DATABASE quartet ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0");

    assertThat(PreparedMachines.databases(plan, servers.passwordFile(), Purpose.RUNNING))
        .allMatch(PreparedMachine::isReady)
        .extracting(PreparedMachine::remark)
        .containsExactlyInAnyOrder(
            "encoding SQL_ASCII takes text without a check",
            "collation C.UTF-8 is not C: text is compared by other rules, or slower");
  }

  @Test
  void tierAWithOtherOptionsIsRefused() {
    tierA.close();
    startTierA(embedded.userSessions() + 1);
    SetHosts hosts = ((Hosts) plan.provider()).addresses().get(SET);
    plan =
        TestPlans.onHosts(
            plan,
            Map.of(
                SET,
                new SetHosts(
                    new Address("127.0.0.1", tierA.port()),
                    hosts.of(VmRole.DSS),
                    hosts.of(VmRole.OLTP))),
            Optional.empty());

    assertNotReady(() -> provider.up(plan, Ownership.SURVIVING))
        .hasMessageContaining("user sessions: 9, not 8")
        .hasMessageContaining("a1.env");
  }
}
