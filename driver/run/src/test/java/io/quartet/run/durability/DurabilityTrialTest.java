package io.quartet.run.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Purpose;
import io.quartet.provision.TestDeployment;
import io.quartet.results.CheckRow;
import io.quartet.results.ConservationRow;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.AcknowledgedCsv;
import io.quartet.results.evidence.Acknowledgement;
import io.quartet.results.evidence.Acknowledgement.What;
import io.quartet.results.evidence.Durability;
import io.quartet.results.evidence.Durability.Kill;
import io.quartet.results.evidence.Durability.Missing;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.LoadedSet;
import io.quartet.run.progress.RunListener;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** One database pair whose VM3 is killed under load: as it should be, and with lazy commits. */
@Tag("pg")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DurabilityTrialTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);
  private static final long MADE_UP = 1;

  private TestDeployment servers;
  private RunPlan plan;
  private Deployment deployment;
  private DatabaseServer vm3;

  @BeforeAll
  void up() throws Exception {
    servers =
        LoadedSet.up(
            "durability-test", plan -> TestPlans.withOneSet(plan, 2, Duration.ofSeconds(5), 8));
    plan = servers.plan();
    deployment = servers.deployment();
    vm3 = servers.database(SET, VmRole.OLTP);
    // As a run leaves them, for good: a kill may lose all that a run has done, and then the checks
    // that hold only right after a load would be made on VM2, which has not lost it.
    servers.execute(vm3, "SELECT nextval('trade_id_seq')");
    // No run has to restart a server whose WAL writer is held up: that one could not end.
    deployment.databases().forEach(server -> deployment.prepare(server, Purpose.RUNNING));
  }

  @AfterAll
  void down() {
    servers.close();
  }

  private DurabilityTrial.Result killOnce() {
    return DurabilityTrial.of(plan, new KillPlan(Optional.empty(), Optional.empty(), 1))
        .run(deployment, servers.results(), RunListener.NONE);
  }

  /** It would write each page of the log as soon as it is full, and lose next to nothing. */
  private void holdUpWalWriter() throws Exception {
    String process =
        servers
            .column(vm3, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'")
            .get(0);
    assertThat(new ProcessBuilder("kill", "-STOP", process).start().waitFor()).isZero();
  }

  @Test
  void everyAcknowledgedTradeIsThereAfterTheKillAndTheTimesAreKnown() throws Exception {
    DurabilityTrial.Result result = killOnce();

    ResultsFolder folder = ResultsFolder.open(result.folder());
    RunResults read = RunResults.read(folder);
    Durability found = result.durability();
    assertThat(found.acknowledged().examples()).isEmpty();
    assertThat(found.isProven()).isTrue();
    assertThat(Durability.read(folder)).isEqualTo(found);
    assertThat(found.kills())
        .singleElement()
        .satisfies(
            kill -> {
              assertThat(kill.vm()).isEqualTo("a1-vm3");
              assertThat(kill.phase()).isEqualTo("2");
              assertThat(kill.steadySeconds()).isBetween(5.0, 9.9);
              assertThat(kill.throughputBefore()).isPositive();
              assertThat(kill.lostMillis()).isLessThanOrEqualTo(kill.applicationRecoveryMillis());
              assertThat(kill.databaseRecoveryMillis()).isPositive();
            });
    Kill kill = found.kills().get(0);
    // Told in whole seconds; the cluster made its own one before the run at the latest.
    assertThat(kill.checkpointUtcMillis())
        .isBetween(
            kill.utcMillis() - 1_000 - (long) (1e3 * kill.steadySeconds()), kill.utcMillis());
    assertThat(read.events().stream().map(logged -> logged.event().name()))
        .containsSubsequence("serverKilled", "serverRecovered");

    // The journal and the bookkeeping are two countings of the same answers.
    assertThat(read.conservation())
        .singleElement()
        .matches(ConservationRow::isConserved)
        .satisfies(
            row -> {
              assertThat(found.acknowledged().orders()).isEqualTo(row.ordersAccepted());
              assertThat(found.acknowledged().results()).isEqualTo(row.resultsCommitted());
            });
    assertThat(read.checks()).allMatch(CheckRow::hasPassed);
    assertThat(Files.readString(folder.file(Manifest.NAME)))
        .contains(AcknowledgedCsv.NAME, Durability.NAME);

    lookUpNoticesWhatIsNotThere(folder);
  }

  private void lookUpNoticesWhatIsNotThere(ResultsFolder folder) throws Exception {
    List<Acknowledgement> all = new ArrayList<>();
    new RunFiles(folder).acknowledged(all::add).orRefuse();
    long completed =
        all.stream()
            .filter(one -> one.what() == What.RESULT)
            .mapToLong(Acknowledgement::trade)
            .findFirst()
            .orElseThrow();
    Files.writeString(
        folder.file(AcknowledgedCsv.NAME),
        "1000,a1," + MADE_UP + ",order\n",
        StandardOpenOption.APPEND);
    servers.execute(vm3, "UPDATE trade SET t_st_id = 'SBMT' WHERE t_id = " + completed);
    try (Databases databases = new Databases(deployment)) {
      Durability.Acknowledged found = AcknowledgedTrades.lookUp(folder, deployment, databases);
      assertThat(found.missing()).isEqualTo(2);
      assertThat(found.examples())
          .extracting(Missing::trade, Missing::what, Missing::found)
          .containsExactlyInAnyOrder(
              tuple(completed, "result", "SBMT"), tuple(MADE_UP, "order", ""));
    } finally {
      servers.execute(vm3, "UPDATE trade SET t_st_id = 'CMPT' WHERE t_id = " + completed);
    }
  }

  @Test
  void serverThatAnswersBeforeItHasWrittenIsFoundOut() throws Exception {
    servers.execute(
        vm3,
        "ALTER DATABASE quartet SET synchronous_commit = off",
        "ALTER SYSTEM SET bgwriter_lru_maxpages = 0",
        "SELECT pg_reload_conf()");
    holdUpWalWriter();

    Durability found;
    try {
      found = killOnce().durability();
    } finally {
      servers.startMissing();
      servers.execute(
          vm3,
          "ALTER DATABASE quartet RESET synchronous_commit",
          "ALTER SYSTEM RESET bgwriter_lru_maxpages",
          "SELECT pg_reload_conf()");
    }

    assertThat(found.isProven()).isFalse();
    assertThat(found.acknowledged().missing()).isPositive();
    assertThat(found.acknowledged().examples())
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(Durability.MOST_EXAMPLES)
        .allMatch(trade -> trade.set().equals("a1"))
        .allMatch(trade -> trade.utcMillis() <= found.kills().get(0).utcMillis() + 1_000);
  }
}
