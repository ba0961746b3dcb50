package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.ValidityRules;
import io.quartet.books.CellRow;
import io.quartet.books.IntervalRow;
import io.quartet.model.Sha256;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.Pgbench.Script;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.TestDeployment;
import io.quartet.results.Check;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.ToolProcess;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.database.Loading;
import io.quartet.run.database.Snapshots;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.internal.pgbench.PgbenchLoad;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Load and runs of pgbench on two real databases, which the tests share. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PgbenchRunTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final VmSet B1 = new VmSet(VmGroup.B, 1);

  /** Two phases of 2 s with a ramp of 1 s each, and 1 s at the end. */
  private static final Timing TIMING = TestPlans.timing(1, 0, 2, 1);

  @TempDir private Path scripts;
  private TestDeployment servers;

  @BeforeAll
  void load() throws IOException {
    servers = TestDeployment.up("pgbench-test", small -> plan(small, OptionalDouble.empty()));
    assertThat(load(servers.plan())).containsOnly(Action.LOADED);
    assertThat(load(servers.plan())).containsOnly(Action.WAS_LOADED);
  }

  @AfterAll
  void down() {
    servers.close();
  }

  private List<Action> load(RunPlan plan) {
    return Loading.load(plan, servers.deployment(), LoadListener.NONE).stream()
        .map(result -> result.action())
        .toList();
  }

  /** Clients change places: three threads and one client, then the reverse; B rests at last. */
  private static RunPlan plan(RunPlan small, OptionalDouble rate) {
    SortedMap<VmSet, List<Integer>> clients = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    clients.put(A1, List.of(3, 1));
    clients.put(B1, List.of(1, 0));
    ClientLoad load = new ClientLoad(clients, rate, 2);
    return TestPlans.withPgbench(small, load, TIMING, "tpcb-like", "select-only");
  }

  private static RunPlan with(RunPlan plan, List<Script> scripts, int maxTries) {
    Pgbench old = (Pgbench) plan.workload();
    return plan.withWorkload(
        new Pgbench(
            old.program(),
            old.load(),
            scripts,
            old.protocol(),
            old.tables(),
            Optional.of(Duration.ofMillis(200)),
            maxTries,
            old.seed()));
  }

  private RunResults run(RunPlan plan) {
    RunResult result =
        BenchmarkRun.run(plan, servers.deployment(), servers.results(), RunListener.NONE);
    return RunResults.read(ResultsFolder.open(result.folder()));
  }

  private static List<ToolProcess> processes(RunResults results) {
    return new RunFiles(results.folder()).toolProcesses().orRefuse().orElseThrow();
  }

  /** Without those that a busy machine breaks. */
  private static List<String> broken(RunResults results) {
    return ValidityRules.evaluate(results).broken().stream()
        .map(Check::id)
        .filter(id -> !List.of("littles-law", "driver-not-bottleneck", "tool-begin").contains(id))
        .toList();
  }

  private long rows(VmSet set, String query) throws SQLException {
    DatabaseServer server = servers.database(set, VmRole.OLTP);
    return Long.parseLong(servers.column(server, query).get(0));
  }

  private static long committed(RunResults results, VmSet set, String script) {
    return results.phases().stream()
        .filter(row -> row.set().equals(set) && row.kind().label().equals(script))
        .mapToLong(CellRow::committed)
        .sum();
  }

  @Test
  void everyTransactionOfAClosedLoadIsInTheBooks() throws SQLException {
    final long historyA = rows(A1, "SELECT count(*) FROM pgbench_history");
    final long historyB = rows(B1, "SELECT count(*) FROM pgbench_history");
    RunResults results = run(servers.plan());
    assertThat(broken(results)).isEmpty();
    assertThat(processes(results))
        .hasSize(3)
        .allMatch(ToolProcess::isWhole)
        .allMatch(process -> process.committed() > 0);
    assertThat(processes(results)).extracting(ToolProcess::threads).contains(2, 1);
    assertThat(rows(A1, "SELECT count(*) FROM pgbench_history"))
        .isEqualTo(historyA + committed(results, A1, "tpcb-like"));
    assertThat(rows(B1, "SELECT count(*) FROM pgbench_history"))
        .isEqualTo(historyB + committed(results, B1, "tpcb-like"));
    assertThat(
            rows(
                A1,
                "SELECT (SELECT sum(bbalance) FROM pgbench_branches) - sum(delta)"
                    + " FROM pgbench_history"))
        .isZero();
    assertThat(results.intervals().stream().mapToLong(IntervalRow::committed).sum())
        .isEqualTo(processes(results).stream().mapToLong(ToolProcess::committed).sum());
    assertThat(results.intervals()).extracting(IntervalRow::phase).contains("rampUp2", "2");
    assertThat(results.figures().rate()).isPresent();
    assertThat(results.folder().has("checks.csv")).isFalse();
    assertThat(results.folder().has("conservation.csv")).isFalse();
  }

  @Test
  void pacedLoadSkipsAndTriesAgainAsPgbenchCounts() throws IOException {
    Path contended = scripts.resolve("contended.sql");
    Files.writeString(
        contended,
        """
        BEGIN ISOLATION LEVEL SERIALIZABLE;
        UPDATE pgbench_branches SET bbalance = bbalance WHERE bid = 1;
        SELECT pg_sleep(0.01);
        END;
        """);
    RunPlan paced = plan(servers.plan(), OptionalDouble.of(400));
    RunResults results =
        run(
            with(
                paced,
                List.of(Script.ofFile(0, contended, 3), Script.builtIn(1, "select-only", 1)),
                3));
    assertThat(results.info().versions())
        .containsEntry("script contended.sql", "SHA-256 " + Sha256.of(Files.readString(contended)))
        .doesNotContainKey("script select-only");
    assertThat(processes(results)).hasSize(3).allMatch(ToolProcess::isWhole);
    assertThat(processes(results).stream().mapToLong(process -> process.skipped().orElse(-1)).sum())
        .isPositive();
    assertThat(results.phases().stream().mapToLong(CellRow::retries).sum()).isPositive();
    // A serialization failure of the last try is a failure.
    assertThat(broken(results)).isSubsetOf("failures");
  }

  @Test
  void loadFromTheVmIsInItsControlGroupAndUsesItsSocket() throws IOException {
    Path beside = scripts.resolve("beside.sql");
    Files.writeString(
        beside,
        (servers.deployment().facts().get("isolation").toString().startsWith("none")
                ? "\\set groups 1\n"
                : "\\setshell groups grep -c quartet/%s/[ab]1-vm3 /proc/self/cgroup%n"
                    .formatted(servers.plan().name()))
            + "SELECT 1 / (inet_client_addr() IS NULL)::integer / least(:groups, 1);\n");
    RunPlan plan = with(servers.plan(), List.of(Script.ofFile(0, beside, 1)), 1);
    Pgbench old = (Pgbench) plan.workload();
    ClientLoad load = old.load();
    RunResults results =
        run(
            plan.withWorkload(
                new Pgbench(
                    old.program(),
                    new ClientLoad(load.clients(), load.ratePerSecond(), 1, Origin.VM_SOCKET),
                    old.scripts(),
                    old.protocol(),
                    old.tables(),
                    old.latencyLimit(),
                    old.maxTries(),
                    old.seed())));
    assertThat(broken(results)).isEmpty();
    assertThat(processes(results)).hasSize(3).allMatch(ToolProcess::isWhole);
  }

  @Test
  void scriptThatFailsIsToldWithItsErrorAndMakesTheRunInvalid() throws IOException {
    Path wrong = scripts.resolve("wrong.sql");
    Files.writeString(wrong, "SELECT 1;\nSELEC 2;\n");
    RunResults results = run(with(servers.plan(), List.of(Script.ofFile(0, wrong, 1)), 1));
    assertThat(broken(results)).contains("state");
    assertThat(LoggedEvent.only(results.events(), RunEvent.ToolFailed.class).toList())
        .isNotEmpty()
        .allMatch(failed -> failed.exitCode() == 2)
        .allMatch(failed -> failed.output().contains("SELEC 2"));
  }

  @Test
  void killedProcessLosesNothingThatItLogged() {
    CompletableFuture<Boolean> killed =
        CompletableFuture.supplyAsync(
            () -> {
              while (true) {
                Optional<ProcessHandle> victim =
                    ProcessHandle.current()
                        .descendants()
                        .filter(
                            process ->
                                process.info().commandLine().orElse("").contains("--log-prefix")
                                    && process.info().command().orElse("").endsWith("pgbench"))
                        .findFirst();
                if (victim.isPresent()) {
                  try {
                    Thread.sleep(1_500);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return victim.get().destroyForcibly();
                }
                Thread.onSpinWait();
              }
            });
    RunResults results = run(servers.plan());
    assertThat(killed.join()).isTrue();
    assertThat(broken(results))
        .contains("tool-processes")
        .isSubsetOf("tool-processes", "tool-tables");
    assertThat(LoggedEvent.only(results.events(), RunEvent.ToolFailed.class).toList())
        .hasSize(1)
        .allMatch(failed -> failed.exitCode() == 137);
    long logged = processes(results).stream().mapToLong(ToolProcess::committed).sum();
    assertThat(results.phases().stream().mapToLong(CellRow::committed).sum()).isEqualTo(logged);
  }

  @Test
  void loadConnectsOnceBesidePgbench() throws Exception {
    DatabaseServer server = servers.database(A1, VmRole.OLTP);
    long before = sessions(server);
    new PgbenchLoad(
            servers.plan(),
            (Pgbench) servers.plan().workload(),
            servers.deployment(),
            server,
            LoadListener.NONE)
        .run(process -> {});

    assertThat(sessions(server) - before).isEqualTo(2);
  }

  /** Sessions of the database of the benchmark until now, all of which have ended. */
  private long sessions(DatabaseServer server) throws Exception {
    try (Connection connection = servers.open(server, Connections.MAINTENANCE_DATABASE);
        Statement statement = connection.createStatement()) {
      while (!Connections.isTrue(
          statement,
          "SELECT count(*) = 0 FROM pg_stat_activity"
              + " WHERE datname = 'quartet' AND backend_type = 'client backend'")) {
        Thread.sleep(50);
      }
      try (ResultSet row =
          statement.executeQuery(
              "SELECT sessions FROM pg_stat_database WHERE datname = 'quartet'")) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Test
  void copiesAreRestoredAndOtherTablesRefused() throws SQLException {
    RunPlan other = plan(servers.plan(), OptionalDouble.empty());
    Pgbench old = (Pgbench) other.workload();
    RunPlan larger =
        other.withWorkload(
            new Pgbench(
                old.program(),
                old.load(),
                old.scripts(),
                old.protocol(),
                Pgbench.Tables.ofScale(2),
                old.latencyLimit(),
                old.maxTries(),
                old.seed()));
    Refusals.assertRefused(() -> load(larger), "LOADED_OTHERWISE", "scale is 1, not 2");
    assertThat(
            Loading.load(
                servers.plan(),
                servers.deployment(),
                Loading.Start.FROM_SCRATCH,
                LoadListener.NONE))
        .allMatch(result -> result.action() == Action.LOADED);
    assertThat(LoadedState.isUsed(servers.database(A1, VmRole.OLTP), servers.deployment()))
        .isFalse();
    Snapshots.take(servers.plan(), servers.deployment(), CheckPolicy.CHANGED, RunListener.NONE);
    run(servers.plan());
    assertThat(LoadedState.isUsed(servers.database(A1, VmRole.OLTP), servers.deployment()))
        .isTrue();
    Snapshots.restore(servers.plan(), servers.deployment(), LoadListener.NONE);
    assertThat(rows(A1, "SELECT count(*) FROM pgbench_history")).isZero();
    assertThat(Map.of(A1, rows(A1, "SELECT count(*) FROM pgbench_accounts")))
        .containsEntry(A1, 100_000L);
  }
}
