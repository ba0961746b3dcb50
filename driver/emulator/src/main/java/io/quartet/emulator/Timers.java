package io.quartet.emulator;

/** Runs tasks at moments of the run's clock, one at a time. Thread-safe. */
@FunctionalInterface
interface Timers {

  /**
   * Runs a short task that does not block.
   *
   * @param nanos moment of the run's clock; now or earlier means as soon as possible
   */
  void at(long nanos, Runnable task);
}
