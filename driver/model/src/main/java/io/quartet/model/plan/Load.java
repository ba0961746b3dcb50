package io.quartet.model.plan;

import io.quartet.model.Text;

/** How the Customer Emulator offers load. Source: docs/spec/workload.md, "Customer Emulator". */
public sealed interface Load {

  /**
   * A pool of users without think time: each sends its next request when the last one was answered.
   *
   * @param users users in the one pool for all Groups, 1 to 4096 in every phase
   */
  record Closed(Ladder users) implements Load {
    @Override
    public Ladder ladder() {
      return users;
    }

    @Override
    public int mostInFlight(int phases) {
      return (int) Math.round(Math.max(users.in(0), users.in(phases - 1)));
    }
  }

  /**
   * Requests have intended start times that no answer can move. One that finds no free user waits,
   * and its response time runs meanwhile; of those that wait, more than the backlog takes are never
   * sent and counted as skipped.
   *
   * @param etps trades per second to ask for, above 0 in every phase
   * @param users most requests under way at once, 1 to 4096
   * @param backlog most requests that wait for a user, at least 1
   */
  record Paced(Ladder etps, int users, int backlog) implements Load {
    @Override
    public Ladder ladder() {
      return etps;
    }

    @Override
    public int mostInFlight(int phases) {
      return users;
    }
  }

  /** Users or trades per second, phase by phase. */
  Ladder ladder();

  /**
   * Most Customer Emulator requests under way at once.
   *
   * @param phases phases of the run, at least 1
   */
  int mostInFlight(int phases);

  /** In words, for instance "paced, 40 etps, at most 16 requests under way". */
  default String describe() {
    String mode = ladder().isRamp() ? "ramp" : this instanceof Paced ? "paced" : "closed";
    return this instanceof Paced paced
        ? "%s, %s, at most %s requests under way"
            .formatted(mode, ladder().describe("etps"), Text.count(paced.users()))
        : mode + ", " + ladder().describe("users");
  }

  /** A closed pool that stays as it is. */
  static Load closed(int users) {
    return new Closed(Ladder.constant(users));
  }

  /**
   * A figure that is the same in all phases or rises from each to the next.
   *
   * @param first in the first phase
   * @param step added in each phase after it; 0 keeps the figure
   */
  record Ladder(double first, double step) {

    /** The same figure in all phases. */
    public static Ladder constant(double figure) {
      return new Ladder(figure, 0);
    }

    /**
     * The figure of a phase.
     *
     * @param phase from 0
     */
    public double in(int phase) {
      return first + phase * step;
    }

    /** In words: "40 etps", or "10 etps and 5 more in each phase after the first". */
    String describe(String unit) {
      return Text.chosen(first)
          + " "
          + (first == 1 ? unit.replaceFirst("users", "user") : unit)
          + (isRamp() ? " and " + Text.chosen(step) + " more in each phase after the first" : "");
    }

    /** True if the phases differ. */
    public boolean isRamp() {
      return step != 0;
    }
  }
}
