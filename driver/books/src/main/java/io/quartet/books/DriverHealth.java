package io.quartet.books;

/**
 * Figures of a process that offers load, over about one second.
 *
 * @param utcMillis end of the interval
 * @param worker number of the worker, from 1; 0 if the driver itself offered the load
 * @param intervalMillis its length, above 0
 * @param cpuMillis processor time of the whole process
 * @param busiestThread name of the thread with the most processor time
 * @param busiestMillis processor time of that thread
 * @param gcMillis time in garbage collections
 * @param lagMicros the latest that a timer came in the interval, after its moment
 * @param backlog what waited at the end of the interval
 */
public record DriverHealth(
    long utcMillis,
    int worker,
    long intervalMillis,
    long cpuMillis,
    String busiestThread,
    long busiestMillis,
    long gcMillis,
    long lagMicros,
    Backlog backlog) {

  /** A thread this busy has work waiting most of the time. */
  private static final double BUSY = 0.9;

  /** Garbage collection for longer than this share of the time holds everything up. */
  private static final double COLLECTING = 0.1;

  /** Timers this late mean that the driver does not get the processor. */
  private static final long STARVED_MICROS = 500_000;

  /** True if load may have waited for the driver: busy, in a pause, or without a processor. */
  public boolean isBottleneck() {
    return busiestMillis > BUSY * intervalMillis
        || gcMillis > COLLECTING * intervalMillis
        || lagMicros > STARVED_MICROS;
  }
}
