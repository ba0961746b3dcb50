package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.quartet.model.VmRole;
import io.quartet.report.compare.Change;
import io.quartet.report.compare.Comparisons;
import io.quartet.report.compare.Conclusion;
import io.quartet.report.compare.Pairing;
import io.quartet.report.compare.Pairings;
import io.quartet.report.compare.RunSummary;
import io.quartet.report.compare.Side;
import io.quartet.report.internal.statistics.Quantity;
import io.quartet.report.internal.statistics.Quantity.Measure;
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
class PairingsTest {

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
      members.add(RunSummary.read(run).member(OptionalInt.of(members.size() % 3 + 1)));
    }
    return new Side(label, members);
  }

  @Test
  void pairingSaysWhatTheComparisonSays() {
    Side baseline = side("control", EQUAL);
    Pairings pairings = Pairings.of(baseline, List.of(side("cell 2", SLOWER)));
    Pairing pairing = pairings.pairs().get(0);
    Change expected = Comparisons.ofSets(EQUAL, SLOWER).pairs().get(0).throughput().get(0).change();
    Change etps = pairing.etps();
    assertThat(etps.verdict()).isEqualTo(Conclusion.LOWER);
    assertThat(etps.differencePercent()).isCloseTo(expected.differencePercent(), within(1e-9));
    assertThat(etps.halfWidthPercent()).isPositive();
    assertThat(baseline.spreads().get(Quantity.ETPS).mean())
        .isCloseTo(expected.baseline().mean(), within(1e-9));
    Quantity log = Quantity.resource(Measure.WRITE_AHEAD_LOG, VmRole.OLTP);
    assertThat(pairing.changes().get(log).verdict()).isEqualTo(Conclusion.HIGHER);
    assertThat(baseline.drift().isShown()).isFalse();
    assertThat(pairings.method().primary().rows()).isEqualTo(1);
    assertThat(baseline.runs().get(0).isValid()).isTrue();
  }

  private static Side unpaired(List<Path> runs) {
    return new Side(
        "a side",
        runs.stream().map(run -> RunSummary.read(run).member(OptionalInt.empty())).toList());
  }

  @Test
  void sameRunsHaveTheSameIntervalsEverywhere() {
    Change compared = Comparisons.ofSets(EQUAL, SLOWER).pairs().get(0).throughput().get(0).change();
    List<Side> others = List.of(unpaired(EQUAL.subList(0, 3)), unpaired(SLOWER));
    Change etps = Pairings.of(unpaired(EQUAL), others).pairs().get(1).etps();
    assertThat(etps.lowPercent()).isEqualTo(compared.lowPercent());
    assertThat(etps.highPercent()).isEqualTo(compared.highPercent());
    assertThat(etps.baseline()).isEqualTo(compared.baseline());
    assertThat(etps.other()).isEqualTo(compared.other());
  }

  @Test
  void baselineOfAnExperimentThatHasJustBegunIsEmpty() {
    Side baseline = side("control", List.of());
    Pairing pairing =
        Pairings.of(baseline, List.of(side("cell 2", SLOWER.subList(0, 1)))).pairs().get(0);
    assertThat(baseline.spreads()).isEmpty();
    assertThat(pairing.etps().baseline()).isNull();
    assertThat(pairing.etps().verdict()).isEqualTo(Conclusion.NOT_ENOUGH_DATA);
    assertThat(pairing.comparability().notComparable()).isEmpty();
  }
}
