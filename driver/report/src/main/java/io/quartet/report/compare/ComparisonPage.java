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
  public List<Named> overall(Pair pair) {
    List<Named> rows = new ArrayList<>();
    overall(pair.throughput())
        .forEach(row -> rows.add(new Named(comparison.contents().unit(), "1/s", row.change())));
    overall(pair.meanResponse())
        .forEach(row -> rows.add(new Named(row.transaction() + ", mean", "ms", row.change())));
    overall(pair.p90Response())
        .forEach(row -> rows.add(new Named(row.transaction() + ", p90", "ms", row.change())));
    for (Resource row : pair.resources()) {
      rows.add(new Named(row.quantity() + ", " + row.of(), row.unit(), row.change()));
    }
    return rows;
  }

  /** The pair with only those rows that are shown to differ. */
  public static Pair changed(Pair pair) {
    return new Pair(
        pair.baseline(),
        pair.side(),
        pair.notComparable(),
        pair.leftOut(),
        pair.summary(),
        changed(pair.throughput()),
        changed(pair.meanResponse()),
        changed(pair.p90Response()),
        pair.resources().stream().filter(row -> row.change().verdict().isDifference()).toList());
  }

  private static List<Figure> changed(List<Figure> figures) {
    return figures.stream().filter(row -> row.change().verdict().isDifference()).toList();
  }

  /** How many rows the tables of a pair have. */
  public static int rows(Pair pair) {
    return pair.throughput().size()
        + pair.meanResponse().size()
        + pair.p90Response().size()
        + pair.resources().size();
  }

  private static Stream<Figure> overall(List<Figure> figures) {
    return figures.stream().filter(row -> row.phase() == null && row.group() == null);
  }

  /** Differences of the configuration in the open; more are folded. */
  public static final int MOST_OPEN = 24;

  /** Said before the phrases of {@link Comparison#differentWork}. */
  public static final String DIFFERENT_WORK =
      "These runs measure different things, so a difference between them may come from this alone:";

  /** Both sides of a pair in words. */
  public String title(Pair pair) {
    return label(pair.side()) + " against " + comparison.sides().get(0).label();
  }

  /** The chart of the figures that have an interval; empty if none has. */
  public Optional<IntervalChart> chart(Pair pair) {
    return chart(
        "intervals-" + pair.side(),
        title(pair) + ": the figures are in the tables below",
        overall(pair).stream()
            .filter(row -> row.change().lowPercent() != null)
            .map(
                row ->
                    row(
                        row.name(),
                        row.change().differencePercent(),
                        row.change().lowPercent(),
                        row.change().highPercent(),
                        row.change().verdict()))
            .toList());
  }

  /**
   * A chart of differences; empty without rows.
   *
   * @param id of its element
   * @param rows each with an interval
   */
  public static Optional<IntervalChart> chart(
      String id, String description, List<IntervalChart.Row> rows) {
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(
            IntervalChart.of(
                id,
                description,
                rows,
                new Axis(IntervalChart.aroundZero(rows, LEFT, RIGHT), TICKS, "", true)));
  }

  /** A difference in percent with its interval, in the colour of its verdict. */
  public static IntervalChart.Row row(
      String name, double percent, double low, double high, Conclusion verdict) {
    return new IntervalChart.Row(name, percent, low, high, verdict.words(), color(verdict));
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
    return Format.figure(figure, figure < 10 ? 2 : 1);
  }

  /** False if all rows of a table differ in the same sense: its heading and the signs say so. */
  public static boolean hasVerdicts(Stream<Change> changes) {
    List<Conclusion> verdicts = changes.map(Change::verdict).distinct().toList();
    return verdicts.size() != 1 || !verdicts.get(0).isDifference();
  }

  /** CSS class of a conclusion. */
  public static String mark(Conclusion conclusion) {
    return conclusion.isDifference() ? "warn" : "none";
  }

  private static String color(Conclusion conclusion) {
    return conclusion.isDifference() ? Palette.WARNING : Palette.THIRD_INK;
  }
}
