package io.quartet.orchestrate.load;

import io.quartet.model.QuartetException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * By how much another wall clock is ahead of ours. Source of the limits: design.md section 9.
 *
 * @param ahead negative if the other clock is behind
 * @param roundTrip of the exchange it was taken from; the error is at most half of it
 */
record ClockOffset(Duration ahead, Duration roundTrip) {

  private static final Duration WARNED_ABOVE = Duration.ofMillis(10);
  private static final Duration REFUSED_ABOVE = Duration.ofMillis(50);

  /** The first ones are slow, while connections and code warm up. */
  private static final int EXCHANGES = 10;

  /**
   * Measures it as NTP does: the other clock was read halfway between question and answer, and the
   * fastest of several exchanges is off by the least.
   *
   * @param other asks the other clock
   */
  static ClockOffset measure(Supplier<Instant> other) {
    ClockOffset best = null;
    for (int i = 0; i < EXCHANGES; i++) {
      Instant asked = Instant.now();
      long askedNanos = System.nanoTime();
      Instant there = other.get();
      Duration roundTrip = Duration.ofNanos(System.nanoTime() - askedNanos);
      if (best == null || roundTrip.compareTo(best.roundTrip) < 0) {
        best =
            new ClockOffset(Duration.between(asked.plus(roundTrip.dividedBy(2)), there), roundTrip);
      }
    }
    return best;
  }

  /** True if it is worth a warning. */
  boolean isNoticeable() {
    return ahead.abs().compareTo(WARNED_ABOVE) > 0;
  }

  /** Milliseconds to one digit. */
  double aheadMillis() {
    return tenths(ahead);
  }

  /** Milliseconds to one digit. */
  double roundTripMillis() {
    return tenths(roundTrip);
  }

  private static double tenths(Duration duration) {
    return Math.rint(duration.toNanos() / 1e5) / 10;
  }

  /**
   * Makes sure that a run can correct for it.
   *
   * @param whose for the message, for instance "worker 2 at 10.0.0.5:7500"
   * @throws QuartetException CLOCKS_APART
   */
  void requireClose(String whose) {
    if (ahead.abs().compareTo(REFUSED_ABOVE) > 0) {
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "CLOCKS_APART",
          String.format(
              Locale.ROOT,
              "the clock of %s is %.1f ms %s ours (measured over a round trip of %.1f ms), and more"
                  + " than %d ms would tear the phases apart. Let both machines keep time by NTP.",
              whose,
              Math.abs(aheadMillis()),
              ahead.isNegative() ? "behind" : "ahead of",
              roundTripMillis(),
              REFUSED_ABOVE.toMillis()));
    }
  }
}
