package io.quartet.books;

import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;

/** One started request between {@link Bookkeeper#started} and {@link Bookkeeper#finished}. */
public final class Ticket {

  final Cell cell;
  private final VmSet set;
  private final RequestKind kind;
  private final long intendedNanos;
  private boolean isFinished;

  Ticket(Cell cell, VmSet set, RequestKind kind, long intendedNanos) {
    this.cell = cell;
    this.set = set;
    this.kind = kind;
    this.intendedNanos = intendedNanos;
  }

  public VmSet set() {
    return set;
  }

  public RequestKind kind() {
    return kind;
  }

  /** When it should have been sent, on the {@link RunClock}; its response time begins here. */
  public long intendedNanos() {
    return intendedNanos;
  }

  /** Guards against booking one request twice; called under the lock of the cell. */
  void finish() {
    if (isFinished) {
      throw new IllegalStateException(kind.label() + " of " + set.name() + " was finished twice");
    }
    isFinished = true;
  }
}
