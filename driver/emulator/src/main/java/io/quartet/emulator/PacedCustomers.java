package io.quartet.emulator;

import io.quartet.model.plan.Load;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Paced mode: every request has an intended start that no answer can move. What is due while all
 * users are busy waits; of what waits beyond the backlog, the oldest is skipped and booked so.
 * Thread-safe.
 *
 * <p>One thread at a time sends what is due: the timers', or one that brings an answer.
 */
final class PacedCustomers implements CustomerEmulator {

  /** After so many rounds a thread goes back to its own work and a timer goes on. */
  private static final int MOST_ROUNDS = 100;

  private final CustomerRequests requests;
  private final Timers timers;
  private final int users;
  private final int backlog;
  private final CountDownLatch allAnswered = new CountDownLatch(1);

  /** Calls for {@link #sendDue} that are not done, those that came while it ran included. */
  private final AtomicInteger calls = new AtomicInteger();

  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicBoolean hasTimer = new AtomicBoolean();

  /** Nothing is due from this moment on, if the run does not end before. */
  private volatile long endNanos = Long.MAX_VALUE;

  /** How many of those in {@link #waiting} are left for now. */
  private volatile int leftWaiting;

  // Only touched inside sendDue.
  private final PacedSchedule schedule;
  private final Queue<Long> waiting = new ArrayDeque<>();

  PacedCustomers(
      RunPlan plan, LoadPart part, Load.Paced load, CustomerRequests requests, Timers timers) {
    this.requests = requests;
    this.timers = timers;
    this.users = part.share(load.users(), plan);
    this.backlog = part.share(load.backlog(), plan);
    this.schedule = new PacedSchedule(plan, part);
  }

  @Override
  public void start() {
    timers.at(0, this::call);
  }

  @Override
  public synchronized void end() {
    endNanos = Math.min(endNanos, requests.clock().nanos());
    call();
  }

  @Override
  public int waiting() {
    return leftWaiting;
  }

  @Override
  public boolean awaitEnd(Duration longest) throws InterruptedException {
    call();
    return allAnswered.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whoever comes while another thread sends leaves it a note to go round once more. */
  private void call() {
    if (calls.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    for (int round = 1; seen != 0; round++) {
      requests.guarded(this::sendDue, () -> {});
      seen = calls.addAndGet(-seen);
      if (seen != 0 && round == MOST_ROUNDS) {
        timers.at(requests.clock().nanos(), this::goOn);
        return;
      }
    }
  }

  /** Takes the role over from a thread that has done enough. */
  private void goOn() {
    calls.set(0);
    call();
  }

  private void sendDue() {
    long now = requests.clock().nanos();
    long end = Math.min(endNanos, requests.endNanos());
    for (; schedule.nanos() <= now && schedule.nanos() < end; schedule.advance()) {
      waiting.add(schedule.nanos());
    }
    boolean isOver = now >= end;
    while (!waiting.isEmpty()) {
      if (!isOver && underWay.get() < users) {
        underWay.incrementAndGet();
        send(waiting.remove());
      } else if (isOver || waiting.size() > backlog) {
        requests.skip(waiting.remove());
      } else {
        break;
      }
    }
    leftWaiting = waiting.size();
    if (!isOver) {
      wakeWhenNextIsDue(end);
    } else if (underWay.get() == 0) {
      allAnswered.countDown();
    }
  }

  private void send(long intendedNanos) {
    AtomicBoolean isAnswered = new AtomicBoolean();
    Runnable answered =
        () -> {
          if (isAnswered.compareAndSet(false, true)) {
            underWay.decrementAndGet();
            call();
          }
        };
    requests.guarded(() -> requests.send(intendedNanos, reply -> answered.run()), answered);
  }

  private void wakeWhenNextIsDue(long end) {
    if (hasTimer.compareAndSet(false, true)) {
      timers.at(
          Math.min(schedule.nanos(), end),
          () -> {
            hasTimer.set(false);
            call();
          });
    }
  }
}
