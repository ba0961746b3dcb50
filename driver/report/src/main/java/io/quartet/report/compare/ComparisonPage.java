package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.report.compare.Comparison.Figure;
import io.quartet.report.compare.Comparison.Pair;
import io.quartet.report.compare.Comparison.Resource;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.plot.IntervalChart;
import io.quartet.report.internal.plot.IntervalChart.Axis;
import io.quartet.report.internal.plot.Palette;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Input of the page template. */
public record ComparisonPage(Comparison comparison, String style) {

  private static final double LEFT = 268;
  private static final double RIGHT = 556;
  private static final int TICKS = 8;

  /** A figure with its name, for the chart and the table of spreads. */
  public record Named(String name, String unit, Change change) {}

  /** The runs of a side in words, for instance {@code Runs 4 to 6}. */
  public String label(int side) {
    return Text.capitalized(comparison.sides().get(side - 1).label());
  }

  /** Figures of all phases and Groups, and resources. */
  public static List<Named> overall(Pair pair) {
    List<Named> rows = new ArrayList<>();
    overall(pair.throughput()).forEach(row -> rows.add(new Named("etps", "1/s", row.change())));
    overall(pair.meanResponse())
        .forEach(row -> rows.add(new Named(row.transaction() + ", mean", "ms", row.change())));
    overall(pair.p90Response())
        .forEach(row -> rows.add(new Named(row.transaction() + ", p90", "ms", row.change())));
    for (Resource row : pair.resources()) {
      rows.add(new Named(row.quantity() + ", " + row.of(), row.unit(), row.change()));
    }
    return rows;
  }

  private static Stream<Figure> overall(List<Figure> figures) {
    return figures.stream().filter(row -> row.phase() == null && row.group() == null);
  }

  /** Both sides of a pair in words. */
  public String title(Pair pair) {
    return label(pair.side()) + " against " + comparison.sides().get(0).label();
  }

  /** The chart of the figures that have an interval; empty if none has. */
  public Optional<IntervalChart> chart(Pair pair) {
    List<IntervalChart.Row> rows =
        overall(pair).stream()
            .filter(row -> row.change().lowPercent() != null)
            .map(row -> row(row.name(), row.change()))
            .toList();
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            IntervalChart.of(
                "intervals-" + pair.side(),
                title(pair) + ": the figures are in the tables below",
                rows,
                new Axis(IntervalChart.aroundZero(rows, LEFT, RIGHT), TICKS, "", true)));
  }

  private static IntervalChart.Row row(String name, Change change) {
    return new IntervalChart.Row(
        name,
        change.differencePercent(),
        change.lowPercent(),
        change.highPercent(),
        change.verdict().words(),
        color(change.verdict()));
  }

  /** The mean of a side; null if it has none. */
  public static Double mean(Spread spread) {
    return spread == null ? null : (Double) spread.mean();
  }

  /** Coefficient of variation of a side; null if it has none. */
  public static Double variation(Spread spread) {
    return spread == null ? null : spread.variationPercent();
  }

  /** The interval of a difference in percent; a dash if there is none. */
  public static String interval(Double low, Double high) {
    return Text.interval(low, high, end -> Format.signed(end, 1));
  }

  /** A figure of resources, to about four digits. */
  public static String amount(Double figure) {
    if (figure == null) {
      return "not collected";
    }
    return Format.fixed(figure, figure < 10 ? 2 : figure < 1_000 ? 1 : 0);
  }

  /** CSS class of a conclusion. */
  public static String mark(Conclusion conclusion) {
    return isDifference(conclusion) ? "warn" : "none";
  }

  private static String color(Conclusion conclusion) {
    return isDifference(conclusion) ? Palette.WARNING : Palette.THIRD_INK;
  }

  private static boolean isDifference(Conclusion conclusion) {
    return switch (conclusion) {
      case HIGHER, LOWER, DIFFERS -> true;
      case NO_DIFFERENCE_SHOWN, NOT_ENOUGH_DATA, NOT_COMPARABLE -> false;
    };
  }
}
