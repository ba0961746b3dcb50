package io.quartet.run.internal.tool;

import io.quartet.books.RunClock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Lets a process begin at its moment, and says the offset of its clock at that moment. */
public final class Beginning {

  private static final long ONE_LOOK_NANOS = 100_000_000L;

  private final PlannedProcess process;
  private final LongConsumer offset;
  private final RunClock clock;
  private final BooleanSupplier isAborted;
  private final long aheadMicros;
  private long afterMicros;
  private long clockOffsetMicros;

  /**
   * @param offset takes how far the clock of the process was ahead of that of the run, microseconds
   * @param aheadMicros how far the clock of the process is ahead of that of this machine,
   *     microseconds
   */
  Beginning(
      PlannedProcess process,
      LongConsumer offset,
      RunClock clock,
      BooleanSupplier isAborted,
      long aheadMicros) {
    this.process = process;
    this.offset = offset;
    this.clock = clock;
    this.isAborted = isAborted;
    this.aheadMicros = aheadMicros;
  }

  /** Waits until the process is to begin. */
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
    offset.accept(clockOffsetMicros);
  }

  /** From the moment of the plan to the begin, microseconds; 0 before it. */
  public long afterMicros() {
    return afterMicros;
  }

  /** How far the clock of the process was ahead of that of the run, microseconds. */
  public long clockOffsetMicros() {
    return clockOffsetMicros;
  }
}
