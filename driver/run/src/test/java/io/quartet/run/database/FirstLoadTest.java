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
import io.quartet.run.check.CheckSelection;
import io.quartet.run.check.Checking;
import io.quartet.run.database.LoadResult.Action;
import io.quartet.run.progress.CheckListener;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first load of databases, and what needs one. */
@Tag("pg")
class FirstLoadTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

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
  void nothingToCopyAndNothingToBringBackIsRefused() {
    Refusals.assertRefused(
        () -> Snapshots.restore(plan, deployment, LoadListener.NONE),
        "NO_SNAPSHOT",
        "load --snapshot");
    Refusals.assertRefused(() -> Snapshots.take(plan, deployment), "NOT_LOADED", "a1-vm2");
  }

  @Test
  void emptyDatabasesAreRefused() {
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

  @Test
  void serverThatIsKilledDuringItsLoadComesBackAndGetsAllRows() throws Exception {
    Killer killer = new Killer();
    assertThat(LoadResults.actions(deployment, Loading.load(plan, deployment, killer)))
        .containsExactly(Action.LOADED);
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
