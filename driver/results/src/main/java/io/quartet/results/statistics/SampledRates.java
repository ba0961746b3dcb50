package io.quartet.results.statistics;

import io.quartet.results.folder.StatsCsv;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The samples of one thing, cut into stretches of time.
 *
 * @param phases by measured phase
 * @param points by point of the time axis
 * @param operations of a disk, per second, in the middle of each second of UTC; without samples of
 *     anything else
 */
public record SampledRates(List<Rates> phases, List<Rates> points, TimeSeries operations) {

  private static final long SECOND_MILLIS = 1_000;

  public SampledRates {
    phases = List.copyOf(phases);
    points = List.copyOf(points);
  }

  static SampledRates empty(List<Span> phases, List<Span> points) {
    return new SampledRates(rates(phases), rates(points), new TimeSeries());
  }

  private static List<Rates> rates(List<Span> spans) {
    return spans.stream().map(span -> new Rates(span.seconds())).toList();
  }

  /** Adds a row that holds for some time, to what {@link #operations} has of each second. */
  void addOperations(StatsCsv.Line line, long sinceUtcMillis) {
    OptionalDouble sum =
        TableSpace.sum(MachineRate.READS.value(line), MachineRate.WRITES.value(line));
    if (sum.isPresent()) {
      long half = SECOND_MILLIS / 2;
      long middle = Math.floorDiv(sinceUtcMillis + half, SECOND_MILLIS) * SECOND_MILLIS + half;
      for (; middle <= line.utcMillis(); middle += SECOND_MILLIS) {
        operations.add(middle, sum.getAsDouble());
      }
    }
  }

  /** All measured phases together. */
  public Rates allPhases() {
    return Rates.sum(phases);
  }
}
