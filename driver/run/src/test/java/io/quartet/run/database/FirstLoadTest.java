package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.TestDeployment;
import io.quartet.run.BenchmarkRun;
import io.quartet.run.LoadResults;
import io.quartet.run.Refusals;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.check.CheckSelection;
import io.quartet.run.check.Checking;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.database.Loading.Start;
import io.quartet.run.internal.LoadedState;
import io.quartet.run.progress.CheckListener;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first load of databases, and what needs one. */
@Tag("pg")
class FirstLoadTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  private static final String OTHER_SESSIONS =
      "SELECT pid::text FROM pg_stat_activity"
          + " WHERE datname = 'quartet' AND pid <> pg_backend_pid()"
          + " AND backend_type = 'client backend'";

  private TestDeployment servers;
  private RunPlan plan;
  private Deployment deployment;
  private DatabaseServer dss;
  private DatabaseServer oltp;

  @BeforeEach
  void up() throws IOException {
    servers = TestDeployment.ofOneSet("first-load-test");
    plan = servers.plan();
    deployment = servers.deployment();
    dss = servers.database(SET, VmRole.DSS);
    oltp = servers.database(SET, VmRole.OLTP);
  }

  @AfterEach
  void down() {
    servers.close();
  }

  private Map<String, String> content(DatabaseServer server) throws SQLException {
    return DatabaseContent.of(servers, server);
  }

  @Test
  void emptyDatabasesAreNotCopiedRestoredRunOnOrChecked() {
    Refusals.assertRefused(
        () -> Snapshots.restore(plan, deployment, LoadListener.NONE),
        "NO_SNAPSHOT",
        "load --snapshot");
    Refusals.assertRefused(
        () -> Snapshots.take(plan, deployment, CheckPolicy.ALWAYS, RunListener.NONE),
        "NOT_LOADED",
        "a1-vm2");
    assertThatThrownBy(
            () -> BenchmarkRun.run(plan, deployment, servers.results(), RunListener.NONE))
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo("NOT_LOADED");
              assertThat(e.kind()).isEqualTo(QuartetException.Kind.LOAD_OR_CHECK);
            });
    assertThat(servers.results()).doesNotExist();
    Refusals.assertRefused(
        () -> Checking.checkLoaded(plan, deployment, CheckSelection.all(), CheckListener.NONE),
        "NOT_LOADED",
        "a1-vm2");
  }

  /** A load of longer news, interrupted when the first rows are in VM3. */
  private void leaveBrokenLoadOfOtherRows() throws Exception {
    Thread loader = Thread.currentThread();
    LoadListener interrupter =
        new LoadListener() {
          @Override
          public void onLoadProgress(LoadProgress progress) {
            if (progress.vm().equals(oltp.vm()) && progress.share() > 0) {
              loader.interrupt();
            }
          }
        };
    RunPlan other = plan.withDatabase(plan.database().withNewsLength(2_000));
    assertThatThrownBy(() -> Loading.load(other, deployment, interrupter))
        .isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
    awaitEndOfSessions();
    Refusals.assertRefused(
        () -> Loading.load(plan, deployment, LoadListener.NONE),
        "LOADED_OTHERWISE",
        "holds an incomplete load",
        "news_length is 2000, not 1000",
        "--from-scratch");
  }

  /** Those of a loader that has ended keep its locks a moment longer. */
  private void awaitEndOfSessions() throws Exception {
    long limit = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    for (DatabaseServer server : deployment.databases()) {
      while (!servers.column(server, OTHER_SESSIONS).isEmpty()) {
        assertThat(System.nanoTime()).as("its sessions have ended").isLessThan(limit);
        Thread.sleep(20);
      }
    }
  }

  @Test
  void serverThatIsKilledDuringALoadFromScratchComesBackAndGetsAllRows() throws Exception {
    leaveBrokenLoadOfOtherRows();
    Killer killer = new Killer();
    assertThat(
            LoadResults.actions(
                deployment, Loading.load(plan, deployment, Start.FROM_SCRATCH, killer)))
        .containsExactly(Action.LOADED);
    for (DatabaseServer server : deployment.databases()) {
      assertThat(LoadedState.read(server, deployment)).contains(LoadedState.expected(plan, server));
    }
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
        servers.postmaster(oltp).destroyForcibly();
      }
    }
  }
}
