package io.quartet.report.internal.statistics;

/**
 * Distribution over time of the Trade-Results of a steady stream of orders.
 *
 * <p>The exchange answers a market order after an exponential delay of mean 1 s, at most 5 s. A
 * limit order whose price is not reached yet waits for it first: up to 900 s, one period of the
 * price curve, 300 s on average. The density falls linearly from 0 to 900 s, because both prices
 * are uniform on the curve. Limit orders released at once wait for the next Market-Feed, about a
 * second, and are taken for market orders.
 *
 * <p>{@code F} is the distribution of a delay, {@code G(x)} the integral of {@code F} from 0 to
 * {@code x}. Of orders sent evenly in {@code [u, v)}, the part that leaves in {@code [a, b)} is
 * {@code ((G(b-u) - G(b-v)) - (G(a-u) - G(a-v))) / (v - u)}.
 *
 * <p>Source: docs/spec/workload.md, "Market Exchange".
 */
public final class ExchangeDelay {

  private static final double LONGEST_SECONDS = 5;

  private static final double PERIOD_SECONDS = 900;

  /**
   * Fraction of orders that wait: 40 % are limit orders, and half of these are out of the money.
   */
  private static final double WAITING_SHARE = 0.2;

  /** Delay of an order that was released, on the average; small against the wait before it. */
  private static final double RELEASED_SECONDS = 1;

  private ExchangeDelay() {}

  /**
   * Seconds' worth of orders from {@code [sentFrom, sentTo)} whose results fall into {@code [from,
   * to)}; all in seconds.
   */
  public static double overlap(double sentFrom, double sentTo, double from, double to) {
    return (integral(to - sentFrom) - integral(to - sentTo))
        - (integral(from - sentFrom) - integral(from - sentTo));
  }

  private static double integral(double x) {
    return (1 - WAITING_SHARE) * released(x) + WAITING_SHARE * waiting(x - RELEASED_SECONDS);
  }

  private static double released(double x) {
    if (x <= 0) {
      return 0;
    }
    double bounded = Math.min(x, LONGEST_SECONDS);
    return bounded - 1 + Math.exp(-bounded) + (x - bounded);
  }

  private static double waiting(double x) {
    double periods = Math.max(0, x / PERIOD_SECONDS);
    double bounded = Math.min(periods, 1);
    double integral = bounded * bounded - bounded * bounded * bounded / 3;
    return PERIOD_SECONDS * (integral + (periods - bounded));
  }
}
