package io.quartet.tiera.server;

import io.quartet.tiera.engine.TransactionEngine;
import io.quartet.tiera.engine.TransactionSession;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker threads with a session each. Work goes to the worker that became idle last, so that a
 * light load stays on few, warm connections and threads; a worker is started only when none is
 * idle, and work waits in order when all are busy.
 *
 * <p>A thread-pool executor wakes its threads in turn instead, which would touch every connection
 * and every backend even when two are enough.
 */
final class Workers implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

  private final String name;
  private final int limit;
  private final TransactionEngine engine;
  private final Deque<Worker> idle = new ArrayDeque<>();
  private final Queue<Consumer<TransactionSession>> waiting = new ArrayDeque<>();
  private final List<Worker> all = new ArrayList<>();
  private boolean isClosing;

  /**
   * @param name begins the names of the threads
   * @param limit most workers, and so most sessions, at least 1
   * @param engine opens the sessions
   */
  Workers(String name, int limit, TransactionEngine engine) {
    this.name = name;
    this.limit = limit;
    this.engine = engine;
  }

  /**
   * Runs the work on a session, soon. The work must not throw.
   *
   * @return false if the workers are closing and the work will not run
   */
  boolean submit(Consumer<TransactionSession> work) {
    Worker worker;
    synchronized (this) {
      if (isClosing) {
        return false;
      }
      worker = idle.pollFirst();
      if (worker == null) {
        if (all.size() == limit) {
          waiting.add(work);
          return true;
        }
        worker = new Worker(name + "-" + (all.size() + 1));
        all.add(worker);
        worker.start();
      }
      worker.work = work;
    }
    LockSupport.unpark(worker);
    return true;
  }

  /** Sessions opened so far. */
  synchronized int size() {
    return all.size();
  }

  /** Lets running and waiting work finish, then ends the threads and closes their sessions. */
  @Override
  public void close() {
    closeWithin(Duration.ofSeconds(5));
  }

  /**
   * As {@link #close}, but waits no longer than this.
   *
   * @return true if every session is closed
   */
  boolean closeWithin(Duration longest) {
    List<Worker> workers;
    synchronized (this) {
      isClosing = true;
      workers = List.copyOf(all);
    }
    workers.forEach(LockSupport::unpark);
    long deadline = System.nanoTime() + longest.toNanos();
    boolean isInterrupted = false;
    boolean haveAllEnded = true;
    for (Worker worker : workers) {
      long millis = Math.max(1, (deadline - System.nanoTime()) / 1_000_000);
      try {
        worker.join(millis);
      } catch (InterruptedException e) {
        isInterrupted = true;
        break;
      }
    }
    for (Worker worker : workers) {
      haveAllEnded &= !worker.isAlive();
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
    return haveAllEnded;
  }

  private final class Worker extends Thread {

    private volatile Consumer<TransactionSession> work;

    Worker(String name) {
      super(name);
      setDaemon(true);
    }

    @Override
    public void run() {
      try (TransactionSession session = open()) {
        for (Consumer<TransactionSession> next = await(); next != null; next = next()) {
          perform(next, session);
        }
      }
    }

    /** Whatever the work throws, the worker stays. */
    private void perform(Consumer<TransactionSession> next, TransactionSession session) {
      try {
        next.accept(session);
      } catch (Throwable e) {
        LOG.error("work failed worker={}", getName(), e);
      }
    }

    private TransactionSession open() {
      try {
        return engine.openSession();
      } catch (Throwable e) {
        LOG.error("no session could be opened worker={}", getName(), e);
        return new UnusableSession(e);
      }
    }

    /** Work that waits, or the work given to this worker while idle; null ends the worker. */
    private Consumer<TransactionSession> next() {
      synchronized (Workers.this) {
        Consumer<TransactionSession> next = waiting.poll();
        if (next != null) {
          return next;
        }
        if (isClosing) {
          return null;
        }
        idle.addFirst(this);
      }
      return await();
    }

    private Consumer<TransactionSession> await() {
      while (true) {
        synchronized (Workers.this) {
          if (work != null) {
            Consumer<TransactionSession> given = work;
            work = null;
            return given;
          }
          if (isClosing) {
            return null;
          }
        }
        LockSupport.park(this);
      }
    }
  }
}
