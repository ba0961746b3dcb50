package io.quartet.emulator;

import io.quartet.model.plan.Load;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Closed mode: one pool of users without think time. Where the number of users rises from phase to
 * phase, those of a later phase begin with it. Thread-safe.
 */
final class CustomerPool implements CustomerEmulator {

  private final Timeline timeline;
  private final Load.Ladder ladder;
  private final CustomerRequests requests;
  private final Timers timers;
  private final long rampUpNanos;

  /** The users of this part by their position in the whole pool, which decides when they begin. */
  private final SortedMap<Integer, CustomerUser> users = new TreeMap<>();

  private final CountDownLatch usersLeft;

  /** Users whose first request is still to come; guarded by itself. */
  private final Set<CustomerUser> unstarted;

  private volatile boolean isEnded;

  CustomerPool(RunPlan plan, LoadPart part, CustomerRequests requests, Timers timers) {
    this.timeline = plan.timeline();
    this.ladder = plan.brokerage().load().ladder();
    this.requests = requests;
    this.timers = timers;
    this.rampUpNanos = plan.schedule().timing().rampUp().toNanos();
    for (int number = 0; number < plan.userSessions(); number++) {
      if (part.takes(number, plan)) {
        users.put(number, new CustomerUser(this, requests));
      }
    }
    this.usersLeft = new CountDownLatch(users.size());
    this.unstarted = new HashSet<>(users.values());
  }

  @Override
  public void start() {
    int atFirst = (int) ladder.in(0);
    users.headMap(atFirst).forEach((number, user) -> startAt(rampUpNanos * number / atFirst, user));
    int started = atFirst;
    for (Segment phase : timeline.phases()) {
      int due = (int) ladder.in(timeline.phaseOf(phase));
      if (due > started) {
        long start = phase.start().toNanos();
        users.subMap(started, due).values().forEach(user -> startAt(start, user));
        started = due;
      }
    }
  }

  private void startAt(long nanos, CustomerUser user) {
    timers.at(
        nanos,
        () -> {
          if (takeUnstarted(user)) {
            guarded(user);
          }
        });
  }

  private boolean takeUnstarted(CustomerUser user) {
    synchronized (unstarted) {
      return unstarted.remove(user);
    }
  }

  @Override
  public void end() {
    isEnded = true;
    users.values().stream().filter(this::takeUnstarted).forEach(user -> userEnded());
  }

  /** A user sends when it is free; nothing is due before. */
  @Override
  public int waiting() {
    return 0;
  }

  @Override
  public boolean awaitEnd(Duration longest) throws InterruptedException {
    return usersLeft.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Users that have not stopped yet. */
  long usersLeft() {
    return usersLeft.getCount();
  }

  boolean hasEnded(long nowNanos) {
    return isEnded || nowNanos >= requests.endNanos();
  }

  void userEnded() {
    usersLeft.countDown();
  }

  void resumeAt(long nanos, CustomerUser user) {
    timers.at(nanos, () -> guarded(user));
  }

  void guarded(CustomerUser user) {
    requests.guarded(user, this::userEnded);
  }
}
