package io.quartet.report.internal.experiment;

import io.quartet.report.compare.FigureVerdict;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.internal.page.Format;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.Drawing.Anchor;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Scale;
import io.quartet.report.internal.plot.Sketch;
import java.util.ArrayList;
import java.util.List;

/** Draws a row for each cell, with a point and its interval. */
final class RowDrawings {

  private static final double ROW = 20;
  private static final double TOP = 6;
  private static final double LEFT = 200;
  private static final double RIGHT = 492;
  private static final int TICKS = 6;

  /** A page of the document for print has room for no more. */
  private static final int MOST_ROWS = 40;

  /**
   * One row.
   *
   * @param low null without an interval
   * @param text of the figure
   */
  private record Row(
      String name, Double point, Double low, Double high, String text, String color) {}

  private RowDrawings() {}

  /** Mean etps of the cells; for experiments without a key that has numbers. */
  static List<Drawing> means(ExperimentReport report) {
    List<Row> rows =
        report.cells().stream().filter(cell -> cell.etps() != null).map(RowDrawings::mean).toList();
    return draw("means", "Mean etps of each cell, with its interval", rows, false);
  }

  private static Row mean(ExperimentCell cell) {
    ExperimentCell.Etps etps = cell.etps();
    String interval =
        etps.low() == null
            ? ""
            : " (" + Format.fixed(etps.low(), 1) + " to " + Format.fixed(etps.high(), 1) + ")";
    return new Row(
        cell.label() + (cell.isBaseline() ? " (baseline)" : ""),
        etps.mean(),
        etps.low(),
        etps.high(),
        Format.fixed(etps.mean(), 1) + interval,
        Palette.numbered(0));
  }

  /** Differences from the baseline, as far as they are known. */
  static List<Drawing> differences(ExperimentReport report) {
    List<Row> rows =
        report.cells().stream()
            .filter(cell -> cell.difference() != null && cell.difference().percent() != null)
            .map(RowDrawings::difference)
            .toList();
    return draw(
        "differences", "Difference in etps from the baseline, with its interval", rows, true);
  }

  private static Row difference(ExperimentCell cell) {
    Difference difference = cell.difference();
    return new Row(
        cell.label(),
        difference.percent(),
        difference.lowPercent(),
        difference.highPercent(),
        Format.signed(difference.percent(), 1) + " % " + interval(difference),
        color(difference.verdict()));
  }

  private static String interval(Difference difference) {
    return difference.lowPercent() == null
        ? difference.verdict().words()
        : "("
            + Format.signed(difference.lowPercent(), 1)
            + " to "
            + Format.signed(difference.highPercent(), 1)
            + ")";
  }

  private static String color(FigureVerdict verdict) {
    return switch (verdict) {
      case HIGHER -> Palette.GOOD;
      case LOWER -> Palette.BAD;
      case NO_DIFFERENCE_SHOWN -> Palette.SECOND_INK;
      case DIFFERS, NOT_ENOUGH_DATA, NOT_COMPARABLE -> Palette.THIRD_INK;
    };
  }

  private static List<Drawing> draw(
      String id, String description, List<Row> rows, boolean isDifference) {
    List<Drawing> drawings = new ArrayList<>();
    if (rows.isEmpty()) {
      return drawings;
    }
    double low =
        rows.stream()
            .mapToDouble(row -> row.low() == null ? row.point() : row.low())
            .min()
            .orElse(0);
    double high =
        rows.stream()
            .mapToDouble(row -> row.high() == null ? row.point() : row.high())
            .max()
            .orElse(0);
    Scale scale =
        isDifference
            ? Scale.rounded(Math.min(low, 0), Math.max(high, 0), LEFT, RIGHT, TICKS)
            : Scale.rounded(low > high / 2 ? low : 0, high, LEFT, RIGHT, TICKS);
    for (int from = 0; from < rows.size(); from += MOST_ROWS) {
      List<Row> part = rows.subList(from, Math.min(rows.size(), from + MOST_ROWS));
      drawings.add(draw(id + "-" + drawings.size(), description, part, scale, isDifference));
    }
    return drawings;
  }

  private static Drawing draw(
      String id, String description, List<Row> rows, Scale scale, boolean isDifference) {
    Sketch sketch = new Sketch();
    double bottom = TOP + ROW * rows.size();
    for (double tick : scale.ticks(TICKS)) {
      double x = scale.position(tick);
      sketch.line(x, TOP, x, bottom, Palette.GRID, 1);
      String text =
          isDifference ? Format.signed(tick, scale.decimals(TICKS)) : scale.text(tick, TICKS);
      sketch.text(x, bottom + 14, text, Anchor.MIDDLE, Palette.SECOND_INK);
    }
    if (isDifference) {
      double zero = scale.position(0);
      sketch.line(zero, TOP, zero, bottom, Palette.INK, 1.2);
    }
    for (int i = 0; i < rows.size(); i++) {
      row(sketch, rows.get(i), TOP + ROW * (i + 0.5), scale);
    }
    sketch.text(
        (LEFT + RIGHT) / 2,
        bottom + 30,
        isDifference ? "difference from the baseline, %" : "etps",
        Anchor.MIDDLE,
        Palette.SECOND_INK);
    return sketch.drawing(id, (int) bottom + 38, description);
  }

  private static void row(Sketch sketch, Row row, double y, Scale scale) {
    sketch.text(LEFT - 12, y + 3.5, Sketch.fitted(row.name(), LEFT - 12), Anchor.END, Palette.INK);
    if (row.low() != null) {
      sketch.level(scale.position(row.low()), scale.position(row.high()), y, row.color());
    }
    sketch.dot(
        scale.position(row.point()),
        y,
        3.5,
        row.color(),
        row.low() == null ? Palette.PAPER : row.color());
    sketch.text(RIGHT + 12, y + 3.5, row.text(), Anchor.START, row.color());
  }
}
