package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.model.experiment.TestExperiments;
import io.quartet.report.compare.FigureVerdict;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.State;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentCurve.Point;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.results.experiment.Attempt;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of experiments whose runs are simulated. */
@Tag("unit")
class ExperimentPagesTest {

  private static final int REPEATS = 3;
  private static final double SLOWER = 1.25;
  private static final Experiment EXPERIMENT =
      simulated(TestExperiments.ofUsers(SimulatedDemo.plan(), REPEATS, 16, 24, 32));

  @TempDir Path results;
  private ExperimentFolder folder;
  private long clock = SimulatedDemo.START_UTC_MILLIS;

  @BeforeEach
  void begin() {
    folder = ExperimentFolder.begin(results, EXPERIMENT);
  }

  @AfterEach
  void close() {
    folder.close();
  }

  /** All simulated runs are of one plan. */
  private static Experiment simulated(Experiment experiment) {
    return new Experiment(
        experiment.name(),
        experiment.purpose(),
        experiment.seed(),
        experiment.repeats(),
        experiment.precision(),
        experiment.percentOf(),
        experiment.maximumEtps(),
        experiment.revisits(),
        experiment.baseline(),
        experiment.varied(),
        experiment.cells().stream()
            .map(
                cell ->
                    new Cell(
                        cell.number(),
                        cell.label(),
                        cell.values(),
                        cell.stack(),
                        SimulatedDemo.plan()))
            .toList());
  }

  private Attempt begun(int cell, int block, boolean isControl) {
    clock += 100_000;
    Attempt attempt = Attempt.started(cell, block, isControl, clock);
    folder.put(attempt);
    return attempt;
  }

  /** A run that came to its end, in the folder of the experiment. */
  private Path run(int cell, int block, boolean isControl, double slowness) throws IOException {
    Attempt attempt = begun(cell, block, isControl);
    Path simulated =
        SimulatedDemo.finished(
            results.resolve("simulated-%d-%d-%s".formatted(cell, block, isControl)),
            block,
            slowness);
    String id = "20260301-12%02d00-demo".formatted(10 * block + (isControl ? 9 : cell));
    Path run = folder.runs().resolve(id);
    Files.move(simulated, run);
    // A driver that uses no processor time, so that the foreign share is known.
    Path processes = run.resolve("stats/host/processes.csv");
    Files.writeString(
        processes,
        Files.readString(processes)
            .replaceAll("(?m)^([0-9]+),a1-vm1,.*$", "$0\n$1,driver,1,1,0,0,0,0"));
    rename(run, SimulatedDemo.RUN_ID, id);
    Files.writeString(run.resolve("report.html"), "<p>the report</p>");
    folder.put(attempt.in(id).finished(clock + 60_000));
    return run;
  }

  private static void rename(Path run, String from, String to) throws IOException {
    for (String name : List.of("run.json", "events.jsonl")) {
      Path file = run.resolve(name);
      Files.writeString(file, Files.readString(file).replace(from, to));
    }
    Manifest.write(ResultsFolder.open(run));
  }

  private void blocks() throws IOException {
    for (int block = 1; block <= REPEATS; block++) {
      run(1, block, false, 1);
      run(2, block, false, SLOWER);
      run(1, block, true, 1);
    }
  }

  private ExperimentReport write() throws IOException {
    ExperimentReport report = new ExperimentPages(folder).write();
    JsonNode json = new ObjectMapper().readTree(folder.path().resolve("report.json").toFile());
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(Report.class.getResourceAsStream("experiment-report.schema.json"))
                .validate(json))
        .isEmpty();
    assertThat(folder.path().resolve("experiment.html")).isNotEmptyFile();
    assertThat(folder.path().resolve("experiment.pdf")).isNotEmptyFile();
    return report;
  }

  @Test
  void slowerCellLosesAndFailedCellIsNamed() throws IOException {
    blocks();
    folder.put(
        begun(3, 1, false)
            .ended(Attempt.State.FAILED, clock + 5_000, "SERVER_START", "Out of memory."));

    ExperimentReport report = write();

    assertThat(report.answer().headline()).startsWith("16 users are better: 24 users lose ");
    assertThat(report.answer().more())
        .contains("1 cell has no figure because every run failed: 32 users.");
    ExperimentCell baseline = report.baseline();
    assertThat(baseline.etps().runs()).as("with the control").isEqualTo(2 * REPEATS);
    ExperimentCell slower = report.cell(2);
    assertThat(slower.difference().verdict()).isEqualTo(FigureVerdict.LOWER);
    assertThat(slower.difference().percent())
        .isCloseTo(100 * (slower.etps().mean() / baseline.etps().mean() - 1), within(0.5));
    assertThat(slower.cost().p90Millis()).isPositive();
    assertThat(report.cell(3).state()).isEqualTo(State.FAILED);
    assertThat(report.failures()).hasSize(1);
    assertThat(report.failures().get(0).code()).isEqualTo("SERVER_START");
    assertThat(report.control().points()).hasSize(2 * REPEATS);
    assertThat(report.progress().isFinished()).as("a given-up cell is not awaited").isTrue();
    assertThat(report.progress().runsEnded()).isEqualTo(10);
    assertThat(report.method().falseDiscoveryPercent()).isPositive();
  }

  /** The machine gets slower from block to block, and a cell has no run in the last one. */
  @Test
  void everyFigureOfACellWithoutARunInABlockIsTheSame() throws IOException {
    for (int block = 1; block <= REPEATS; block++) {
      double drift = 1 + 0.2 * block;
      run(1, block, false, drift);
      if (block < REPEATS) {
        run(3, block, false, drift);
      }
      run(1, block, true, drift);
    }

    ExperimentReport report = write();

    double baseline = report.baseline().etps().mean();
    double own =
        report.cell(3).runs().stream()
            .mapToDouble(ExperimentCell.Run::etps)
            .average()
            .orElseThrow();
    assertThat(own).as("of the faster blocks").isGreaterThan(1.05 * baseline);
    ExperimentCurve curve = report.curves().get(0);
    double peak = report.cell(curve.peakCell()).etps().mean();
    double mean = report.cell(3).etps().mean();
    assertThat(mean).isCloseTo(baseline, within(0.03 * baseline));
    assertThat(report.cell(3).difference().percent())
        .isCloseTo(100 * (mean / baseline - 1), within(1e-9));
    assertThat(report.cell(3).percentOfBest()).isCloseTo(100 * mean / peak, within(1e-9));
    assertThat(curve.points()).extracting(Point::etps).containsExactly(baseline, mean);
    assertThat(curve.points().get(1).median()).isEqualTo(report.cell(3).etps().median());
  }

  @Test
  void runThatWasChangedByHandIsInNoFigure() throws IOException {
    blocks();
    Path changed = run(3, 1, false, 1);
    Path checks = changed.resolve("checks.csv");
    Files.writeString(checks, Files.readString(checks).replace("invariant-1,", "invariant-01,"));

    ExperimentReport report = write();

    assertThat(report.cell(3).etps()).isNull();
    assertThat(report.cell(3).state()).as("two more blocks follow").isEqualTo(State.WAITING);
    assertThat(report.cell(3).runs()).hasSize(1);
    assertThat(report.cell(3).runs().get(0).isCounted()).isFalse();
    assertThat(report.failures()).hasSize(1);
    assertThat(report.failures().get(0).code()).isEqualTo("INVALID");
    assertThat(report.failures().get(0).message()).contains("checks.csv was changed");
    assertThat(report.failures().get(0).report())
        .isEqualTo("runs/" + changed.getFileName() + "/report.html");
  }

  @Test
  void folderOfAnotherRunIsInNoFigure() throws IOException {
    Path run = run(1, 1, false, 1);
    rename(run, run.getFileName().toString(), "20260301-000000-demo");

    ExperimentReport report = write();

    assertThat(report.failures())
        .extracting(ExperimentReport.Failure::code)
        .containsExactly("OTHER_RUN");
    assertThat(report.baseline().etps()).isNull();
  }

  @Test
  void folderThatIsGoneIsAFailure() throws IOException {
    folder.put(begun(1, 1, false).in("20260301-121100-users-1").finished(clock + 60_000));

    assertThat(write().failures())
        .extracting(ExperimentReport.Failure::code)
        .containsExactly("NOT_RESULTS");
  }

  @Test
  void progressCountsRunsAndTime() throws IOException {
    run(1, 1, false, 1);
    run(2, 1, false, SLOWER);
    begun(3, 1, false);

    ExperimentReport report = write();

    assertThat(report.progress().isFinished()).isFalse();
    assertThat(report.progress().runsEnded()).isEqualTo(2);
    assertThat(report.progress().runsPlanned()).as("three blocks of four runs").isEqualTo(12);
    assertThat(report.progress().isRunning()).isTrue();
    assertThat(report.progress().cell()).isEqualTo(3);
    assertThat(report.progress().secondsLeft()).isEqualTo(10 * 60);
    assertThat(report.answer().headline())
        .isEqualTo(
            "No verdict yet: the cell with the fewest has so far 1 run that counts. Higher and lower need at least three"
                + " repeats of each cell.");
    assertThat(report.cell(3).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void experimentThatHasNotBegunHasAPage() throws IOException {
    ExperimentReport report = write();
    assertThat(report.answer().headline()).isEqualTo("No answer yet: no run has given a figure.");
    assertThat(report.cells()).hasSize(3).allMatch(cell -> cell.state() == State.WAITING);
    assertThat(report.progress().runsPlanned()).isEqualTo(12);
  }

  @Test
  void validRunIsReadOnce() throws IOException {
    Path run = run(1, 1, false, 1);
    ExperimentPages pages = new ExperimentPages(folder);
    double first = pages.write().baseline().etps().mean();
    Files.delete(run.resolve("intervals.csv"));
    assertThat(pages.write().baseline().etps().mean()).isEqualTo(first);
  }
}
