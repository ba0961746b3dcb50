package io.quartet.results.statistics;

import java.util.List;

/**
 * The samples of one thing, cut into stretches of time.
 *
 * @param phases by measured phase
 * @param points by point of the time axis
 */
public record SampledRates(List<Rates> phases, List<Rates> points) {

  public SampledRates {
    phases = List.copyOf(phases);
    points = List.copyOf(points);
  }

  static SampledRates empty(List<Span> phases, List<Span> points) {
    return new SampledRates(rates(phases), rates(points));
  }

  private static List<Rates> rates(List<Span> spans) {
    return spans.stream().map(span -> new Rates(span.seconds())).toList();
  }

  /** All measured phases together. */
  public Rates allPhases() {
    return Rates.sum(phases);
  }
}
