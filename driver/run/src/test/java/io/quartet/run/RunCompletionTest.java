package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.results.DriverProcess;
import io.quartet.results.RunState;
import io.quartet.results.SimulatedRun;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.progress.RunListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that cannot be completed; {@link BenchmarkRunTest} completes one. */
@Tag("unit")
class RunCompletionTest {

  private static final RunState CUT_SHORT = RunState.running().measured("stopped by a test", 7);

  @TempDir Path root;

  private RunPlan plan;
  private ResultsFolder folder;

  @BeforeEach
  void simulate() {
    plan = TestPlans.demo(1);
    folder = SimulatedRun.write(root.resolve("results"), plan);
  }

  private RunCompletion completion(RunState state) {
    state.write(folder);
    Manifest.write(folder);
    return RunCompletion.of(folder.path());
  }

  @Test
  void runOfAnyOtherStateHasNothingToFinish() {
    for (RunState state :
        new RunState[] {
          RunState.running().finished(7),
          RunState.running().aborted("a1-vm3 is gone", 7),
          new RunState(RunState.State.RUNNING, "", new DriverProcess(Long.MAX_VALUE, 0), 0)
        }) {
      Refusals.assertRefused(
          () -> completion(state),
          "NOTHING_TO_FINISH",
          folder.path() + ": this run is " + state.description());
    }
  }

  @Test
  void finishedRunWhoseChecksumsAreGoneGetsNoNewOnes() throws IOException {
    Files.delete(folder.file(Manifest.NAME));
    Refusals.assertRefused(
        () -> RunCompletion.of(folder.path()), "NOTHING_TO_FINISH", "this run is finished");
  }

  @Test
  void runWhoseDriverWasKilledWhileItClosedTheFolderCanBeFinished() throws IOException {
    RunState killed =
        new RunState(RunState.State.MEASURED, "", new DriverProcess(Long.MAX_VALUE, 0), 0);
    killed.write(folder);
    Manifest.write(folder, Map.of(RunState.NAME, killed.finished(7).text()));
    assertThat(RunCompletion.of(folder.path()).plan()).isEqualTo(plan);

    Files.writeString(folder.file("phases.csv"), "more", StandardOpenOption.APPEND);
    Refusals.assertRefused(
        () -> RunCompletion.of(folder.path()),
        "RESULTS_UNREADABLE",
        "phases.csv was changed after the run");
  }

  @Test
  void processThatHasGotTheIdOfTheDriverSinceIsNotTheDriver() {
    DriverProcess here = DriverProcess.here();
    DriverProcess killed = new DriverProcess(here.pid(), here.startUtcMillis() - 60_000);
    RunState state = new RunState(RunState.State.MEASURED, "", killed, 0);
    assertThat(state.description()).isEqualTo("measured, checks incomplete");
    assertThat(completion(state).plan()).isEqualTo(plan);
  }

  @Test
  void runThatAnotherDriverChecksIsLeftToIt() {
    Refusals.assertRefused(
        () -> completion(CUT_SHORT.measured()),
        "NOTHING_TO_FINISH",
        "checks under way (process " + ProcessHandle.current().pid() + ")");
  }

  @Test
  void changedFileDoesNotGetNewChecksums() throws IOException {
    assertThat(completion(CUT_SHORT).plan()).isEqualTo(plan);
    Files.writeString(folder.file("phases.csv"), "more", StandardOpenOption.APPEND);

    Refusals.assertRefused(
        () -> RunCompletion.of(folder.path()),
        "RESULTS_UNREADABLE",
        "phases.csv was changed after the run");
  }

  @Test
  void databasesThatWereTakenDownAreNamed() throws IOException {
    RunCompletion completion = completion(CUT_SHORT);
    String state = Files.readString(folder.file(RunState.NAME));

    Refusals.assertRefused(
        () -> completion.run(RunListener.NONE),
        "DATABASES_CHANGED",
        "the databases of " + plan.name() + " were taken down after run " + folder.runId(),
        "Run the benchmark again");
    assertThat(folder.file(RunState.NAME)).hasContent(state);
    assertThat(Manifest.differences(folder)).isEmpty();
  }
}
