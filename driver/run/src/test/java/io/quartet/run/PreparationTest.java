package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Deployment;
import io.quartet.provision.MachineListener;
import io.quartet.provision.Ownership;
import io.quartet.provision.RunningTierA;
import io.quartet.provision.TestProcesses;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.provision.hosts.HostsProvider;
import io.quartet.results.RunState;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import io.quartet.testkit.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Tier A that is gone before the load begins: the run ends with it. */
@Tag("process")
class PreparationTest {

  private static final VmSet SET = new VmSet(VmGroup.A, 1);

  @TempDir Path root;
  @TempDir Path results;

  private RunPlan plan() {
    return TestPlans.withoutDatabases(
        TestPlans.withOneSet(
            TestPlans.small("preparation-test", root, FreePorts.next()),
            1,
            Duration.ofSeconds(1),
            8));
  }

  /** Does something once all Tier As are there. */
  private static final class AfterTheStart implements RunListener {
    private final Runnable action;
    private ResultsFolder folder;

    AfterTheStart(Runnable action) {
      this.action = action;
    }

    @Override
    public void onResultsFolder(Path made) {
      folder = new ResultsFolder(made);
    }

    @Override
    public void onStageEnd(Stage stage, Duration length) {
      if (stage == Stage.PREPARE) {
        action.run();
      }
    }
  }

  private void assertStopped(
      RunPlan plan, Deployment deployment, Runnable loss, String code, String... parts) {
    AfterTheStart listener = new AfterTheStart(loss);
    Refusals.assertRefused(
        () -> BenchmarkRun.run(plan, deployment, results, listener), code, parts);
    assertThat(Thread.interrupted()).isFalse();
    RunState state = RunState.read(listener.folder);
    assertThat(state.state()).isEqualTo(RunState.State.ABORTED);
    assertThat(state.reason()).contains(parts);
  }

  @Test
  void processThatEndsStopsTheRunWithItsExitStatusAndLog() throws Exception {
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    RunPlan plan = plan();
    EmbeddedProvider provider = new EmbeddedProvider();
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      assertStopped(
          plan,
          deployment,
          () -> TestProcesses.killTierA(deployment.tierA(SET).address()),
          "TIER_A_ENDED",
          "a1-vm1, the Tier A of set a1 at 127.1.1.1",
          "ended with exit status 137 before the load began",
          "logs/a1-vm1.log in the results folder");
    } finally {
      provider.down(plan);
    }
  }

  @Test
  void serviceWhoseConnectionIsLostStopsTheRun() {
    RunPlan plan = plan();
    RunningTierA tierA = new RunningTierA(plan, plan.userSessions());
    RunPlan onHosts = tierA.on(plan);
    try (Deployment deployment = new HostsProvider(MachineListener.NONE).attach(onHosts)) {
      assertStopped(
          onHosts,
          deployment,
          tierA::close,
          "TIER_A_UNREACHABLE",
          "a1-vm1, the Tier A of set a1 at " + tierA.address(),
          "the connection was lost (",
          "before the load began",
          "journal of its service");
    } finally {
      tierA.close();
    }
  }
}
