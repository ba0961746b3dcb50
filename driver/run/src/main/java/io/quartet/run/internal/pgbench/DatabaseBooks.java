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
import io.quartet.model.plan.Segment;
import io.quartet.run.internal.pgbench.LoggedTransactions.End;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Books the transactions of one database in the order in which they ended, as the logs of all
 * threads of its processes tell. pgbench writes 4 KiB of a log at a time, so a line may come long
 * after its transaction. Every second of the run becomes an interval when no log can tell more of
 * it. Thread-safe.
 */
final class DatabaseBooks {

  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final VmSet set;
  private final List<RequestKind> kinds;
  private final RunClock clock;
  private final long startMicros;
  private final long endNanos;
  private final Consumer<BooksUpdate> updates;
  private final Bookkeeper books;

  // Guarded by this.
  private final List<Log> open = new ArrayList<>();
  private long positionNanos;
  private long nextCutNanos = INTERVAL_NANOS;

  /**
   * The log of a thread, from the moment for which its process is planned.
   *
   * <p>Guarded by the books.
   */
  final class Log {
    private final Deque<LoggedTransactions> parts = new ArrayDeque<>();
    private int line;

    /** Nothing earlier can come any more. */
    private long knownUntilNanos;

    private Log(long fromNanos) {
      this.knownUntilNanos = fromNanos;
    }

    /** Takes the next lines. */
    void add(LoggedTransactions lines) {
      if (lines.count() > 0) {
        synchronized (DatabaseBooks.this) {
          parts.add(lines);
          advance();
        }
      }
    }

    /** Says that no more lines will come. */
    void end() {
      synchronized (DatabaseBooks.this) {
        knownUntilNanos = Long.MAX_VALUE;
        advance();
      }
    }

    /** The end of the next transaction, or the moment before which none can come any more. */
    private long nextNanos() {
      return parts.isEmpty() ? knownUntilNanos : nanos(parts.element().endMicros(line));
    }

    private boolean isOver() {
      return parts.isEmpty() && knownUntilNanos == Long.MAX_VALUE;
    }

    private void book() {
      LoggedTransactions part = parts.element();
      DatabaseBooks.this.book(part, line);
      if (++line == part.count()) {
        if (knownUntilNanos != Long.MAX_VALUE) {
          knownUntilNanos = nanos(part.endMicros(line - 1));
        }
        parts.remove();
        line = 0;
      }
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
    this.endNanos = plan.timeline().total().toNanos();
    this.updates = updates;
    this.books = new Bookkeeper(plan, RunClock.by(() -> positionNanos, clock.utcMillis(0)));
  }

  /**
   * A log that will come. Call it for all logs before the run begins.
   *
   * @param fromNanos begin of its process by the plan, on the clock of the run
   */
  synchronized Log expect(long fromNanos) {
    Log log = new Log(fromNanos);
    open.add(log);
    return log;
  }

  /** Books what can be booked by now; for times in which no process is at work. */
  synchronized void advance() {
    while (true) {
      Log first = null;
      long others = clock.nanos();
      for (Log log : open) {
        if (first == null || log.nextNanos() < first.nextNanos()) {
          others = first == null ? others : Math.min(others, first.nextNanos());
          first = log;
        } else {
          others = Math.min(others, log.nextNanos());
        }
      }
      if (first == null || first.parts.isEmpty()) {
        cutUntil(first == null ? others : Math.min(others, first.nextNanos()));
        open.removeIf(Log::isOver);
        return;
      }
      // As many as come before those of all others, at once.
      do {
        cutUntil(first.nextNanos());
        first.book();
      } while (!first.parts.isEmpty() && first.nextNanos() <= others);
    }
  }

  /** Ends the books. Everything that was logged is booked, and all seconds are intervals. */
  synchronized void close() {
    open.forEach(log -> log.knownUntilNanos = Long.MAX_VALUE);
    advance();
    cutUntil(Math.min(endNanos, clock.nanos()));
    positionNanos = Math.max(positionNanos, Math.min(endNanos, clock.nanos()));
    updates.accept(books.update(true));
  }

  /** When the first transaction of a segment began, on the clock of the run. */
  OptionalLong firstStartNanos(Segment segment) {
    return books.firstStartNanos(segment);
  }

  private void cutUntil(long nanos) {
    while (nextCutNanos <= Math.min(nanos, endNanos)) {
      positionNanos = nextCutNanos;
      updates.accept(books.update(false));
      nextCutNanos += INTERVAL_NANOS;
    }
  }

  private long nanos(long epochMicros) {
    return 1_000 * (epochMicros - startMicros);
  }

  private void book(LoggedTransactions lines, int line) {
    long end = nanos(lines.endMicros(line));
    long took = lines.tookMicros(line);
    RequestKind kind = kinds.get(lines.script(line));
    End how = lines.how(line);
    if (how == End.SKIPPED) {
      books.skipped(set, kind, end);
      return;
    }
    long intended = end - 1_000 * took;
    long before = positionNanos;
    // The bookkeeper reads its clock to see when the first request of a segment went out.
    positionNanos = intended + 1_000 * lines.lagMicros(line);
    Ticket ticket = books.started(set, kind, intended);
    positionNanos = Math.max(before, end);
    if (how == End.COMMITTED) {
      books.finished(ticket, end, committed(took - lines.lagMicros(line), lines.retries(line)));
    } else {
      books.finishedUntimed(ticket, end, failed(how, lines.retries(line)));
      books.failure(kind, sqlState(how), "");
    }
  }

  private static Reply committed(long serviceMicros, int retries) {
    return new Reply(Outcome.COMMITTED, 0, retries, 0, Math.max(0, serviceMicros));
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
