package io.quartet.report.internal.experiment;

import io.quartet.report.compare.Conclusion;
import io.quartet.report.experiment.ExperimentCell;
import io.quartet.report.experiment.ExperimentCell.Difference;
import io.quartet.report.experiment.ExperimentReport;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.Drawing;
import io.quartet.report.internal.plot.IntervalChart;
import io.quartet.report.internal.plot.IntervalChart.Axis;
import io.quartet.report.internal.plot.IntervalChart.Row;
import io.quartet.report.internal.plot.Palette;
import io.quartet.report.internal.plot.Scale;
import java.util.ArrayList;
import java.util.List;

/** Draws a row for each cell, with a point and its interval. */
final class RowDrawings {

  private static final double LEFT = 200;
  private static final double RIGHT = 492;
  private static final int TICKS = 6;

  /** A page of the document for print has room for no more. */
  private static final int MOST_ROWS = 40;

  private RowDrawings() {}

  /** Mean etps of the cells; for experiments without a key that has numbers. */
  static List<Drawing> means(ExperimentReport report) {
    List<Row> rows =
        report.cells().stream().filter(cell -> cell.etps() != null).map(RowDrawings::mean).toList();
    return draw(
        "means",
        "Mean " + report.contents().unit() + " of each cell, with its interval",
        rows,
        means(rows, report.contents().unit()));
  }

  private static Row mean(ExperimentCell cell) {
    ExperimentCell.Etps etps = cell.etps();
    String interval =
        etps.low() == null ? "" : " (" + ExperimentPage.interval(etps.low(), etps.high()) + ")";
    return new Row(
        cell.label() + (cell.isBaseline() ? " (baseline)" : ""),
        etps.mean(),
        etps.low(),
        etps.high(),
        Format.figure(etps.mean(), 1) + interval,
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
        "differences",
        "Difference in " + report.contents().unit() + " from the baseline, with its interval",
        rows,
        differences(rows));
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
        : "(" + ExperimentPage.interval(difference) + ")";
  }

  private static String color(Conclusion conclusion) {
    return switch (conclusion) {
      case HIGHER -> Palette.GOOD;
      case LOWER -> Palette.BAD;
      case NO_DIFFERENCE_SHOWN -> Palette.SECOND_INK;
      case DIFFERS, NOT_ENOUGH_DATA, NOT_COMPARABLE -> Palette.THIRD_INK;
    };
  }

  private static Axis means(List<Row> rows, String unit) {
    double low = low(rows);
    double high = high(rows);
    return new Axis(
        Scale.rounded(low > high / 2 ? low : 0, high, LEFT, RIGHT, TICKS), TICKS, unit, false);
  }

  private static Axis differences(List<Row> rows) {
    return new Axis(
        Scale.rounded(Math.min(low(rows), 0), Math.max(high(rows), 0), LEFT, RIGHT, TICKS),
        TICKS,
        "difference from the baseline, %",
        true);
  }

  private static double low(List<Row> rows) {
    return rows.stream().mapToDouble(Row::least).min().orElse(0);
  }

  private static double high(List<Row> rows) {
    return rows.stream().mapToDouble(Row::most).max().orElse(0);
  }

  private static List<Drawing> draw(String id, String description, List<Row> rows, Axis axis) {
    List<Drawing> drawings = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += MOST_ROWS) {
      List<Row> part = rows.subList(from, Math.min(rows.size(), from + MOST_ROWS));
      drawings.add(IntervalChart.of(id + "-" + drawings.size(), description, part, axis).drawing());
    }
    return drawings;
  }
}
