package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.audit.ValidityRules;
import io.quartet.books.Backlog;
import io.quartet.books.CellRow;
import io.quartet.books.DriverHealth;
import io.quartet.books.Live;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.results.Check;
import io.quartet.results.RunInfo;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.ShareCell;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.WorkerFacts;
import io.quartet.run.progress.RunListener;
import io.quartet.testkit.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs with worker processes on Tier A processes that answer at once. */
@Tag("process")
class WorkersRunTest {

  private static final int SETS = 2;

  /** On a busy machine a second may be lost; that is the machine's affair. */
  private static final Set<String> OF_THE_MACHINE = Set.of("driver-not-bottleneck");

  @TempDir Path root;
  @TempDir Path results;

  private final EmbeddedProvider provider = new EmbeddedProvider();

  @BeforeEach
  void letServersIn() throws Exception {
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private RunPlan plan(int workers, Duration phase) {
    int port = FreePorts.next();
    return TestPlans.withoutDatabases(
        TestPlans.withPhases(
            TestPlans.small("workers-" + workers, root, port),
            new PhaseTable("custom", Collections.nCopies(10, LoadShare.of(60, 40, 0, 0)))),
        SETS,
        phase,
        new Driver(workers, List.of(), Optional.empty()));
  }

  private RunResults run(RunPlan plan, RunListener listener) {
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      RunResult result = BenchmarkRun.run(plan, deployment, results, listener);
      ResultsFolder folder = ResultsFolder.open(result.folder());
      assertThat(Manifest.differences(folder)).isEmpty();
      return RunResults.read(folder);
    } finally {
      provider.down(plan);
    }
  }

  private static Set<String> broken(RunResults results) {
    return ValidityRules.evaluate(results).broken().stream()
        .map(Check::id)
        .filter(id -> !OF_THE_MACHINE.contains(id))
        .collect(Collectors.toSet());
  }

  private static List<ProcessHandle> processes(List<WorkerFacts> workers) {
    List<ProcessHandle> processes = new ArrayList<>();
    workers.forEach(worker -> ProcessHandle.of(worker.processId()).ifPresent(processes::add));
    return processes;
  }

  @Test
  void folderOfTwoWorkersIsJudgedLikeThatOfOneProcess() {
    RunResults alone = run(plan(1, Duration.ofSeconds(1)), RunListener.NONE);
    RunPlan plan = plan(2, Duration.ofSeconds(1));
    RunResults merged = run(plan, RunListener.NONE);

    assertThat(merged.state()).map(RunState::state).hasValue(RunState.State.FINISHED);
    assertThat(broken(merged)).isEqualTo(broken(alone)).containsExactly("databases");
    assertThat(merged.phases()).hasSameSizeAs(alone.phases()).allMatch(CellRow::isBalanced);
    assertThat(merged.phases().stream().filter(row -> row.started() > 0).map(CellRow::set))
        .containsAll(plan.sets());
    assertThat(merged.figures().shares()).hasSize(2 * 10).allMatch(ShareCell::isWithinTolerance);
    assertThat(merged.phaseLatencies().values().stream().mapToLong(h -> h.getTotalCount()).sum())
        .isEqualTo(merged.phases().stream().mapToLong(CellRow::finished).sum());
    assertThat(alone.driver()).map(DriverHealth::worker).containsOnly(0);
    assertThat(merged.driver()).map(DriverHealth::worker).containsOnly(1, 2);
    assertThat(alone.info().workers()).isEmpty();
    assertThat(merged.info().workers()).hasSize(2);
    assertThat(merged.info().workers().get(0).sets()).containsExactly("a1", "b1");
    assertThat(merged.folder().file("stats/host/processes.csv")).content().contains(",worker-2,");
    assertThat(merged.folder().file("logs/worker-2.log")).exists();
    assertThat(processes(merged.info().workers())).isEmpty();
  }

  /** Kills the second worker in the third phase: by then it has reported load of its own. */
  private static final class Killer implements RunListener {
    private Path folder;
    private boolean hasKilled;

    @Override
    public void onResultsFolder(Path made) {
      folder = made;
    }

    @Override
    public void onProgress(Live live, Backlog backlog) {
      if (!hasKilled && live.segment().isMeasured() && phase(live) >= 3) {
        hasKilled = true;
        RunInfo info = RunInfo.read(ResultsFolder.open(folder));
        processes(info.workers()).get(1).destroyForcibly();
      }
    }
  }

  private static int phase(Live live) {
    return Integer.parseInt(live.segment().name());
  }

  @Test
  void killedWorkerMakesTheRunInvalidAndLeavesItReadable() {
    RunResults read = run(plan(2, Duration.ofSeconds(2)), new Killer());

    assertThat(read.state()).map(RunState::state).hasValue(RunState.State.FINISHED);
    assertThat(broken(read)).contains("workers");
    assertThat(broken(read)).doesNotContain("bookkeeping", "shares", "phases-measured");
    assertThat(LoggedEvent.only(read.events(), RunEvent.WorkerLost.class)).hasSize(1);
    assertThat(read.phases()).allMatch(CellRow::isBalanced);
    assertThat(read.phases())
        .anyMatch(row -> row.set().number() == 2 && row.started() > 0)
        .anyMatch(row -> row.set().number() == 1 && row.phase().equals("10") && row.started() > 0);
  }
}
