package io.quartet.report.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Cell;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ShareWordsTest {

  private static Cell cell(double difference, Double ratio, Judgment verdict) {
    return new Cell("A", 10, 10.0, 10.0, difference, 0.0, 0.5, verdict, 1, 1.0, 2.0, 2.0, ratio);
  }

  @Test
  void cellsThatPassAreSaidByTheirRange() {
    List<Cell> cells =
        List.of(cell(0.004, 100.04, Judgment.PASS), cell(-0.016, 99.86, Judgment.PASS));
    assertThat(ShareWords.differences(cells))
        .contains("The largest difference of a share from its target is 0.02 percentage points.");
    assertThat(ShareWords.ratios(cells).orElseThrow()).contains("has 99.9 to 100.0 % of its");
    assertThat(ShareWords.ratios(cells.subList(0, 1)).orElseThrow()).contains("has 100.0 % of");
  }

  @Test
  void aGroupWithoutATargetHasNoRatio() {
    List<Cell> idle = List.of(cell(0, null, Judgment.PASS));
    assertThat(ShareWords.ratios(idle)).isEmpty();
    assertThat(ShareWords.differences(idle)).isPresent();
  }

  @Test
  void oneCellThatDoesNotPassNeedsTheColumns() {
    List<Cell> cells = List.of(cell(0, 100.0, Judgment.PASS), cell(0.8, 92.0, Judgment.FAIL));
    assertThat(ShareWords.differences(cells)).isEmpty();
    assertThat(ShareWords.ratios(cells)).isEmpty();
    assertThat(ShareWords.ratios(List.of())).isEmpty();
    assertThat(ShareWords.differences(List.of(cell(0, 100.0, Judgment.NOT_JUDGED)))).isEmpty();
  }
}
