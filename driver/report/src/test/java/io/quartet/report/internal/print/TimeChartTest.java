package io.quartet.report.internal.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TimeChartTest {

  private static final int WIDTH = 600;
  private static final int HEIGHT = 200;

  /** Known for 10 s, then not for 20, once in between, and known again. */
  private static final List<Double> SECONDS = List.of(0.0, 10.0, 20.0, 30.0, 40.0, 50.0);

  private static final List<Series> SERIES =
      List.of(new Series("one", Color.RED, Arrays.asList(5.0, 5.0, null, 5.0, null, 5.0)));

  private PrintFonts fonts;
  private Font font;

  @BeforeEach
  void load() throws Exception {
    fonts = PrintFonts.load();
    font = fonts.forCharts();
  }

  @AfterEach
  void close() throws Exception {
    fonts.close();
  }

  private TimeChart chart() {
    return new TimeChart("a unit", false, List.of(), SECONDS, font);
  }

  /** Whether there is red between two moments, in the part of the picture with the data. */
  private static boolean isDrawn(TimeChart drawn, double from, double to) {
    JFreeChart chart = drawn.chart();
    ChartRenderingInfo info = new ChartRenderingInfo();
    BufferedImage picture = chart.createBufferedImage(WIDTH, HEIGHT, info);
    Rectangle2D area = info.getPlotInfo().getDataArea();
    for (int x = (int) (area.getX() + area.getWidth() * from / 50);
        x < area.getX() + area.getWidth() * to / 50;
        x++) {
      for (int y = (int) area.getMinY(); y < area.getMaxY(); y++) {
        Color color = new Color(picture.getRGB(x, y));
        if (color.getRed() > 200 && color.getGreen() < 100) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void lineBreaksWhereNothingIsKnown() {
    assertThat(isDrawn(chart().lines(SECONDS, SERIES), 2, 8)).isTrue();
    assertThat(isDrawn(chart().lines(SECONDS, SERIES), 12, 28)).isFalse();
    assertThat(isDrawn(chart().lines(SECONDS, SERIES), 32, 48)).isFalse();
  }

  @Test
  void valueBetweenTwoUnknownOnesIsADot() {
    assertThat(isDrawn(chart().lines(SECONDS, SERIES), 29, 31)).isTrue();
  }

  @Test
  void joinedLineGoesOn() {
    assertThat(isDrawn(chart().joinedLines(SECONDS, SERIES), 12, 28)).isTrue();
  }
}
