package io.quartet.emulator;

import io.quartet.books.Ticket;
import io.quartet.model.TransactionType;
import io.quartet.tiera.engine.InputSource;
import io.quartet.tiera.engine.Target;
import java.time.Duration;

/**
 * Data-Maintenance of one Set: on a fixed cadence, one transaction on each of its two databases.
 * Both use the same table with different inputs, and the twelve tables take turns. A slow
 * transaction does not delay the next one. Thread-safe.
 */
final class DataMaintenance {

  private static final int TABLES = 12;

  private final SetClient client;
  private final Timers timers;
  private final long cadenceNanos;
  private final long offsetNanos;
  private final long endNanos;
  private final InputSource dss;
  private final InputSource oltp;
  private volatile boolean hasEnded;

  /**
   * @param cadence time between two on one database
   * @param offset moment of the first, 0 to {@code cadence}
   * @param end end of the run
   * @param dss inputs for VM2
   * @param oltp inputs for VM3
   */
  DataMaintenance(
      SetClient client,
      Timers timers,
      Duration cadence,
      Duration offset,
      Duration end,
      InputSource dss,
      InputSource oltp) {
    this.client = client;
    this.timers = timers;
    this.cadenceNanos = cadence.toNanos();
    this.offsetNanos = offset.toNanos();
    this.endNanos = end.toNanos();
    this.dss = dss;
    this.oltp = oltp;
  }

  /** Schedules the first. */
  void start() {
    schedule(0);
  }

  /** Sends no more. */
  void end() {
    hasEnded = true;
  }

  private void schedule(long turn) {
    long nanos = offsetNanos + turn * cadenceNanos;
    if (nanos < endNanos) {
      timers.at(nanos, () -> takeTurn(turn, nanos));
    }
  }

  private void takeTurn(long turn, long nanos) {
    if (hasEnded) {
      return;
    }
    schedule(turn + 1);
    int table = (int) (turn % TABLES) + 1;
    send(Target.DSS, dss.dataMaintenance(table), nanos);
    send(Target.OLTP, oltp.dataMaintenance(table), nanos);
  }

  private void send(Target target, byte[] input, long intendedNanos) {
    Ticket ticket = client.open(TransactionType.DATA_MAINTENANCE, intendedNanos);
    client.send(
        TransactionType.DATA_MAINTENANCE, target, input, reply -> client.close(ticket, reply));
  }
}
