package io.quartet.run.internal.definedtool;

import io.quartet.books.BooksUpdate;
import io.quartet.books.RunClock;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolDefinition.Kind;
import io.quartet.run.internal.tool.OrderedBooks;
import io.quartet.run.internal.tool.ToolBooks;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Books the numbers of transactions that the processes of a defined tool tell for one database.
 * Those of an interval are spread evenly over its time.
 */
final class FigureBooks implements ToolBooks {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private final VmSet set;
  private final RunClock clock;
  private final OrderedBooks ordered;
  private final LongConsumer watch;

  /** Of processes that have not ended, or of which something is not booked. */
  private final Deque<Part> parts = new ArrayDeque<>();

  /**
   * Numbers of one kind within a time.
   *
   * @param fromNanos on the clock of the run
   * @param untilNanos later than that
   */
  record Counts(
      Kind kind, long fromNanos, long untilNanos, long committed, long failed, long retries) {

    /** The part of a number that falls before a moment. */
    private long before(long number, long nanos) {
      return Math.round(
          number * (double) (nanos - fromNanos) / Math.max(1, untilNanos - fromNanos));
    }
  }

  /** Numbers of one process. */
  final class Part {

    private final Deque<List<Counts>> intervals = new ArrayDeque<>();
    private final long startNanos;
    private long untilNanos;
    private boolean hasEnded;

    private Part(long startNanos) {
      this.startNanos = startNanos;
      this.untilNanos = startNanos;
    }

    /**
     * Takes the numbers of an interval, which follows on the one before.
     *
     * @param counts all of the same time
     */
    void add(List<Counts> counts) {
      synchronized (FigureBooks.this) {
        if (!counts.isEmpty()) {
          intervals.add(List.copyOf(counts));
        }
      }
    }

    /** Says that no more will come. */
    void end() {
      synchronized (FigureBooks.this) {
        hasEnded = true;
      }
    }
  }

  /**
   * @param updates takes what every second brought, in order
   * @param watch gets the time on the clock of the run, again and again
   */
  FigureBooks(
      VmSet set, RunPlan plan, RunClock clock, Consumer<BooksUpdate> updates, LongConsumer watch) {
    this.watch = watch;
    this.set = set;
    this.clock = clock;
    this.ordered = new OrderedBooks(set, plan, clock, updates);
  }

  /**
   * The numbers of a process to come. Call it for all processes, in their order, before the run.
   *
   * @param startNanos of the process by the plan
   */
  synchronized Part expect(long startNanos) {
    Part part = new Part(startNanos);
    parts.add(part);
    return part;
  }

  @Override
  public void advance() {
    long now = clock.nanos();
    watch.accept(now); // Without the lock: processes hold theirs when they add something.
    advance(now);
  }

  private synchronized void advance(long now) {
    while (!parts.isEmpty() && parts.element().startNanos <= now) {
      Part part = parts.element();
      while (!part.intervals.isEmpty()) {
        List<Counts> counts = part.intervals.remove();
        book(counts);
        part.untilNanos = counts.get(0).untilNanos();
      }
      if (!part.hasEnded) {
        break;
      }
      parts.remove();
    }
    ordered.cutUntil(parts.isEmpty() ? now : Math.min(now, parts.element().untilNanos));
  }

  /** Second by second, as the books make an interval of each. */
  private void book(List<Counts> counts) {
    long from = counts.get(0).fromNanos();
    long end = counts.get(0).untilNanos();
    while (from < end) {
      long until = Math.min(end, (from / SECOND_NANOS + 1) * SECOND_NANOS);
      for (Counts one : counts) {
        long committed = one.before(one.committed(), until) - one.before(one.committed(), from);
        long failed = one.before(one.failed(), until) - one.before(one.failed(), from);
        long retries = one.before(one.retries(), until) - one.before(one.retries(), from);
        if (committed + failed + retries > 0) {
          // Before the end of the second, which belongs to the next one.
          ordered.at(until - 1).counted(set, one.kind(), until - 1, committed, failed, retries);
        }
      }
      from = until;
    }
  }

  @Override
  public synchronized void close() {
    parts.forEach(part -> part.hasEnded = true);
    long now = clock.nanos();
    advance(Math.max(now, parts.stream().mapToLong(part -> part.startNanos).max().orElse(now)));
    ordered.close(now);
  }
}
