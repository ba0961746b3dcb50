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
import io.quartet.results.RunInfo;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.Attempt.State;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.run.Refusals;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.Snapshots;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An experiment on the real databases of one Set: a cell that cannot start, an interrupt, and how
 * it goes on.
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
    RunPlan plan = TestPlans.ofOneSet("users", root.resolve("data"), FreePorts.next());
    experiment = withBrokenCell(TestExperiments.ofUsers(plan, 2, 1, 2, 3));
  }

  /** The last cell has a setting with which no server starts. */
  private static Experiment withBrokenCell(Experiment whole) {
    List<Cell> cells = new ArrayList<>(whole.cells());
    Cell last = cells.remove(cells.size() - 1);
    RunPlan broken =
        TestPlans.withSettings(
            last.plan(),
            Map.of(VmRole.OLTP, Map.of("shared_preload_libraries", "there_is_no_such_library")));
    cells.add(new Cell(last.number(), last.label(), last.values(), last.stack(), broken));
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
          () -> ExperimentRun.run(folder, new StoppedAt(stage)), "INTERRUPTED", "Start it again");
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
          () -> ExperimentRun.run(folder, new Notes(0)), "ALREADY_UP", "users-1", "--down");
      assertThat(folder.attempts()).isEmpty();
    }
    assertThat(servers()).isNotEmpty();
  }

  @Test
  void goesOnWhereItWasInterruptedAndPastCellsThatFail() throws IOException {
    Notes first = new Notes(2);
    try (ExperimentFolder folder = begin()) {
      Refusals.assertRefused(
          () -> ExperimentRun.run(folder, first), "INTERRUPTED", "Start it again");
      List<Attempt> attempts = folder.attempts();
      assertThat(attempts.get(attempts.size() - 1).state()).isEqualTo(State.INTERRUPTED);
    }
    // In a program the thread ends with the signal.
    var unused = Thread.interrupted();
    assertThat(servers()).as("servers stand still while nobody looks after them").isEmpty();

    Notes second = new Notes(0);
    try (ExperimentFolder folder = begin()) {
      ExperimentRun.run(folder, second);

      assertThat(first.notes.stream().filter("load"::equals)).hasSize(1);
      assertThat(second.notes).doesNotContain("load");
      List<Attempt> attempts = folder.attempts();
      assertThat(attempts.stream().filter(attempt -> attempt.state() == State.FINISHED))
          .extracting(Attempt::cell)
          .containsExactlyInAnyOrder(1, 1, 2, 1, 1, 2);
      assertThat(attempts.stream().filter(attempt -> attempt.state() == State.FAILED))
          .singleElement()
          .satisfies(
              attempt -> {
                assertThat(attempt.cell()).isEqualTo(3);
                assertThat(attempt.code()).isEqualTo("SERVER_DID_NOT_START");
                assertThat(attempt.message()).contains("there_is_no_such_library");
              });
      Stream<String> all = Stream.concat(first.notes.stream(), second.notes.stream());
      assertThat(all).contains("cell 3 left out: SERVER_DID_NOT_START");
      for (Attempt attempt : attempts) {
        if (attempt.state() == State.FINISHED) {
          Path run = folder.run(attempt).orElseThrow();
          assertThat(RunInfo.read(ResultsFolder.open(run)).plan())
              .isEqualTo(experiment.cell(attempt.cell()).plan());
        }
      }
    }
    assertThat(servers()).isEmpty();

    ExperimentRun.removeDatabases(experiment);
    assertThat(root.resolve("data/users-1")).doesNotExist();
  }

  @Test
  void cellsWithOtherIndexesShareOneLoad() throws Exception {
    experiment =
        TestExperiments.ofIndexes(
            TestPlans.ofOneSet("indexes", root.resolve("data"), FreePorts.next()),
            1,
            "covering",
            "plain");
    Notes notes = new Notes(0);
    try (ExperimentFolder folder = begin()) {
      ExperimentRun.run(folder, notes);

      assertThat(notes.notes).containsOnlyOnce("load");
      assertThat(folder.attempts())
          .hasSize(3)
          .allMatch(attempt -> attempt.state() == State.FINISHED);
    }
    RunPlan plan = experiment.cell(1).plan();
    try (Deployment deployment = Provider.of(plan).up(plan, Ownership.SURVIVING)) {
      for (Cell cell : experiment.cells()) {
        assertThat(Snapshots.restore(cell.plan(), deployment, LoadListener.NONE))
            .as("a copy of profile %s", cell.plan().database().indexes())
            .extracting(LoadResult::action)
            .containsOnly(LoadResult.Action.RESTORED);
      }
    }
  }
}
