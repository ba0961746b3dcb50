package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.State;
import io.quartet.report.experiment.ExperimentCurve;
import io.quartet.report.experiment.ExperimentCurve.Point;
import io.quartet.report.experiment.ExperimentPages;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.results.experiment.ExperimentFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of experiments whose runs are simulated. */
@Tag("unit")
class ExperimentPagesTest {

  private static final int REPEATS = SimulatedExperiment.REPEATS;
  private static final double SLOWER = SimulatedExperiment.SLOWER;
  private static final String GOLDEN = TestPages.RESOURCES + "/golden/experiment";

  @TempDir Path results;
  private SimulatedExperiment experiment;
  private ExperimentFolder folder;

  @BeforeEach
  void begin() {
    experiment = new SimulatedExperiment(results);
    folder = experiment.folder();
  }

  @AfterEach
  void close() {
    experiment.close();
  }

  private ExperimentReport write() throws IOException {
    ExperimentReport report = new ExperimentPages(folder).write();
    JsonNode json = new ObjectMapper().readTree(folder.path().resolve("report.json").toFile());
    assertThat(
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                .getSchema(OutputSchema.EXPERIMENT.json())
                .validate(json))
        .isEmpty();
    assertThat(folder.path().resolve("experiment.html")).isNotEmptyFile();
    assertThat(folder.path().resolve("experiment.pdf")).isNotEmptyFile();
    return report;
  }

  @Test
  void slowerCellLosesAndFailedCellIsNamed() throws IOException {
    experiment.blocks();
    experiment.failed(3, 1, "SERVER_START", "Out of memory.");

    ExperimentReport report = write();

    assertThat(report.answer().headline()).startsWith("16 users are better: 24 users lose ");
    assertThat(report.answer().more())
        .contains("1 cell has no figure because every run failed: 32 users.");
    ExperimentCell baseline = report.baseline();
    assertThat(baseline.etps().runs()).as("with the control").isEqualTo(2 * REPEATS);
    ExperimentCell slower = report.cell(2);
    assertThat(slower.difference().verdict()).isEqualTo(Conclusion.LOWER);
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
    TestPages.assertGolden(
        GOLDEN, folder.path(), ExperimentPages.JSON, ExperimentPages.HTML, ExperimentPages.PDF);
  }

  @Test
  void mapIsShownByTheLabelOfItsCell() throws IOException {
    experiment.close();
    experiment = SimulatedExperiment.ofMaps(results.resolve("maps"));
    folder = experiment.folder();
    experiment.blocks();

    ExperimentReport report = write();

    assertThat(report.answer().headline())
        .startsWith("clients both is better: A alone loses ")
        .doesNotContain("{");
    Document page = Jsoup.parse(Files.readString(folder.path().resolve("experiment.html")));
    assertThat(page.select("#cells th.key").eachText()).containsExactly("clients");
    assertThat(page.select("#cells td.key").eachText()).containsExactly("both", "A alone");
    assertThat(page.select("#cells p.note").eachText())
        .contains("clients both: {\"A\":[8,1],\"B\":[1,8]}", "clients A alone: {\"A\":[8,1]}");
    assertThat(report.cell(2).values()).containsEntry("load.clients", "{\"A\":[8,1]}");
    assertThat(report.varied().get(0).values()).contains("{\"A\":[8,1]}");
  }

  /** The machine gets slower from block to block, and a cell has no run in the last one. */
  @Test
  void everyFigureOfACellWithoutARunInABlockIsTheSame() throws IOException {
    for (int block = 1; block <= REPEATS; block++) {
      double drift = 1 + 0.2 * block;
      experiment.run(1, block, false, drift);
      if (block < REPEATS) {
        experiment.run(3, block, false, drift);
      }
      experiment.run(1, block, true, drift);
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
    experiment.blocks();
    Path changed = experiment.run(3, 1, false, 1);
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
    Path run = experiment.run(1, 1, false, 1);
    SimulatedExperiment.rename(run, run.getFileName().toString(), "20260301-000000-demo");

    ExperimentReport report = write();

    assertThat(report.failures())
        .extracting(ExperimentReport.Failure::code)
        .containsExactly("OTHER_RUN");
    assertThat(report.baseline().etps()).isNull();
  }

  @Test
  void folderThatIsGoneIsAFailure() throws IOException {
    folder.put(
        experiment
            .begun(1, 1, false)
            .in("20260301-121100-users-1")
            .finished(SimulatedDemo.START_UTC_MILLIS + 160_000));

    assertThat(write().failures())
        .extracting(ExperimentReport.Failure::code)
        .containsExactly("NOT_RESULTS");
  }

  @Test
  void progressCountsRunsAndTime() throws IOException {
    experiment.run(1, 1, false, 1);
    experiment.run(2, 1, false, SLOWER);
    experiment.begun(3, 1, false);

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
    Path run = experiment.run(1, 1, false, 1);
    ExperimentPages pages = new ExperimentPages(folder);
    double first = pages.write().baseline().etps().mean();
    Files.delete(run.resolve("intervals.csv"));
    assertThat(pages.write().baseline().etps().mean()).isEqualTo(first);
  }
}
