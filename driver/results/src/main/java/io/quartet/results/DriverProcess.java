package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * The process of a driver. Its id alone does not identify it: the system gives the id of a process
 * that has ended to another one.
 *
 * @param pid process id
 * @param startUtcMillis when the process was started, milliseconds since 1970 in UTC; 0 if that is
 *     not known
 */
public record DriverProcess(long pid, long startUtcMillis) {

  /** Linux counts from its own start, and says that one only to the second. */
  private static final long CLOCK_MILLIS = 5_000;

  /** That of {@code state.json}; one that never lives if the file names none. */
  public static DriverProcess of(JsonNode state) {
    return new DriverProcess(
        state.path("pid").asLong(-1), state.path("pidStartUtcMillis").asLong());
  }

  /** This process. */
  public static DriverProcess here() {
    ProcessHandle process = ProcessHandle.current();
    return new DriverProcess(process.pid(), startUtcMillis(process));
  }

  /** True while this very process lives; another one with its id is none. */
  public boolean isAlive() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .map(DriverProcess::startUtcMillis)
        .filter(
            start ->
                start == 0
                    || startUtcMillis == 0
                    || Math.abs(start - startUtcMillis) <= CLOCK_MILLIS)
        .isPresent();
  }

  private static long startUtcMillis(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }
}
