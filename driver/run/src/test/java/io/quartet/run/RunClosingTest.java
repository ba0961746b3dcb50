package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.results.Check;
import io.quartet.results.RunResults;
import io.quartet.results.RunState;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.internal.FaultInjection;
import io.quartet.run.internal.Stages;
import io.quartet.run.progress.RunListener;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files about servers and the end of a run on a Tier A without databases. */
@Tag("process")
class RunClosingTest {

  @TempDir Path root;
  @TempDir Path results;

  private final EmbeddedProvider provider = new EmbeddedProvider();
  private final List<RunState.State> states = new ArrayList<>();
  private RunPlan plan;
  private Deployment deployment;
  private Path folder;

  private final RunListener listener =
      new RunListener() {
        @Override
        public void onResultsFolder(Path made) {
          folder = made;
        }
      };

  @BeforeEach
  void up() throws Exception {
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    plan =
        TestPlans.withoutDatabases(
            TestPlans.withOneSet(
                TestPlans.small("closing-test", root, FreePorts.next()),
                1,
                Duration.ofSeconds(1),
                8));
    deployment = provider.up(plan, Ownership.OWNED);
  }

  @AfterEach
  void down() {
    deployment.close();
    provider.down(plan);
  }

  /** The deployment with another answer to one call. */
  private Deployment deploymentWith(String method, Function<Object[], Object> answer) {
    return (Deployment)
        Proxy.newProxyInstance(
            Deployment.class.getClassLoader(),
            new Class<?>[] {Deployment.class},
            (proxy, called, arguments) ->
                called.getName().equals(method)
                    ? answer.apply(arguments)
                    : called.invoke(deployment, arguments));
  }

  private void noteState() {
    states.add(RunState.read(ResultsFolder.open(folder)).state());
  }

  private static void takeAway(EventSink run, String vm) {
    run.accept(new RunEvent.ServerInUse(vm, "quartet load (process 77 on other)"));
  }

  @Test
  void serverThatAnotherDriverTakesBeforeOrAfterTheLoadMakesTheRunInvalid() {
    Deployment shared =
        deploymentWith(
            "reportTo",
            arguments -> {
              EventSink run = (EventSink) arguments[0];
              takeAway(run, "a1-vm2");
              Deployment.Notices lastLook = () -> takeAway(run, "a1-vm3");
              return lastLook;
            });

    RunResult result = BenchmarkRun.run(plan, shared, results, listener);

    RunResults read = RunResults.read(ResultsFolder.open(result.folder()));
    assertThat(LoggedEvent.only(read.events(), RunEvent.ServerInUse.class)).hasSize(2);
    assertThat(result.verdict().broken())
        .filteredOn(check -> check.id().equals("nothing-lost"))
        .singleElement()
        .extracting(Check::detail)
        .isEqualTo(
            "a1-vm2 to quartet load (process 77 on other), a1-vm3 to quartet load (process 77 on"
                + " other)");
    assertThat(Manifest.differences(read.folder())).isEmpty();
  }

  @Test
  void runIsFinishedOnlyOnceItsFolderIsClosed() {
    Deployment watched =
        deploymentWith(
            "logs",
            arguments -> {
              noteState();
              return deployment.logs();
            });

    BenchmarkRun.run(plan, watched, results, listener);

    assertThat(states).isNotEmpty().containsOnly(RunState.State.MEASURED);
    ResultsFolder closed = ResultsFolder.open(folder);
    assertThat(RunState.read(closed).state()).isEqualTo(RunState.State.FINISHED);
    assertThat(Manifest.differences(closed)).isEmpty();
  }

  @Test
  void runThatCanNoLongerBeRecordedEndsEarlyAndNamesTheCause() {
    RunPlan ofMinutes = TestPlans.withOneSet(plan, 2, Duration.ofMinutes(1), 8);
    List<String> begun = new ArrayList<>();
    RunListener obstacle =
        new RunListener() {
          @Override
          public void onResultsFolder(Path made) {
            folder = made;
            try {
              Files.createDirectories(made.resolve("phases.csv/in the way"));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }

          @Override
          public void onEvent(LoggedEvent logged) {
            if (logged.event() instanceof RunEvent.PhaseSwitch begin) {
              begun.add(begin.phase());
            }
          }
        };

    Refusals.assertRefused(
        () -> BenchmarkRun.run(ofMinutes, deployment, results, obstacle),
        "RESULTS_WRITE",
        "phases.csv cannot be written");

    assertThat(begun).as("the phases that began").doesNotContain("2");
    assertThat(RunState.read(ResultsFolder.open(folder)).description())
        .startsWith("aborted: ")
        .contains("phases.csv cannot be written");
  }

  @Test
  void runWhoseTrialWasNotJudgedCannotBeFinished() {
    FaultInjection trial =
        new FaultInjection() {
          @Override
          public void judge(ResultsFolder ofTheRun, Databases databases) {
            noteState();
            throw new IllegalStateException("killed in the lookup");
          }
        };

    assertThatThrownBy(
            () ->
                BenchmarkRun.run(
                    plan, deployment, results, CheckPolicy.CHANGED, new Stages(listener), trial))
        .hasMessage("killed in the lookup");

    assertThat(states).containsExactly(RunState.State.RUNNING);
    Refusals.assertRefused(
        () -> RunCompletion.of(folder),
        "NOTHING_TO_FINISH",
        "this run is aborted: killed in the lookup");
  }
}
