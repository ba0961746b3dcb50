package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quartet.model.VmGroup;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class PhaseTableTest {

  @Test
  void columnMeansOfTheElasticTableAreTheAverageShares() {
    double[] sums = new double[4];
    for (LoadShare row : PhaseTable.VLDB2013.rows()) {
      IntStream.range(0, 4).forEach(i -> sums[i] += row.percents()[i]);
    }

    assertThat(sums).containsExactly(100, 200, 300, 400);
    assertThat(PhaseTable.VLDB2013.rows()).hasSize(10);
  }

  @Test
  void largestSwingOfOneGroupIsSixteenfold() {
    assertThat(PhaseTable.VLDB2013.rows().stream().mapToDouble(row -> row.percents()[3]).max())
        .hasValue(80);
    assertThat(PhaseTable.VLDB2013.rows().stream().mapToDouble(row -> row.percents()[3]).min())
        .hasValue(5);
  }

  @Test
  void sharesThatDoNotSumTo100AreRefusedWithTheirSum() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadShare.of(10, 20, 30, 41))
        .withMessage("shares 10/20/30/41 sum to 101.0, not to 100");
  }

  @Test
  void sharesOutOfRangeOrMissingAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> LoadShare.of(-10, 40, 30, 40));
    assertThatIllegalArgumentException().isThrownBy(() -> LoadShare.of(Double.NaN, 40, 30, 30));
    assertThatIllegalArgumentException().isThrownBy(() -> LoadShare.of(50, 50));
  }

  @Test
  void sharesCannotBeChangedFromOutside() {
    double[] percents = {10, 20, 30, 40};
    LoadShare share = new LoadShare(percents);
    percents[0] = 99;
    share.percents()[1] = 99;

    assertThat(share).isEqualTo(LoadShare.AVERAGE).hasToString("10/20/30/40");
    assertThat(share.fraction(VmGroup.C)).isEqualTo(0.3);
  }

  @Test
  void tableWithoutRowsIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new PhaseTable("none", List.of()));
  }

  @Test
  void averageOfTheBuiltInTablesIsTheLongRunAverage() {
    assertThat(PhaseTable.VLDB2013.average()).isEqualTo(LoadShare.AVERAGE);
    assertThat(PhaseTable.STATIC.average()).isEqualTo(LoadShare.AVERAGE);
    assertThat(
            new PhaseTable(
                    "custom", List.of(LoadShare.of(100, 0, 0, 0), LoadShare.of(0, 0, 50, 50)))
                .average())
        .isEqualTo(LoadShare.of(50, 0, 25, 25));
  }
}
