package io.quartet.report.internal;

/**
 * Where in time the Trade-Results of a steady stream of orders fall.
 *
 * <p>The exchange answers after an exponential delay of mean 1 s, at most 5 s. With {@code F} its
 * distribution and {@code G(x)} the integral of {@code F} from 0 to {@code x}, orders sent evenly
 * in {@code [u, v)} leave {@code (G(b-u) - G(b-v)) - (G(a-u) - G(a-v))} of {@code v - u} in {@code
 * [a, b)}. Limit orders, which wait for a price, are not part of it.
 *
 * <p>Source: run-rules.md section 1.4.
 */
final class ExchangeDelay {

  private static final double LONGEST_SECONDS = 5;

  private ExchangeDelay() {}

  /**
   * Seconds' worth of orders from {@code [sentFrom, sentTo)} whose results fall into {@code [from,
   * to)}; all in seconds.
   */
  static double overlap(double sentFrom, double sentTo, double from, double to) {
    return (integral(to - sentFrom) - integral(to - sentTo))
        - (integral(from - sentFrom) - integral(from - sentTo));
  }

  private static double integral(double x) {
    if (x <= 0) {
      return 0;
    }
    double bounded = Math.min(x, LONGEST_SECONDS);
    return bounded - 1 + Math.exp(-bounded) + (x - bounded);
  }
}
