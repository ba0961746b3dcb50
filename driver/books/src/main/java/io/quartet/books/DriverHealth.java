package io.quartet.books;

import io.quartet.model.Text;
import java.util.EnumSet;
import java.util.Set;

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
  private static final double BUSY_SHARE = 0.9;

  /** Garbage collection for longer than this share of the time holds everything up. */
  private static final double COLLECTING_SHARE = 0.1;

  /** Timers this late mean that the driver does not get the processor. */
  private static final long STARVED_MICROS = 500_000;

  /** A reason why load may wait for the driver. */
  public enum Limit {
    BUSY(Text.format("a thread busy for more than %.0f %% of the time", 100 * BUSY_SHARE)),
    COLLECTING(
        Text.format(
            "garbage collection for more than %.0f %% of the time", 100 * COLLECTING_SHARE)),
    STARVED(Text.format("timers more than %d ms late", STARVED_MICROS / 1_000));

    private final String label;

    Limit(String label) {
      this.label = label;
    }

    /** For sentences. */
    public String label() {
      return label;
    }
  }

  /** The limits that the process exceeded. */
  public Set<Limit> exceeded() {
    Set<Limit> exceeded = EnumSet.noneOf(Limit.class);
    if (busiestMillis > BUSY_SHARE * intervalMillis) {
      exceeded.add(Limit.BUSY);
    }
    if (gcMillis > COLLECTING_SHARE * intervalMillis) {
      exceeded.add(Limit.COLLECTING);
    }
    if (lagMicros > STARVED_MICROS) {
      exceeded.add(Limit.STARVED);
    }
    return exceeded;
  }

  /** True if load may have waited for the driver. */
  public boolean isBottleneck() {
    return !exceeded().isEmpty();
  }
}
