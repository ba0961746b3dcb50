package io.quartet.provision.clock;

import io.quartet.model.QuartetException;
import io.quartet.results.events.ClockOffset;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.RunEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Reads the clocks of other machines. Each is read several times; the reading with the shortest
 * round trip counts, and the clock is taken to have been read in the middle of it, as NTP does.
 */
public final class Clocks {

  /** The first ones are slow, while connections and code warm up. */
  private static final int READINGS = 10;

  private static final int MOST_NAMED = 5;

  private Clocks() {}

  /** A clock somewhere else. */
  public interface RemoteClock<E extends Exception> {
    /** Its time, microseconds since 1970. */
    long utcMicros() throws E;
  }

  /**
   * Reads one clock.
   *
   * @param machine whose it is, for messages
   */
  public static <E extends Exception> ClockOffset measure(String machine, RemoteClock<E> clock)
      throws E {
    ClockOffset best = new ClockOffset(machine, 0, Long.MAX_VALUE);
    for (int i = 0; i < READINGS; i++) {
      // In this order: a pause between the two counts as uncertainty.
      long start = System.nanoTime();
      long before = utcMicros();
      long there = clock.utcMicros();
      long uncertainty = (System.nanoTime() - start) / 2_000 + 1;
      if (uncertainty < best.uncertaintyMicros()) {
        best = new ClockOffset(machine, there - before - uncertainty, uncertainty);
      }
    }
    return best;
  }

  private static long utcMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** Records the offsets and warns of large ones. */
  public static void note(List<ClockOffset> offsets, EventSink events) {
    for (ClockOffset offset : offsets) {
      events.accept(new RunEvent.ClockRead(offset));
      if (offset.exceeds(ClockOffset.WARNING)) {
        events.accept(new RunEvent.ClockApart(offset));
      }
    }
  }

  /**
   * Records the offsets and warns of large ones. Refuses clocks that differ too much to compare the
   * files of a run.
   *
   * @throws QuartetException CLOCKS_APART
   */
  public static void require(List<ClockOffset> offsets, EventSink events) {
    note(offsets, events);
    List<String> apart =
        offsets.stream()
            .filter(offset -> offset.exceeds(ClockOffset.LIMIT))
            .map(ClockOffset::describe)
            .toList();
    if (!apart.isEmpty()) {
      throw QuartetException.environment(
          "CLOCKS_APART",
          ("the clocks of %s of %s machines are more than %s ms from the driver's: %s. Let all "
                  + "machines follow one time server (chrony), then try again.")
              .formatted(
                  apart.size(),
                  offsets.size(),
                  ClockOffset.LIMIT.toMillis(),
                  String.join(", ", apart.subList(0, Math.min(MOST_NAMED, apart.size())))));
    }
  }
}
