package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.cli.view.ExperimentView;
import io.quartet.cli.view.RunView;
import io.quartet.model.GoldenFile;
import io.quartet.report.SimulatedExperiment;
import io.quartet.results.Verdict;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.run.RunResult;
import io.quartet.run.experiment.PlannedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What verbs print about the runs of a simulated experiment, both streams in one text. */
@Tag("unit")
class TerminalOutputTest {

  private static final String GOLDEN = "driver/cli/src/test/resources/io/quartet/cli/golden/";
  private static final int BASELINE = 1;
  private static final int SLOWER = 2;
  private static final int FAILED = 3;

  @TempDir static Path results;
  private static SimulatedExperiment experiment;

  private final StringWriter text = new StringWriter();
  private final PrintWriter writer = new PrintWriter(text, true);

  @BeforeAll
  static void simulate() throws IOException {
    experiment = new SimulatedExperiment(results);
    experiment.blocks();
  }

  @AfterAll
  static void close() {
    experiment.close();
  }

  /** Without times, which differ from machine to machine. */
  private void assertGolden(String name) {
    String printed =
        text.toString()
            .replaceAll("(?m)^ {4}still .*\n", "")
            .replaceAll("total time .*", "total time TIME");
    GoldenFile.assertSame(GOLDEN + name, GoldenFile.masked(printed, results));
  }

  /** Folders of the runs of a cell that are no controls. */
  private static List<Path> runs(int cell) {
    ExperimentFolder folder = experiment.folder();
    return folder.attempts().stream()
        .filter(attempt -> attempt.cell() == cell && !attempt.isControl())
        .flatMap(attempt -> folder.run(attempt).stream())
        .toList();
  }

  private void compare(List<Path> runs, List<Path> baseline) {
    List<String> arguments = new ArrayList<>(List.of("compare"));
    runs.forEach(run -> arguments.add(run.toString()));
    if (!baseline.isEmpty()) {
      arguments.add("--against");
      baseline.forEach(run -> arguments.add(run.toString()));
    }
    int exitCode =
        Main.commandLine().setOut(writer).setErr(writer).execute(arguments.toArray(String[]::new));
    assertThat(exitCode).as(text.toString()).isZero();
  }

  @Test
  void comparisonOfTwoRuns() {
    compare(List.of(runs(BASELINE).get(0), runs(SLOWER).get(0)), List.of());
    assertGolden("compare-runs.txt");
  }

  @Test
  void comparisonOfSets() {
    compare(runs(SLOWER), runs(BASELINE));
    assertGolden("compare-sets.txt");
  }

  @Test
  void experimentWithAFailedCell() {
    ExperimentFolder folder = experiment.folder();
    ExperimentView view = new ExperimentView(folder, writer, false);
    PlannedRun run =
        new PlannedRun(folder.experiment().cell(FAILED), 1, false, PlannedRun.Need.OTHER_DATABASES);
    view.onRunStart(run);
    Attempt failed =
        experiment.failed(FAILED, 1, "SERVER_START", "PostgreSQL did not start:\n  no memory.");
    view.onAttemptEnd(failed);
    view.onLeftOut(run, failed);
    view.summary().print(writer, false);
    assertGolden("experiment.txt");
  }

  @Test
  void repeatedRun() {
    CommandLine main = Main.commandLine();
    main.parseArgs("run", "some.yaml");
    Iterator<Path> runs = runs(BASELINE).iterator();
    int exitCode =
        Runs.repeated(
            3,
            () -> RunView.of(experiment.folder().experiment().cell(BASELINE).plan(), writer, false),
            main.getSubcommands().get("run").setOut(writer).setErr(writer),
            false,
            view -> ended(view, runs.next()));
    assertThat(exitCode).isZero();
    assertGolden("run-repeat.txt");
  }

  private static RunResult ended(RunView view, Path folder) {
    view.onResultsFolder(folder);
    Verdict unused =
        new Verdict(
            "demo", true, "valid", List.of(), List.of(), Optional.empty(), Optional.empty(), "");
    return new RunResult(folder, unused);
  }
}
