package io.quartet.run.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmRole;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.Provider;
import io.quartet.provision.TestDeployment;
import io.quartet.provision.os.FileTrees;
import io.quartet.results.CheckRow;
import io.quartet.results.ChecksCsv;
import io.quartet.results.RunInfo;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.Refusals;
import io.quartet.run.check.CheckPolicy;
import io.quartet.run.check.Checking;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.Snapshots;
import io.quartet.run.internal.Moment;
import io.quartet.run.progress.CheckListener;
import io.quartet.run.progress.LoadListener;
import io.quartet.run.progress.RunListener;
import io.quartet.run.progress.Stage;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Experiments with a cell that cannot start and an interrupt, and how they go on: on the real
 * databases of one Set, and over several blocks without databases.
 */
@Tag("pg")
class ExperimentRunTest {

  private Path root;
  private Experiment experiment;

  /** Notes what happens; interrupts a run when it has passed the checks before its load. */
  private static class Notes implements ExperimentListener {
    private final int interrupted;
    private final Thread runner = Thread.currentThread();
    private final List<String> notes = new ArrayList<>();
    private int prepared;

    /**
     * @param interrupted number of that run, from 1; 0 for none
     */
    Notes(int interrupted) {
      this.interrupted = interrupted;
    }

    @Override
    public RunListener onRunStart(PlannedRun run) {
      return new RunListener() {
        @Override
        public void onStageStart(Stage stage) {
          if (stage == Stage.LOAD) {
            notes.add("load");
          }
          if (stage == Stage.RESTORE) {
            notes.add("restore");
          }
          if (stage == Stage.PREPARE && ++prepared == interrupted) {
            runner.interrupt();
          }
        }
      };
    }

    @Override
    public void onAttemptEnd(Attempt attempt) {
      notes.add("cell " + attempt.cell() + " " + attempt.state());
    }

    @Override
    public void onLeftOut(PlannedRun run, Attempt before) {
      notes.add("cell " + run.cell().number() + " left out: " + before.code());
    }

    @Override
    public Collection<Cell> imprecise() {
      throw new AssertionError("no precision was asked for");
    }
  }

  @BeforeEach
  void makeExperiment() throws IOException {
    root = TestDeployment.openFolder("experiment");
    // The last cell has a setting with which no server starts.
    experiment =
        withCell(
            3,
            TestExperiments.ofIndexes(plan("indexes"), 1, "covering", "plain", "covering"),
            plan ->
                TestPlans.withSettings(
                    plan,
                    Map.of(
                        VmRole.OLTP,
                        Map.of("shared_preload_libraries", "there_is_no_such_library"))));
  }

  private RunPlan plan(String name) {
    return TestPlans.ofOneSet(name, root.resolve("data"), FreePorts.next());
  }

  private static Experiment withCell(int number, Experiment whole, UnaryOperator<RunPlan> change) {
    List<Cell> cells = new ArrayList<>(whole.cells());
    Cell cell = whole.cell(number);
    cells.set(
        number - 1,
        new Cell(number, cell.label(), cell.values(), cell.stack(), change.apply(cell.plan())));
    return new Experiment(
        whole.name(),
        whole.purpose(),
        whole.seed(),
        whole.repeats(),
        whole.precision(),
        whole.percentOf(),
        whole.maximumEtps(),
        whole.revisits(),
        whole.baseline(),
        whole.varied(),
        cells);
  }

  @AfterEach
  void removeAll() {
    ExperimentRun.removeDatabases(experiment);
    FileTrees.delete(root);
  }

  private ExperimentFolder begin() {
    return ExperimentFolder.begin(root.resolve("results"), experiment);
  }

  /** Process ids of servers that work below the data folder. */
  private List<String> servers() throws IOException {
    List<String> servers = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root.resolve("data"))) {
      files.filter(file -> file.endsWith("postmaster.pid")).forEach(f -> servers.add(f.toString()));
    }
    return servers;
  }

  /** Interrupts the first attempt when it begins a stage. */
  private static final class StoppedAt extends Notes {
    private final Stage stage;

    StoppedAt(Stage stage) {
      super(0);
      this.stage = stage;
    }

    @Override
    public RunListener onRunStart(PlannedRun run) {
      return new RunListener() {
        @Override
        public void onStageStart(Stage begun) {
          if (begun == stage) {
            Thread.currentThread().interrupt();
          }
        }
      };
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UP", "LOAD"})
  void stopIsNotTheFaultOfTheCell(Stage stage) throws IOException {
    try (ExperimentFolder folder = begin()) {
      Refusals.assertRefused(
          () -> ExperimentRun.run(folder, CheckPolicy.CHANGED, new StoppedAt(stage)),
          "INTERRUPTED",
          "Start it again");
      var unused = Thread.interrupted();

      assertThat(folder.attempts())
          .singleElement()
          .satisfies(
              attempt -> {
                assertThat(attempt.state()).isEqualTo(State.INTERRUPTED);
                assertThat(attempt.endedUtcMillis()).isNotNull();
              });
    }
    assertThat(servers()).isEmpty();
  }

  @Test
  void databasesThatItDidNotMakeAreLeftAlone() throws IOException {
    RunPlan plan = experiment.cell(1).plan();
    Provider.of(plan).up(plan, Ownership.SURVIVING).close();

    try (ExperimentFolder folder = begin()) {
      Refusals.assertRefused(
          () -> ExperimentRun.run(folder, CheckPolicy.CHANGED, new Notes(0)),
          "ALREADY_UP",
          "indexes-1",
          "--down");
      assertThat(folder.attempts()).isEmpty();
    }
    assertThat(servers()).isNotEmpty();
  }

  /** Two sessions, of which the first is interrupted in its second run that has Tier As. */
  private void runInTwoSessions(Notes first, Notes second) throws IOException {
    try (ExperimentFolder folder = begin()) {
      Refusals.assertRefused(
          () -> ExperimentRun.run(folder, CheckPolicy.CHANGED, first),
          "INTERRUPTED",
          "Start it again");
      List<Attempt> attempts = folder.attempts();
      assertThat(attempts.get(attempts.size() - 1).state()).isEqualTo(State.INTERRUPTED);
    }
    // In a program the thread ends with the signal.
    var unused = Thread.interrupted();
    assertThat(servers()).as("servers stand still while nobody looks after them").isEmpty();
    try (ExperimentFolder folder = begin()) {
      ExperimentRun.run(folder, CheckPolicy.CHANGED, second);
    }
    assertThat(servers()).isEmpty();
  }

  /** Every attempt that finished has a results folder with the plan of its cell. */
  private void assertFinished(ExperimentFolder folder, Integer... cells) {
    List<Attempt> finished = attempts(folder, State.FINISHED);
    assertThat(finished)
        .as("%s", folder.attempts())
        .extracting(Attempt::cell)
        .containsExactlyInAnyOrder(cells);
    for (Attempt attempt : finished) {
      Path run = folder.run(attempt).orElseThrow();
      ResultsFolder results = ResultsFolder.open(run);
      assertThat(RunInfo.read(results).plan()).isEqualTo(experiment.cell(attempt.cell()).plan());
      assertThat(ChecksCsv.TABLE.read(results))
          .allMatch(CheckRow::hasPassed)
          .allMatch(row -> row.isCopied() == row.moment().equals(CheckRow.BEFORE));
    }
  }

  private static void assertOneFailed(ExperimentFolder folder, String code, String message) {
    assertThat(attempts(folder, State.FAILED))
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.cell()).isEqualTo(3);
              assertThat(attempt.code()).isEqualTo(code);
              assertThat(attempt.message()).contains(message);
            });
  }

  private static List<Attempt> attempts(ExperimentFolder folder, State state) {
    return folder.attempts().stream().filter(attempt -> attempt.state() == state).toList();
  }

  @Test
  void cellsShareOneLoadThroughAnInterruptAndACellWhoseServerDoesNotStart() throws Exception {
    Notes first = new Notes(2);
    Notes second = new Notes(0);
    runInTwoSessions(first, second);

    assertThat(first.notes).containsOnlyOnce("load").containsSubsequence("load", "restore");
    assertThat(first.notes.subList(0, first.notes.indexOf("load")))
        .as("before the load there is nothing to restore")
        .doesNotContain("restore");
    assertThat(second.notes).doesNotContain("load").contains("restore");
    try (ExperimentFolder folder = begin()) {
      assertFinished(folder, 1, 1, 2);
      assertOneFailed(folder, "SERVER_DID_NOT_START", "there_is_no_such_library");
    }
    List<Cell> ofBothProfiles = experiment.cells().subList(0, 2);
    RunPlan plan = ofBothProfiles.get(0).plan();
    try (Deployment deployment = Provider.of(plan).up(plan, Ownership.SURVIVING)) {
      assertThat(
              Checking.check(
                  plan,
                  deployment,
                  Moment.BEFORE,
                  List.of(),
                  CheckPolicy.CHANGED,
                  CheckListener.NONE))
          .as("the databases are as the checks after the last run found them")
          .isNotEmpty()
          .allMatch(CheckRow::isCopied);
      for (Cell cell : ofBothProfiles) {
        assertThat(Snapshots.restore(cell.plan(), deployment, LoadListener.NONE))
            .as("a copy of profile %s", cell.plan().database().indexes())
            .extracting(LoadResult::action)
            .containsOnly(LoadResult.Action.RESTORED);
      }
    }

    ExperimentRun.removeDatabases(experiment);
    assertThat(root.resolve("data/indexes-1")).doesNotExist();
  }

  @Test
  void baselineThatFailsForGoodEndsTheExperiment() throws IOException {
    Path missing = root.resolve("there-is-no-such-postgres");
    experiment =
        withCell(
            1,
            TestExperiments.ofUsers(
                TestPlans.withoutDatabases(plan("users")), 2, List.of(1, 2), List.of(1, 2)),
            plan -> TestPlans.withPostgres(plan, missing));

    try (ExperimentFolder folder = begin()) {
      Refusals.assertRefused(
          () -> ExperimentRun.run(folder, CheckPolicy.CHANGED, new Notes(0)),
          "BASELINE_FAILED",
          "the baseline, cell 1",
          "POSTGRES_NOT_FOUND",
          "repeat with --retry");
      assertThat(attempts(folder, State.FAILED)).singleElement().matches(one -> one.cell() == 1);
      int before = folder.attempts().size();
      Refusals.assertRefused(
          () -> ExperimentRun.run(folder, CheckPolicy.CHANGED, new Notes(0)),
          "BASELINE_FAILED",
          "--retry");
      assertThat(folder.attempts()).as("nothing else was tried").hasSize(before);
    }
  }

  @Test
  void baselineThatFailedTwiceAfterARunEndsTheExperiment() throws IOException {
    try (ExperimentFolder folder = begin()) {
      folder.put(Attempt.started(1, 1, false, 1).in("one").finished(2));
      folder.put(Attempt.started(1, 1, true, 3).in("two").ended(State.FAILED, 4L, "A", "first"));
      folder.put(
          Attempt.started(1, 2, true, 5).ended(State.FAILED, 6L, "PORT_IN_USE", "taken\nby x"));

      Refusals.assertRefused(
          () -> ExperimentRun.run(folder, CheckPolicy.CHANGED, new Notes(0)),
          "BASELINE_FAILED",
          "The cause: PORT_IN_USE: taken by x");
    }
  }

  @Test
  void goesOnWhereItWasInterruptedAndLeavesOutCellsThatFail() throws IOException {
    Path missing = root.resolve("there-is-no-such-postgres");
    experiment =
        withCell(
            3,
            TestExperiments.ofUsers(
                TestPlans.withoutDatabases(plan("users")), 2, List.of(1, 2, 3), List.of(1, 1, 2)),
            plan -> TestPlans.withPostgres(plan, missing));
    Notes first = new Notes(2);
    Notes second = new Notes(0);
    runInTwoSessions(first, second);

    try (ExperimentFolder folder = begin()) {
      assertFinished(folder, 1, 1, 2, 1, 1, 2);
      assertOneFailed(folder, "POSTGRES_NOT_FOUND", missing.toString());
    }
    assertThat(Stream.concat(first.notes.stream(), second.notes.stream()))
        .contains("cell 3 left out: POSTGRES_NOT_FOUND");
    assertThat(first.notes).doesNotContain("load");
  }
}
