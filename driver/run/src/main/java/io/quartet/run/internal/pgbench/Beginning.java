package io.quartet.run.internal.pgbench;

import io.quartet.books.RunClock;
import io.quartet.run.internal.pgbench.DatabaseBooks.Log;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Lets a process begin at its moment, and gives its logs the offset of the clock at that moment.
 */
final class Beginning implements PgbenchProcess.Gate {

  private static final long ONE_LOOK_NANOS = 100_000_000L;

  private final PlannedProcess process;
  private final List<Log> logs;
  private final RunClock clock;
  private final BooleanSupplier isAborted;
  private final long aheadMicros;
  private long afterMicros;
  private long clockOffsetMicros;

  /**
   * @param aheadMicros how far the clock of the process is ahead of that of this machine,
   *     microseconds
   */
  Beginning(
      PlannedProcess process,
      List<Log> logs,
      RunClock clock,
      BooleanSupplier isAborted,
      long aheadMicros) {
    this.process = process;
    this.logs = logs;
    this.clock = clock;
    this.isAborted = isAborted;
    this.aheadMicros = aheadMicros;
  }

  @Override
  public void await() throws InterruptedException {
    long left = process.start().toNanos() - clock.nanos();
    while (left > 0 && !isAborted.getAsBoolean()) {
      TimeUnit.NANOSECONDS.sleep(Math.min(left, ONE_LOOK_NANOS));
      left = process.start().toNanos() - clock.nanos();
    }
    afterMicros = Math.max(0, -left) / 1_000;
    long wallMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    clockOffsetMicros =
        aheadMicros + wallMicros - 1_000 * clock.utcMillis(0) - clock.nanos() / 1_000;
    logs.forEach(log -> log.setClockOffset(clockOffsetMicros));
  }

  /** From the moment of the plan to the begin, microseconds; 0 before it. */
  long afterMicros() {
    return afterMicros;
  }

  /** How far the clock of the process was ahead of that of the run, microseconds. */
  long clockOffsetMicros() {
    return clockOffsetMicros;
  }
}
