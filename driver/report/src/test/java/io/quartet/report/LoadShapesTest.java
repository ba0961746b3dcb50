package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.model.plan.Load;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Timing;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.run.ChartData;
import io.quartet.report.section.Integrity.LittlesLaw;
import io.quartet.report.section.MeasuredLoad.Cell;
import io.quartet.report.section.Metric;
import io.quartet.results.LoadStep;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of plans without some Groups, of a ramp and of a paced load. */
@Tag("unit")
class LoadShapesTest {

  private static final PhaseTable TWO_GROUPS =
      new PhaseTable(
          "custom",
          List.of(
              LoadShare.of(25, 0, 0, 75), LoadShare.of(50, 0, 0, 50), LoadShare.of(90, 0, 0, 10)));

  @TempDir Path results;

  private Path folder;
  private int runs;

  private ReportBuilder.Built built(RunPlan plan) {
    folder = SimulatedDemo.finished(results.resolve("run-" + ++runs), plan);
    return ReportBuilder.build(ResultsFolder.open(folder));
  }

  /** The page of the run that was built last. */
  private String page() throws IOException {
    TestPages.write(folder);
    return Files.readString(folder.resolve("report.html"));
  }

  private static RunPlan twoGroups() {
    return TestPlans.withPhases(SimulatedDemo.plan(), TWO_GROUPS);
  }

  @Test
  void sharesOfAllPhasesAreComparedWithTheMeanOfTheirTargets() {
    List<Cell> shares = built(twoGroups()).report().workload().measuredShares();

    assertThat(shares).extracting(Cell::group).containsExactly("A", "D");
    assertThat(shares).extracting(Cell::targetPercent).containsExactly(55.0, 45.0);
    Cell first = shares.get(0);
    assertThat(first.differencePoints())
        .isCloseTo(first.sharePercent() - 55, within(1e-9))
        .isBetween(-15.0, 15.0);
    assertThat(first.targetRatioPercent()).isCloseTo(100 * first.sharePercent() / 55, within(1e-6));
  }

  @Test
  void groupsWithoutMachinesAppearNowhere() throws IOException {
    ReportBuilder.Built built = built(twoGroups());
    Report report = built.report();
    ChartData charts = built.charts();

    assertThat(report.run().scale().groups()).containsExactly("A", "D");
    assertThat(report.run().scale().virtualMachines()).isEqualTo(6);
    assertThat(report.run().loaded().loadUnits()).containsOnlyKeys("A", "D");
    assertThat(report.workload().phases())
        .allSatisfy(
            phase -> assertThat(phase.cells()).extracting(Cell::group).containsExactly("A", "D"));
    assertThat(
            List.of(
                charts.throughput().results(),
                charts.throughput().requests(),
                charts.throughput().shares(),
                charts.throughput().targets(),
                charts.responses().p90ByGroup()))
        .allSatisfy(series -> assertThat(series).containsOnlyKeys("A", "D"));
    assertThat(page())
        .contains("Group A", "Group D", "in each Group: A, D<", "<td>A/D: ")
        .doesNotContain("Group B", "Group C", "no VMs");
  }

  /** From 1 user to 31: servers that are never short of anything answer them all alike. */
  private static RunPlan ramp() {
    return TestPlans.withLoad(SimulatedDemo.plan(), new Load.Closed(new Load.Ladder(1, 3)));
  }

  @Test
  void headlineOfRampIsItsBestStep() throws IOException {
    Report report = built(ramp()).report();

    LoadStep best =
        report.workload().ramp().steps().stream()
            .filter(step -> step.phase().equals(report.workload().ramp().bestPhase()))
            .findFirst()
            .orElseThrow();
    assertThat(best.isWithinLimits()).isTrue();
    assertThat(report.metric().etps()).isEqualTo(best.etps());
    assertThat(report.workload().ramp().steps())
        .filteredOn(LoadStep::isWithinLimits)
        .allSatisfy(step -> assertThat(step.etps()).isLessThanOrEqualTo(best.etps()));
    double mean = report.metric().tradeResults() / report.run().measuredSeconds();
    assertThat(report.metric().etps()).isGreaterThan(1.2 * mean);
    assertThat(page())
        .contains("A ramp: this is phase " + best.phase() + ", the best step within its limits");
  }

  @Test
  void usersOfRampAreTheirMeanOverTime() {
    List<Duration> lengths = new ArrayList<>(Collections.nCopies(9, Duration.ofSeconds(6)));
    lengths.add(Duration.ofSeconds(60));
    Duration second = Duration.ofSeconds(1);
    RunPlan plan = TestPlans.withTiming(ramp(), new Timing(second, second, lengths, second));

    LittlesLaw law = built(plan).report().integrity().littlesLaw();

    double first = 9 * (1 + 25) / 2.0; // Of steps with 1, 4, 7 to 25 users.
    assertThat(law.users()).isCloseTo((6 * first + 60 * 28) / 114, within(0.01));
    assertThat(law.residualPercent()).isLessThan(3);
  }

  @Test
  void sumOverAllStepsOfRampIsTheirMean() throws IOException {
    Metric metric = built(ramp()).report().metric();

    assertThat(metric.meanEtps()).isLessThan(metric.etps());
    assertThat(page())
        .contains(
            String.format(
                Locale.ROOT,
                "<td>60 s</td><td>%.1f</td><td>%,d</td>",
                metric.meanEtps(),
                metric.tradeResults()));
  }

  @Test
  void stepSaysHowManyLimitsItCouldNotJudge() throws IOException {
    List<LoadStep> steps = built(ramp()).report().workload().ramp().steps();

    // One user: no Set answered any transaction 30 times.
    assertThat(steps.get(0).notJudged()).isGreaterThan(5);
    assertThat(steps.get(0).isWithinLimits()).isFalse();
    LoadStep last = steps.get(9);
    assertThat(last.notJudged()).isBetween(1, 9);
    assertThat(page()).contains("✓ met</span>, " + last.notJudged() + " not judged");
  }

  /** One user, and then two, never send enough to judge anything. */
  @Test
  void rampWithoutAStepWithinItsLimitsHasNoHeadlineAndSaysWhy() throws IOException {
    LoadShare equal = LoadShare.of(25, 25, 25, 25);
    RunPlan plan =
        TestPlans.withPhases(
            TestPlans.withLoad(SimulatedDemo.plan(), new Load.Closed(new Load.Ladder(1, 1))),
            new PhaseTable("custom", List.of(equal, equal)));
    Report report = built(plan).report();

    assertThat(report.workload().ramp().bestPhase()).isNull();
    assertThat(report.metric().etps()).isNull();
    assertThat(report.metric().meanEtps()).isPositive();
    assertThat(report.verdict().isValid()).isTrue();
    assertThat(page())
        .contains("no step met its limits", "no step of the ramp met its limits")
        .doesNotContain("none was measured");
  }

  @Test
  void stepsOfRampAreDrawnByTheirResponseTimes() {
    ReportBuilder.Built built = built(ramp());

    ChartData.Steps steps = built.charts().steps();
    assertThat(steps.phases()).hasSize(10).doesNotHaveDuplicates();
    assertThat(steps.meanResponseMillis()).isSorted();
    assertThat(steps.etps()).hasSize(10);
    assertThat(built(SimulatedDemo.plan()).charts().steps().phases()).isEmpty();
  }

  @Test
  void pacedRunTellsWhatItAskedForAndWhatIsOpen() throws IOException {
    RunPlan plan =
        TestPlans.withLoad(
            SimulatedDemo.plan(), new Load.Paced(Load.Ladder.constant(50), 16, 1_000));
    Report report = built(plan).report();

    assertThat(report.metric().requestedEtps()).isEqualTo(50);
    assertThat(report.metric().openLimitOrders())
        .isEqualTo(
            report.integrity().conservation().stream()
                .mapToLong(row -> row.database().orElseThrow().pending())
                .sum())
        .isPositive();
    Headline headline = new Headline(report);
    assertThat(headline.requested().orElseThrow())
        .startsWith("reached ")
        .contains(" of 50 requested etps, ");
    assertThat(page())
        .contains(headline.requested().orElseThrow(), headline.openOrders().orElseThrow());
    assertThat(new Headline(built(SimulatedDemo.plan()).report()).requested()).isEmpty();
  }
}
