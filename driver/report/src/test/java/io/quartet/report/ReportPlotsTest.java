package io.quartet.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.GoldenFile;
import io.quartet.model.Text;
import io.quartet.report.internal.ReportBuilder;
import io.quartet.report.internal.plot.Plot;
import io.quartet.report.internal.plot.Plot.Axis;
import io.quartet.report.internal.run.ReportPlots;
import io.quartet.results.folder.ResultsFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class ReportPlotsTest {

  private static final String GOLDEN =
      "driver/report/src/test/resources/io/quartet/report/golden/plots.txt";

  @TempDir Path results;

  /** Places, axes, units, labels, colours and the sums of all values. */
  @Test
  void plotsOfADemoAreTheGoldenOnes() {
    ResultsFolder folder = ResultsFolder.open(SimulatedDemo.finished(results));
    List<Plot> plots = ReportPlots.of(ReportBuilder.build(folder).charts());

    StringBuilder text = new StringBuilder();
    plots.forEach(plot -> describe(plot, text));
    GoldenFile.assertSame(GOLDEN, text.toString());
    assertThat(plots)
        .allSatisfy(
            plot ->
                assertThat(plot.series())
                    .allSatisfy(one -> assertThat(one.values()).hasSameSizeAs(plot.at())));
  }

  private static void describe(Plot plot, StringBuilder text) {
    text.append(
        Text.format(
            "%s '%s' %s, %d pixels, %d points%n",
            plot.place(), plot.title(), plot.kind(), plot.height(), plot.at().size()));
    axis("x", plot.x(), text);
    axis("y", plot.y(), text);
    for (Plot.Series one : plot.series()) {
      double sum =
          one.values().stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).sum();
      text.append(
          Text.format(
              "  series '%s' %s %s %s sum %.2f%n",
              one.label(), one.color(), one.dash(), one.fill(), sum));
    }
    plot.bands().forEach(band -> text.append("  ").append(band).append('\n'));
    plot.lanes().forEach(lane -> text.append("  ").append(lane).append('\n'));
    plot.marks().forEach(mark -> text.append("  ").append(mark).append('\n'));
  }

  private static void axis(String name, Axis axis, StringBuilder text) {
    text.append("  ").append(name).append(' ').append(axis).append('\n');
  }
}
