package io.quartet.books;

import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;

/** One started request between {@link Bookkeeper#started} and {@link Bookkeeper#finished}. */
public final class Ticket {

  final Cell cell;
  private final VmSet set;
  private final TransactionType type;
  private final long intendedNanos;
  private boolean isFinished;

  Ticket(Cell cell, VmSet set, TransactionType type, long intendedNanos) {
    this.cell = cell;
    this.set = set;
    this.type = type;
    this.intendedNanos = intendedNanos;
  }

  public VmSet set() {
    return set;
  }

  public TransactionType type() {
    return type;
  }

  /** When it should have been sent, on the {@link RunClock}; its response time begins here. */
  public long intendedNanos() {
    return intendedNanos;
  }

  /** Guards against booking one request twice; called under the lock of the cell. */
  void finish() {
    if (isFinished) {
      throw new IllegalStateException(type.label() + " of " + set.name() + " was finished twice");
    }
    isFinished = true;
  }
}
