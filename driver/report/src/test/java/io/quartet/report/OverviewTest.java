package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.compare.FigureName;
import io.quartet.report.compare.FigureVerdict;
import io.quartet.report.compare.Overview;
import io.quartet.report.compare.RunSummary;
import io.quartet.report.compare.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cells of an experiment beside their control: six runs of one machine, three of a slower one.
 */
@Tag("unit")
class OverviewTest {

  @TempDir static Path results;
  private static final List<Path> EQUAL = new ArrayList<>();
  private static final List<Path> SLOWER = new ArrayList<>();

  @BeforeAll
  static void simulate() throws IOException {
    EQUAL.addAll(ComparisonOfSetsTest.simulated(results, 6, 0, 1));
    SLOWER.addAll(ComparisonOfSetsTest.simulated(results, 3, 10, 1.25));
  }

  private static Side side(String label, List<Path> runs) {
    List<Side.Member> members = new ArrayList<>();
    for (Path run : runs) {
      members.add(new Side.Member(RunSummary.read(run), OptionalInt.of(members.size() % 3 + 1)));
    }
    return new Side(label, members);
  }

  @Test
  void overviewSaysWhatTheComparisonSays() {
    Side baseline = side("control", EQUAL);
    Overview overview = Overview.of(baseline, List.of(side("cell 2", SLOWER)));
    Change expected = Comparisons.ofSets(EQUAL, SLOWER).pairs().get(0).throughput().get(0).change();
    Change etps = overview.sides().get(0).etps().orElseThrow();
    assertThat(etps.verdict()).isEqualTo(FigureVerdict.LOWER);
    assertThat(etps.differencePercent()).isCloseTo(expected.differencePercent(), within(1e-9));
    assertThat(etps.halfWidthPercent()).isPositive();
    assertThat(overview.baseline().get(FigureName.ETPS).mean())
        .isCloseTo(expected.baseline().mean(), within(1e-9));
    FigureName log = new FigureName("write-ahead log", "OLTP", "bytes/trade");
    assertThat(overview.sides().get(0).changes().get(log).verdict())
        .isEqualTo(FigureVerdict.HIGHER);
    assertThat(overview.drift().get(FigureName.ETPS).isShown()).isFalse();
    assertThat(overview.method().primary().rows()).isEqualTo(1);
    assertThat(baseline.runs().get(0).run().validity().isValid()).isTrue();
  }

  @Test
  void overviewOfAnExperimentThatHasJustBegunIsEmpty() {
    Overview overview =
        Overview.of(side("control", List.of()), List.of(side("cell 2", SLOWER.subList(0, 1))));
    Change etps = overview.sides().get(0).etps().orElseThrow();
    assertThat(overview.baseline()).isEmpty();
    assertThat(etps.baseline()).isNull();
    assertThat(etps.verdict()).isEqualTo(FigureVerdict.NOT_ENOUGH_DATA);
    assertThat(overview.sides().get(0).notComparable()).isEmpty();
  }
}
