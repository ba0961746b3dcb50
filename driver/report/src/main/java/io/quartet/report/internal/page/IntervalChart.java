package io.quartet.report.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Differences and their intervals as a drawing: a row for each, with a dot, a line and its verdict
 * in words; zero is a line from top to bottom. Lengths are in pixels of the screen.
 *
 * @param rows from the top
 * @param ticks of the axis below them
 * @param zero where no difference lies
 * @param isCut true if an interval goes on beyond the edges
 */
public record IntervalChart(List<Row> rows, List<Tick> ticks, double zero, boolean isCut) {

  /** Width of the whole drawing. */
  public static final int WIDTH = 760;

  /** Left and right edge of the axis; names are to the left of it, verdicts to the right. */
  public static final int LEFT = 250;

  public static final int RIGHT = 620;

  /** Of a row. */
  public static final int ROW_HEIGHT = 17;

  /** So many of the rows fit between the edges; the longest would hide the others. */
  private static final double FITTING = 0.9;

  private static final int MOST_TICKS = 8;

  /**
   * The content of a row.
   *
   * @param mark CSS class of the verdict
   */
  public record Item(
      String name,
      double percent,
      double lowPercent,
      double highPercent,
      String mark,
      String verdict) {

    private double furthest() {
      return Math.max(Math.abs(lowPercent), Math.abs(highPercent));
    }
  }

  /** A row with its places: middle of its height, dot, and ends of its line. */
  public record Row(Item item, int y, double dot, double from, double to) {}

  /** A mark of the axis. */
  public record Tick(double x, String text) {}

  /** Height of the whole drawing. */
  public int height() {
    return ROW_HEIGHT * rows.size() + 24;
  }

  /** The chart of these rows. */
  public static IntervalChart of(List<Item> items) {
    double limit = limit(items);
    List<Row> rows =
        IntStream.range(0, items.size())
            .mapToObj(
                index -> {
                  Item item = items.get(index);
                  return new Row(
                      item,
                      ROW_HEIGHT * index + ROW_HEIGHT / 2,
                      place(item.percent, limit),
                      place(item.lowPercent, limit),
                      place(item.highPercent, limit));
                })
            .toList();
    return new IntervalChart(
        rows,
        ticks(limit),
        place(0, limit),
        items.stream().anyMatch(item -> item.furthest() > limit));
  }

  private static double limit(List<Item> items) {
    double[] furthest = items.stream().mapToDouble(Item::furthest).sorted().toArray();
    double fitting =
        furthest.length == 0 ? 1 : furthest[(int) Math.ceil(FITTING * furthest.length) - 1];
    return Math.max(0.1, 1.05 * fitting);
  }

  private static double place(double percent, double limit) {
    double within = Math.max(-limit, Math.min(limit, percent));
    double place = LEFT + (RIGHT - LEFT) * (within + limit) / (2 * limit);
    return Math.round(10 * place) / 10.0;
  }

  private static List<Tick> ticks(double limit) {
    double power = Math.pow(10, Math.floor(Math.log10(limit)) - 1);
    double step =
        Stream.of(1, 2, 5, 10, 20, 50)
            .map(factor -> factor * power)
            .filter(one -> 2 * limit / one <= MOST_TICKS)
            .findFirst()
            .orElse(limit);
    List<Tick> ticks = new ArrayList<>();
    for (double at = -Math.floor(limit / step) * step; at <= limit; at += step) {
      ticks.add(new Tick(place(at, limit), Format.signed(at, step < 1 ? 1 : 0)));
    }
    return ticks;
  }
}
