package io.quartet.tiera.server;

import io.quartet.tiera.engine.TransactionSession;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Gives work with the same key to the workers one piece at a time, in order of arrival: the next
 * piece takes a session only after the one before has returned, which for a transaction means after
 * its COMMIT. Trade-Results of one broker wait here, not in the database, where they would collide.
 */
final class OrderedWorkers {

  private final Workers workers;

  /** A key is present while a piece of its work is at the workers; its queue holds the rest. */
  private final Map<Long, Queue<Consumer<TransactionSession>>> busy = new HashMap<>();

  OrderedWorkers(Workers workers) {
    this.workers = workers;
  }

  /**
   * Runs the work after all earlier work with the same key.
   *
   * @param key at least 0, or -1 for work that may run at any time
   * @return false if the workers are closing and the work will not run
   */
  boolean submit(long key, Consumer<TransactionSession> work) {
    if (key < 0) {
      return workers.submit(work);
    }
    synchronized (busy) {
      Queue<Consumer<TransactionSession>> queue = busy.get(key);
      if (queue != null) {
        queue.add(work);
        return true;
      }
      busy.put(key, new ArrayDeque<>());
    }
    return start(key, work);
  }

  private boolean start(long key, Consumer<TransactionSession> work) {
    return workers.submit(
        session -> {
          try {
            work.accept(session);
          } finally {
            release(key, session);
          }
        });
  }

  private void release(long key, TransactionSession session) {
    Consumer<TransactionSession> next;
    synchronized (busy) {
      next = busy.get(key).poll();
      if (next == null) {
        busy.remove(key);
        return;
      }
    }
    // To the end of the line, so that one busy broker does not keep a worker from the others.
    if (!start(key, next)) {
      runRest(key, next, session);
    }
  }

  /** While the workers close they take nothing new, but what was accepted is still answered. */
  private void runRest(long key, Consumer<TransactionSession> first, TransactionSession session) {
    for (Consumer<TransactionSession> work = first; work != null; ) {
      work.accept(session);
      synchronized (busy) {
        work = busy.get(key).poll();
        if (work == null) {
          busy.remove(key);
        }
      }
    }
  }
}
