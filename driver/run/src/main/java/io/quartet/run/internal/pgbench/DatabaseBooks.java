package io.quartet.run.internal.pgbench;

import io.quartet.books.Bookkeeper;
import io.quartet.books.BooksUpdate;
import io.quartet.books.Reply;
import io.quartet.books.RunClock;
import io.quartet.books.Ticket;
import io.quartet.model.Outcome;
import io.quartet.model.RequestKind;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.run.internal.pgbench.LoggedTransactions.End;
import io.quartet.run.internal.tool.OrderedBooks;
import io.quartet.run.internal.tool.ToolBooks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Books the transactions of one database in the order in which they ended, as the logs of all
 * threads of its processes tell. pgbench writes 4 KiB of a log at a time, so a line may come long
 * after its transaction. Every second of the run becomes an interval when no log can add to it.
 * Lines may be added by any thread; the rest is for one thread at a time.
 */
final class DatabaseBooks implements ToolBooks {

  private final VmSet set;
  private final List<RequestKind> kinds;
  private final RunClock clock;
  private final long startMicros;
  private final OrderedBooks ordered;

  /** Logs of processes that have not begun, the first one at the head. */
  private final PriorityQueue<Log> later = new PriorityQueue<>(Log.BY_NEXT);

  private final PriorityQueue<Log> open = new PriorityQueue<>(Log.BY_NEXT);

  /** The log of a thread, from the moment for which its process is planned. */
  static final class Log {
    private static final Comparator<Log> BY_NEXT = Comparator.comparingLong(log -> log.nextNanos);

    private final Queue<LoggedTransactions> incoming = new ConcurrentLinkedQueue<>();
    private final long zeroMicros;
    private volatile boolean hasEnded;
    private volatile long clockOffsetMicros;

    private final Deque<LoggedTransactions> parts = new ArrayDeque<>();
    private int line;
    private boolean isComplete;

    /** End of the next transaction; if none is known, the moment before which none can come. */
    private long nextNanos;

    private long firstStartNanos = Long.MAX_VALUE;

    private Log(long fromNanos, long zeroMicros) {
      this.nextNanos = fromNanos;
      this.zeroMicros = zeroMicros;
    }

    /**
     * Says how far the clock of its process is ahead of that of the run; before any line is added.
     */
    void setClockOffset(long micros) {
      clockOffsetMicros = micros;
    }

    /** Takes the next lines. */
    void add(LoggedTransactions lines) {
      if (lines.count() > 0) {
        incoming.add(lines);
      }
    }

    /** Says that no more lines will come. */
    void end() {
      hasEnded = true;
    }

    /** When its first transaction began, on the clock of the run, as far as it was booked. */
    OptionalLong firstStartNanos() {
      return firstStartNanos == Long.MAX_VALUE
          ? OptionalLong.empty()
          : OptionalLong.of(firstStartNanos);
    }

    private void take() {
      isComplete = hasEnded; // Before the lines: they are all only if none can follow.
      for (LoggedTransactions part = incoming.poll(); part != null; part = incoming.poll()) {
        parts.add(part);
      }
      findNext();
    }

    private void findNext() {
      if (!parts.isEmpty()) {
        nextNanos = nanos(parts.element().endMicros(line));
      } else if (isComplete) {
        nextNanos = Long.MAX_VALUE;
      }
    }

    private boolean isOver() {
      return parts.isEmpty() && nextNanos == Long.MAX_VALUE;
    }

    private void next() {
      if (++line == parts.element().count()) {
        parts.remove();
        line = 0;
      }
      findNext();
    }

    private long nanos(long epochMicros) {
      return 1_000 * (epochMicros - clockOffsetMicros - zeroMicros);
    }
  }

  /**
   * @param clock of the run, whose zero is fixed
   * @param updates takes what every second brought, in order
   */
  DatabaseBooks(VmSet set, RunPlan plan, RunClock clock, Consumer<BooksUpdate> updates) {
    this.set = set;
    this.kinds = plan.workload().kinds();
    this.clock = clock;
    this.startMicros = 1_000 * clock.utcMillis(0);
    this.ordered = new OrderedBooks(set, plan, clock, updates);
  }

  /**
   * A log that will come. Call it for all logs before the run begins.
   *
   * @param fromNanos begin of its process by the plan, on the clock of the run
   */
  Log expect(long fromNanos) {
    Log log = new Log(fromNanos, startMicros);
    later.add(log);
    return log;
  }

  @Override
  public synchronized void advance() {
    advance(clock.nanos());
  }

  private void advance(long now) {
    while (!later.isEmpty() && (later.element().nextNanos <= now || later.element().hasEnded)) {
      open.add(later.remove());
    }
    List<Log> all = new ArrayList<>(open);
    open.clear();
    all.forEach(Log::take);
    open.addAll(all);
    while (!open.isEmpty() && !open.element().parts.isEmpty()) {
      Log first = open.remove();
      long others = open.isEmpty() ? Long.MAX_VALUE : open.element().nextNanos;
      // As many as come before those of all others, at once.
      do {
        book(first);
      } while (!first.parts.isEmpty() && first.nextNanos <= others);
      open.add(first);
    }
    open.removeIf(Log::isOver);
    ordered.cutUntil(Math.min(now, open.isEmpty() ? Long.MAX_VALUE : open.element().nextNanos));
  }

  @Override
  public synchronized void close() {
    later.forEach(Log::end);
    open.forEach(Log::end);
    long now = clock.nanos();
    advance(now);
    ordered.close(now);
  }

  private void book(Log log) {
    LoggedTransactions lines = log.parts.element();
    int line = log.line;
    long end = log.nextNanos;
    long took = lines.tookMicros(line);
    RequestKind kind = kinds.get(lines.script(line));
    End how = lines.how(line);
    log.next();
    Bookkeeper books = ordered.at(end);
    if (how == End.SKIPPED) {
      books.skipped(set, kind, end);
      return;
    }
    Ticket ticket = books.started(set, kind, end - 1_000 * took);
    if (how == End.COMMITTED) {
      long service = Math.max(0, took - lines.lagMicros(line));
      log.firstStartNanos = Math.min(log.firstStartNanos, end - 1_000 * service);
      books.finished(ticket, end, new Reply(Outcome.COMMITTED, 0, lines.retries(line), 0, service));
    } else {
      books.finishedUntimed(ticket, end, failed(how, lines.retries(line)));
      books.failure(kind, sqlState(how), "");
    }
  }

  private static Reply failed(End how, int retries) {
    Outcome outcome =
        switch (how) {
          case SERIALIZATION -> Outcome.SERIALIZATION;
          case DEADLOCK -> Outcome.DEADLOCK;
          default -> Outcome.SQL_ERROR;
        };
    return new Reply(outcome, 0, retries, 0, 0);
  }

  private static String sqlState(End how) {
    return switch (how) {
      case SERIALIZATION -> "40001";
      case DEADLOCK -> "40P01";
      default -> "";
    };
  }
}
