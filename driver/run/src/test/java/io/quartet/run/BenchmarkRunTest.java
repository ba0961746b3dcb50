package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.audit.ValidityRules;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.TestDeployment;
import io.quartet.results.Check;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.RunFigures;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.results.evidence.AcidEvidence;
import io.quartet.results.evidence.OrderInputs;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.PhaseStatistics;
import io.quartet.results.statistics.Statistic;
import io.quartet.results.system.LoadedTable;
import io.quartet.run.acid.AcidTrial;
import io.quartet.run.check.CheckReport;
import io.quartet.run.check.CheckResult;
import io.quartet.run.check.CheckSelection;
import io.quartet.run.check.Checking;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.Loading;
import io.quartet.run.internal.Moment;
import io.quartet.run.internal.RefusingTriggers;
import io.quartet.run.internal.TableSums;
import io.quartet.run.internal.check.CheckFile;
import io.quartet.run.internal.check.CheckMemory;
import io.quartet.run.internal.check.CheckPass;
import io.quartet.run.internal.check.CheckSession;
import io.quartet.run.internal.collect.SettingsCapture;
import io.quartet.run.progress.CheckListener;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Check and run on four real databases. The tests share them, because loading is most of the time;
 * each leaves databases on which every other one can run. {@code e2e} has all Groups.
 */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BenchmarkRunTest {

  private static final VmSet VICTIM = new VmSet(VmGroup.D, 1);

  /** Group A loads two Load Units and runs on one. */
  private static final VmSet HALF_IDLE = new VmSet(VmGroup.A, 1);

  /** Shares of the two Groups that have VMs. */
  private static final PhaseTable SHARES =
      new PhaseTable(
          "custom",
          List.of(
              LoadShare.of(50, 0, 0, 50),
              LoadShare.of(80, 0, 0, 20),
              LoadShare.of(20, 0, 0, 80),
              LoadShare.of(50, 0, 0, 50)));

  /** It has these after some seconds, also on a busy machine. */
  private static final int TRADES = 150;

  private static final int MOST_PHASES = 200;

  private static final String FIRST_UNITS =
      "SELECT DISTINCT first_unit::text FROM quartet_load_step"
          + " WHERE table_name = 'trade' AND units > 0 ORDER BY 1";

  private static final Map<VmGroup, Integer> LOADED =
      Map.of(VmGroup.A, 2, VmGroup.B, 1, VmGroup.C, 1, VmGroup.D, 1);
  private static final Map<VmGroup, Integer> ACTIVE =
      Map.of(VmGroup.A, 1, VmGroup.B, 1, VmGroup.C, 1, VmGroup.D, 1);

  private TestDeployment servers;
  private RunPlan plan;
  private Deployment deployment;
  private DatabaseServer halfIdle;

  @BeforeAll
  void load() throws IOException, SQLException {
    servers =
        TestDeployment.up(
            "run-test",
            small -> TestPlans.withLoadUnits(TestPlans.withPhases(small, SHARES), LOADED, ACTIVE));
    plan = servers.plan();
    deployment = servers.deployment();
    halfIdle = servers.database(HALF_IDLE, VmRole.OLTP);
    // A database has no more parts than Load Units. The rows are those of one process: LoadInParts.
    assertThat(
            LoadResults.actions(
                deployment, Loading.loadInParts(plan, deployment, 3, LoadListener.NONE)))
        .containsExactly(LoadResult.Action.LOADED);
    assertThat(servers.column(halfIdle, FIRST_UNITS)).containsExactly("0", "1");
    assertThat(servers.column(servers.database(VICTIM, VmRole.OLTP), FIRST_UNITS))
        .containsExactly("0");
    // As a run leaves them, whichever test comes first: some checks hold only right after a load.
    for (VmSet set : plan.sets()) {
      servers.execute(servers.database(set, VmRole.OLTP), "SELECT nextval('trade_id_seq')");
    }
  }

  @BeforeEach
  void startMissing() {
    servers.startMissing();
  }

  @AfterAll
  void down() {
    servers.close();
  }

  /** Interrupts the run as a signal does, at the third check after the load. */
  private static final class InterruptedChecks implements RunListener {
    private final Thread runner = Thread.currentThread();
    private final AtomicInteger after = new AtomicInteger();
    private Path folder;

    @Override
    public void onResultsFolder(Path made) {
      folder = made;
    }

    @Override
    public void onCheck(CheckRow row, int done, int total) {
      if (row.moment().equals(CheckRow.AFTER) && after.incrementAndGet() == 3) {
        runner.interrupt();
      }
    }
  }

  /** A growing run whose checks are interrupted, and which is completed then. */
  private RunResult interruptedAndFinished() {
    RunPlan growing = TestPlans.growing(plan, TRADES, MOST_PHASES);
    InterruptedChecks stop = new InterruptedChecks();
    Refusals.assertRefused(
        () -> BenchmarkRun.run(growing, deployment, servers.results(), stop),
        "INTERRUPTED",
        "during the checks after the run. The measurement is complete");
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    RunResults cut = RunResults.read(ResultsFolder.open(stop.folder));
    assertThat(cut.state().orElseThrow().description())
        .isEqualTo("measured, checks incomplete: interrupted by a signal");
    assertThat(Manifest.differences(cut.folder())).isEmpty();
    assertThat(ValidityRules.evaluate(cut).broken())
        .map(Check::id)
        .contains("state")
        .doesNotContain("conservation", "consistency-after", "bookkeeping", "evidence");
    List<CheckRow> kept = after(cut);
    assertThat(kept).hasSizeGreaterThanOrEqualTo(3).allMatch(CheckRow::hasPassed);
    assertThat(kept).hasSizeLessThan(cut.checks().size() - kept.size());

    RunResult result = RunCompletion.of(stop.folder).run(deployment, RunListener.NONE);

    RunResults finished = RunResults.read(ResultsFolder.open(result.folder()));
    assertThat(after(finished)).containsAll(kept).doesNotHaveDuplicates();
    assertThat(after(finished))
        .map(row -> row.vm() + " " + row.check())
        .doesNotHaveDuplicates()
        .hasSize(finished.checks().size() / 2);
    Refusals.assertRefused(
        () -> RunCompletion.of(stop.folder), "NOTHING_TO_FINISH", "this run is finished");
    return result;
  }

  private static List<CheckRow> after(RunResults run) {
    return run.checks().stream().filter(row -> row.moment().equals(CheckRow.AFTER)).toList();
  }

  @Test
  void growingRunWhoseChecksAreInterruptedIsFinishedLaterAsIfItHadNotBeen() throws Exception {
    // As a test of atomicity leaves them that was killed: no transaction would come through.
    servers.execute(halfIdle, RefusingTriggers.INSTALL);
    RunResult result = interruptedAndFinished();
    RunResults read = RunResults.read(ResultsFolder.open(result.folder()));
    assertThat(read.state()).map(RunState::state).hasValue(RunState.State.FINISHED);
    assertThat(read.conservation()).hasSize(2).allMatch(row -> row.isConserved());
    assertEndedWithThePhaseInWhichItHadItsTrades(read);
    // A driver that gets no processor, and users that wait for it, are the test machine's affair.
    assertThat(result.verdict().broken())
        .map(Check::id)
        .as("%s", result.verdict().broken())
        .isSubsetOf("littles-law", "driver-not-bottleneck");
    assertThat(read.checks()).allMatch(CheckRow::hasPassed);
    assertThat(read.checks())
        .filteredOn(row -> row.moment().equals("before"))
        .as("those of used databases; e2e has all")
        .hasSizeGreaterThan(4 * 40);
    assertThat(read.checks()).map(CheckRow::moment).contains("after");
    assertThat(read.events())
        .map(logged -> logged.event().name())
        .contains("quietStart", "runStart", "phaseInEffect", "runEnd");
    assertThat(Files.readString(result.folder().resolve("run.json")))
        .contains("\"engineSessions\"", "enable_seqscan=off");
    assertThat(result.folder().resolve("settings/a1-vm2.json")).exists();
    for (String source : List.of("pg_stat_database", "tables", "indexes", "sizes")) {
      assertThat(result.folder().resolve("stats/a1-vm3/" + source + ".csv")).isNotEmptyFile();
    }
    // A fast database is idle at most moments: of four, one was met at work.
    assertThat(read.info().plan().databases())
        .anyMatch(vm -> read.folder().has("stats/" + vm + "/waits.csv"));
    PhaseStatistics statistics =
        PhaseStatistics.read(ResultsFolder.open(result.folder()), read.figures(), List.of());
    assertThat(statistics.problems()).isEmpty();
    assertThat(statistics.groups())
        .hasSize((read.info().plan().timeline().phases().size() + 1) * 2)
        .allMatch(group -> group.value(Statistic.TRANSACTIONS).isPresent())
        .filteredOn(group -> group.phase().equals(Activity.ALL_PHASES))
        .allMatch(group -> group.value(Statistic.WAL_BYTES).orElse(0) > 0)
        .allMatch(group -> group.processors().orElse(0) > 0);
    assertThat(result.folder().resolve("stats/host/processes.csv"))
        .content()
        .contains(",driver,", ",a1-vm1,", ",d1-vm3,", ",collectors,");
    assertThat(result.folder().resolve("stats/host/cpu.csv")).exists();
    assertThat(result.folder().resolve("stats/host/disk.csv")).exists();
    RunFiles written = new RunFiles(read.folder());
    assertThat(
            written.orderInputs().orRefuse().orElseThrow().stream()
                .mapToLong(OrderInputs::orders)
                .sum())
        .isEqualTo(read.conservation().stream().mapToLong(ConservationRow::ordersAccepted).sum())
        .isPositive();
    assertThat(written.schema("a1-vm2").orRefuse().orElseThrow())
        .contains("column trade.t_id bigint NOT NULL")
        .isNotEqualTo(written.schema("a1-vm3").orRefuse().orElseThrow())
        .isEqualTo(written.schema("d1-vm2").orRefuse().orElseThrow());
    assertThat(written.loaded().orRefuse().orElseThrow())
        .hasSize(4 * 33)
        .allMatch(table -> table.firstUtcMillis() <= table.lastUtcMillis())
        .allMatch(table -> table.lastUtcMillis() < read.info().startedUtcMillis())
        .filteredOn(table -> table.table().equals("customer"))
        .extracting(LoadedTable::rows)
        .containsExactlyInAnyOrder(2_000L, 2_000L, 1_000L, 1_000L);
    assertThat(read.info().vms().get(0).program().programSha256()).hasSize(64);
    assertThat(read.info().vms().get(0).streamSeeds()).hasSize(6);
    assertThat(Manifest.differences(ResultsFolder.open(result.folder()))).isEmpty();
    assertOnlyTheActiveLoadUnitsWereUsed();

    String line = Files.readString(deployment.passwordFile()).strip();
    String password = line.substring(line.lastIndexOf(':') + 1);
    try (Stream<Path> files = Files.walk(result.folder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(password);
      }
    }
  }

  private static void assertEndedWithThePhaseInWhichItHadItsTrades(RunResults read) {
    RunPlan asRun = read.info().plan();
    assertThat(asRun.schedule().growth().orElseThrow().phases()).isLessThan(MOST_PHASES);
    RunFigures figures = new RunFigures(asRun, read.phases());
    assertThat(figures.phases())
        .isEqualTo(asRun.timeline().phases().stream().map(Segment::name).toList());
    assertThat(figures.counted()).isGreaterThanOrEqualTo(TRADES);
  }

  private void assertOnlyTheActiveLoadUnitsWereUsed() throws SQLException {
    // Ids of the second Load Unit on. Source: docs/spec/population.md, "Ids".
    assertThat(
            figures(
                "SELECT count(*) FILTER (WHERE t_ca_id <= 43000010000)"
                    + ", count(*) FILTER (WHERE t_ca_id > 43000010000)"
                    + " FROM trade WHERE t_id > 200000000000000 + 58176 * 2"))
        .satisfies(
            trades -> {
              assertThat(trades.get(0)).isPositive();
              assertThat(trades.get(1)).isZero();
            });
    assertThat(
            figures(
                "SELECT count(*) FILTER (WHERE s_co_id <= 4300000500)"
                    + ", count(*) FILTER (WHERE s_co_id > 4300000500)"
                    + " FROM last_trade JOIN security ON s_symb = lt_s_symb"
                    + " WHERE lt_dts > (SELECT min(lt_dts) FROM last_trade)"))
        .satisfies(
            prices -> {
              assertThat(prices.get(0)).isPositive();
              assertThat(prices.get(1)).isZero();
            });
  }

  private List<Long> figures(String query) throws SQLException {
    try (Databases databases = new Databases(deployment);
        Connection connection = databases.connect(halfIdle);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return List.of(row.getLong(1), row.getLong(2));
    }
  }

  @Test
  void brokenInvariantIsShownWithSomeOfItsRows() throws SQLException {
    CheckSelection two = CheckSelection.only(List.of("I01", "I20"));
    servers.execute(halfIdle, "UPDATE broker SET b_num_trades = b_num_trades + 1");
    CheckReport report = Checking.checkLoaded(plan, deployment, two, CheckListener.NONE);
    servers.execute(halfIdle, "UPDATE broker SET b_num_trades = b_num_trades - 1");

    assertThat(report.hasPassed()).isFalse();
    assertThat(report.results()).hasSize(4).extracting(CheckResult::number).containsOnly("I01");
    assertThat(report.results())
        .filteredOn(result -> !result.hasPassed())
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.row().vm()).isEqualTo("a1-vm3");
              assertThat(result.row().rows()).isEqualTo(20);
              assertThat(result.title()).contains("broker");
              assertThat(result.examples())
                  .hasSize(5)
                  .allMatch(example -> example.matches("b_id=43000000\\d\\d, .+=\\d+.*"));
            });
    assertThat(report.leftOut()).containsExactly("I20");
    assertThat(report.usedDatabases()).hasSize(4);
    assertThat(Checking.checkLoaded(plan, deployment, two, CheckListener.NONE).hasPassed())
        .isTrue();
    assertThatThrownBy(
            () ->
                Checking.checkLoaded(
                    plan, deployment, CheckSelection.only(List.of("I20")), CheckListener.NONE))
        .isInstanceOfSatisfying(
            QuartetException.class, e -> assertThat(e.code()).isEqualTo("NOTHING_TO_CHECK"));
  }

  @Test
  void settingsAreThoseOfTheServerAndTheRole() {
    try (Databases databases = new Databases(deployment)) {
      databases.execute(halfIdle, "ALTER ROLE quartet SET lock_timeout = '7s'");
      databases.execute(halfIdle, "ALTER ROLE quartet SET search_path = public, pg_catalog");
      assertThat(SettingsCapture.read(halfIdle, deployment.passwordFile()))
          .map(JsonNode::toString)
          .anyMatch(setting -> setting.matches(".*\"lock_timeout\".*\"7000\".*\"user\".*"))
          .anyMatch(setting -> setting.matches(".*\"public, pg_catalog\".*\"user\".*"))
          .filteredOn(setting -> setting.contains("\"source\":\"client\""))
          .map(setting -> setting.split("\"")[3])
          .isSubsetOf(
              "application_name", "client_encoding", "DateStyle", "extra_float_digits", "TimeZone");
      databases.execute(halfIdle, "ALTER ROLE quartet RESET ALL");
    }
  }

  @Test
  void checkIsBoundedInMemoryAndCanBeCancelled() throws Exception {
    try (Databases databases = new Databases(deployment);
        Connection connection = databases.connect(halfIdle);
        CheckSession session =
            new CheckSession(
                Moment.BEFORE,
                "a1-vm3",
                connection,
                new CheckMemory(4_096, 0),
                List.of(),
                List.of())) {
      CheckResult settings =
          session.run(
              check(
                  "SELECT current_setting('work_mem') AS memory"
                      + ", current_setting('hash_mem_multiplier') AS multiplier"
                      + ", current_setting('max_parallel_workers_per_gather') AS workers"));
      assertThat(settings.examples()).containsExactly("memory=4MB, multiplier=1, workers=0");

      CompletableFuture<Throwable> endless =
          CompletableFuture.supplyAsync(
              () -> catchThrowable(() -> session.run(check("SELECT pg_sleep(3600)"))));
      while (!endless.isDone()) {
        session.cancel();
        Thread.onSpinWait();
      }
      assertThat(endless.get())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    }
  }

  private static CheckFile check(String query) {
    return check("I99", query);
  }

  private static CheckFile check(String number, String query) {
    return new CheckFile("test", number, CheckFile.ANY_TIME, "a test", query);
  }

  @Test
  void passesSettleOnlyChecksWhoseFiguresAddUpToZero() throws SQLException {
    List<CheckPass> passes =
        List.of(
            new CheckPass(
                "one", List.of("I96", "I97", "I98"), "SELECT 2 AS i96, 2 AS i97, 0 AS i98"),
            new CheckPass("two", List.of("I96", "I97"), "SELECT -2 AS i96, -1 AS i97"),
            new CheckPass("three", List.of("I98"), "SELECT NULL::bigint AS i98"),
            new CheckPass("four", List.of("I99"), "SELECT 1 / 0 AS i99"),
            new CheckPass("five", List.of("I00"), "SELECT no_column AS i00"));
    List<CheckFile> checks =
        Stream.of("I95", "I96", "I97", "I98", "I99").map(each -> check(each, "SELECT 1")).toList();
    try (Databases databases = new Databases(deployment);
        Connection connection = databases.connect(halfIdle);
        CheckSession session =
            new CheckSession(
                Moment.BEFORE, "a1-vm3", connection, new CheckMemory(4_096, 0), passes, checks)) {
      for (CheckFile check : checks) {
        assertThat(session.run(check).row().rows())
            .as(check.number())
            .isEqualTo(check.number().equals("I96") ? 0 : 1);
      }
    }
  }

  @Test
  void brokenInvariantIsFoundBehindASharedPass() throws SQLException {
    servers.execute(halfIdle, "UPDATE broker SET b_num_trades = b_num_trades + 1");
    CheckReport report =
        Checking.checkLoaded(plan, deployment, CheckSelection.all(), CheckListener.NONE);
    servers.execute(halfIdle, "UPDATE broker SET b_num_trades = b_num_trades - 1");

    assertThat(report.results())
        .filteredOn(result -> !result.hasPassed())
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.number()).isEqualTo("I01");
              assertThat(result.row().rows()).isEqualTo(20);
            });
  }

  @Test
  void writersThatFailLeaveNoTraceAndTransactionsThatMeetKeepTheirLevels() throws SQLException {
    AcidEvidence evidence = AcidTrial.prove(plan, deployment, step -> {});

    assertThat(evidence.atomicity())
        .hasSizeGreaterThan(30)
        .allSatisfy(step -> assertThat(step.hasPassed()).as("%s", step).isTrue());
    assertThat(evidence.isolation())
        .hasSize(6)
        .allSatisfy(step -> assertThat(step.hasPassed()).as("%s", step).isTrue());
    assertThat(evidence.set()).isEqualTo("a1");
    assertThat(evidence.settings().keySet()).containsExactly("a1-vm2", "a1-vm3");
    assertThat(evidence.settings().get("a1-vm3").get("server_version")).isNotEmpty();
    assertThat(evidence.settings().get("a1-vm3").get("session_replication_role"))
        .isEqualTo("origin");
    // Nothing of the test's own is left in the way of the next run.
    assertThat(
            figures(
                "SELECT (SELECT count(*) FROM pg_trigger WHERE tgname = 'quartet_acid')"
                    + ", (SELECT count(*) FROM pg_proc WHERE proname = 'quartet_acid')"))
        .containsExactly(0L, 0L);
  }

  @Test
  void tableSumsTellEveryChangeOfAValueAndNoOther() throws SQLException {
    try (Databases databases = new Databases(deployment);
        Connection connection = databases.connect(servers.database(VICTIM, VmRole.OLTP));
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      TableSums before = TableSums.read(connection);
      statement.execute("UPDATE sector SET sc_name = sc_name");
      assertThat(TableSums.read(connection).differences(before)).isEmpty();
      statement.execute("UPDATE last_trade SET lt_vol = lt_vol + 1");
      assertThat(TableSums.read(connection).differences(before)).containsExactly("last_trade");
      connection.rollback();
    }
  }

  @Test
  void databaseKilledDuringTheRunMakesItInvalidAndReadable() {
    DatabaseServer victim = deployment.database(VICTIM, VmRole.OLTP);
    RunListener killer =
        new RunListener() {
          @Override
          public void onEvent(LoggedEvent logged) {
            if (logged.event().equals(new RunEvent.PhaseSwitch("2"))) {
              servers.postmaster(victim).destroyForcibly();
            }
          }
        };
    RunResult result = BenchmarkRun.run(plan, deployment, servers.results(), killer);
    assertThat(result.verdict().isValid()).isFalse();
    assertThat(result.verdict().exitCode()).isEqualTo(4);
    assertThat(result.verdict().broken())
        .map(Check::id)
        .contains("nothing-lost", "consistency-after")
        .as("of trades and checks nothing is known")
        .doesNotContain("conservation", "check-list");
    RunResults read = RunResults.read(ResultsFolder.open(result.folder()));
    assertThat(read.state()).map(RunState::state).hasValue(RunState.State.FINISHED);
    assertThat(LoggedEvent.only(read.events(), VmTrouble.class))
        .anyMatch(
            trouble ->
                trouble.kind() == VmTrouble.Kind.DATABASE_LOST && trouble.vm().equals(victim.vm()));
    assertThat(read.checks())
        .filteredOn(row -> !row.hasPassed())
        .isNotEmpty()
        .allMatch(row -> row.vm().equals(victim.vm()))
        .map(CheckRow::check)
        .containsOnly(Checking.UNREACHABLE);
  }
}
