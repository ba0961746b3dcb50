package io.quartet.report.internal.data;

import io.quartet.books.CellRow;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.statistics.Span;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * The time axis of all charts: points of the same length from the start of the run to its end.
 *
 * @param startUtcMillis start of the run; 0 if nothing tells
 * @param endUtcMillis end of the last segment, as far as it was run
 * @param intervalMillis between the samples of the driver
 * @param pointMillis length of a point, whole intervals
 */
public record TimeGrid(
    long startUtcMillis, long endUtcMillis, long intervalMillis, long pointMillis) {

  /** Maximum number of points. More points only make the file larger. */
  private static final int MOST_POINTS = 600;

  private static final long SHORTEST_MILLIS = 1_000;

  /**
   * The axis of a run.
   *
   * @param startedUtcMillis what {@code run.json} says, for a run without bookkeeping
   */
  static TimeGrid of(List<CellRow> cells, long startedUtcMillis, Optional<RunPlan> plan) {
    long first = cells.stream().mapToLong(CellRow::startUtcMillis).min().orElse(0);
    long start = first > 0 ? first : startedUtcMillis;
    long end = cells.stream().mapToLong(CellRow::endUtcMillis).max().orElse(start);
    long intervalMillis =
        plan.map(run -> Math.max(run.schedule().collectInterval().toMillis(), SHORTEST_MILLIS))
            .orElse(SHORTEST_MILLIS);
    long factor = (end - start) / (intervalMillis * MOST_POINTS) + 1;
    return new TimeGrid(start, end, intervalMillis, intervalMillis * factor);
  }

  /** All points, in order of time. */
  public List<Span> points() {
    long count = (endUtcMillis - startUtcMillis + pointMillis - 1) / pointMillis;
    return LongStream.range(0, count)
        .mapToObj(
            i ->
                new Span(
                    "", startUtcMillis + i * pointMillis, startUtcMillis + (i + 1) * pointMillis))
        .toList();
  }

  /**
   * The number of the point, from 0, to which an interval of the driver belongs. Its middle
   * decides, because intervals end a little before or after the full second.
   *
   * @param endUtcMillis end of the interval
   */
  public long pointOf(long endUtcMillis) {
    return Math.max(0, endUtcMillis - startUtcMillis - intervalMillis / 2) / pointMillis;
  }

  /** A moment in seconds since the start of the run. */
  public double seconds(long utcMillis) {
    return (utcMillis - startUtcMillis) / 1e3;
  }

  /** Seconds at which points end, in their order. */
  public List<Double> ends(Collection<Long> points) {
    return points.stream().map(index -> (index + 1) * pointMillis / 1e3).toList();
  }
}
