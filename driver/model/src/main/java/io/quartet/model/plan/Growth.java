package io.quartet.model.plan;

import io.quartet.model.Text;
import java.util.Optional;

/**
 * A run that goes on until it has its trades: the phases of the table come again and again.
 *
 * @param untilTrades Trade-Results completed in measured phases, all Sets together; the phase in
 *     which they are reached is the last. 1 to 10^12
 * @param phases most phases, 1 to 1,000; in the plan of a run that has ended, those that it had
 */
public record Growth(long untilTrades, int phases) {

  /** Unless a file says otherwise. */
  public static final int MOST_PHASES = 1_000;

  /** More than a thousand phases could have. */
  public static final long MOST_TRADES = 1_000_000_000_000L;

  public Growth {
    if (untilTrades < 1 || untilTrades > MOST_TRADES || phases < 1 || phases > MOST_PHASES) {
      throw new IllegalArgumentException(untilTrades + " trades in " + phases + " phases");
    }
  }

  /** The same with other phases. */
  public Growth withPhases(int other) {
    return new Growth(untilTrades, other);
  }

  /** Why a plan cannot grow, and what to do; empty if it can, or does not want to. */
  public static Optional<String> refusal(RunPlan plan) {
    if (plan.schedule().growth().isEmpty()) {
      return Optional.empty();
    }
    if (!(plan.workload() instanceof Brokerage)) {
      return Optional.of("it counts trades, which only workload.kind brokerage has. Leave it out.");
    }
    if (plan.publication().profile() == ValidityProfile.OFFICIAL) {
      return Optional.of("an official run has each phase exactly once. Choose profile custom.");
    }
    if (!plan.schedule().events().isEmpty()) {
      return Optional.of("a run that grows may end before its events. Leave out events or growth.");
    }
    if (!plan.driver().isAlone()) {
      return Optional.of(
          Text.format(
              "a run that grows needs one driver process, but driver.workers is %d. Set"
                  + " driver.workers: 1.",
              plan.driver().workerCount()));
    }
    return plan.workload().isRamp()
        ? Optional.of("a ramp cannot repeat its phases. Choose load.mode closed or paced.")
        : Optional.empty();
  }
}
