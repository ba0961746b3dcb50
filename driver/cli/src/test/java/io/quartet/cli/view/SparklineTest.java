package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SparklineTest {

  @Test
  void drawsFromNothingToTheLargest() {
    Sparkline chart = new Sparkline(10);
    for (int figure : new int[] {0, 10, 20, 40, 80}) {
      chart.add(figure);
    }

    assertThat(chart.draw()).isEqualTo(" ▁▂▄█");
    assertThat(chart.largest()).isEqualTo(80);
  }

  @Test
  void longRunsKeepTheirShapeInTheSameRoom() {
    Sparkline chart = new Sparkline(8);
    for (int i = 0; i < 800; i++) {
      chart.add(i < 400 ? 10 : 80);
    }

    assertThat(chart.draw()).hasSizeBetween(5, 8).startsWith("▁").endsWith("█");
    assertThat(chart.largest()).isEqualTo(80);
  }

  @Test
  void nothingYetIsAnEmptyLine() {
    Sparkline chart = new Sparkline(8);
    chart.add(0);

    assertThat(chart.draw()).isEqualTo(" ");
  }
}
