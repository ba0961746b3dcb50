package io.quartet.run.internal.tool;

import io.quartet.books.Bookkeeper;
import io.quartet.books.BooksUpdate;
import io.quartet.books.RunClock;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import java.util.List;
import java.util.function.Consumer;

/**
 * Books of one database that are written later than things happen, in the order in which they
 * happened. Every second of the run becomes an interval. For one thread at a time.
 */
public final class OrderedBooks {

  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final long endNanos;
  private final Consumer<BooksUpdate> updates;
  private final Bookkeeper books;
  private long positionNanos;
  private long nextCutNanos = INTERVAL_NANOS;

  /**
   * @param clock of the run, whose zero is fixed
   * @param updates takes what every second brought, in order
   */
  public OrderedBooks(VmSet set, RunPlan plan, RunClock clock, Consumer<BooksUpdate> updates) {
    this.endNanos = plan.timeline().total().toNanos();
    this.updates = updates;
    this.books =
        new Bookkeeper(plan, List.of(set), RunClock.by(() -> positionNanos, clock.utcMillis(0)));
  }

  /**
   * The books at a moment: no more can be booked before the second that it is in.
   *
   * @param nanos on the clock of the run
   */
  public Bookkeeper at(long nanos) {
    cutUntil(nanos);
    positionNanos = Math.max(positionNanos, nanos);
    return books;
  }

  /** Makes intervals of all seconds that end by then. */
  public void cutUntil(long nanos) {
    while (nextCutNanos <= Math.min(nanos, endNanos)) {
      positionNanos = nextCutNanos;
      updates.accept(books.update(false));
      nextCutNanos += INTERVAL_NANOS;
    }
  }

  /** Makes the last interval. */
  public void close(long nowNanos) {
    positionNanos = Math.max(positionNanos, Math.min(endNanos, nowNanos));
    updates.accept(books.update(true));
  }
}
