package io.quartet.books;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A run clock that only moves when told to, and runs what was scheduled on the way: a two-hour run
 * takes a blink. Tasks run in order of their moment, then of their scheduling, on the thread that
 * moves the clock. Only reading the time is thread-safe.
 */
public final class VirtualClock implements RunClock {

  /** The wall clock at the start of most runs: 2026-01-01, midnight UTC. */
  public static final long START_UTC_MILLIS = 1_767_225_600_000L;

  private record Task(long nanos, long order, Runnable action) {}

  private final PriorityQueue<Task> tasks =
      new PriorityQueue<>(Comparator.comparingLong(Task::nanos).thenComparingLong(Task::order));

  /** Other threads may read it. */
  private volatile long now;

  private final long startUtcMillis;
  private long scheduled;

  /** Stands at the start of the run. */
  public VirtualClock() {
    this(Duration.ZERO);
  }

  /**
   * Stands at another moment.
   *
   * @param sinceStart negative before the start of the run
   */
  public VirtualClock(Duration sinceStart) {
    this(sinceStart, START_UTC_MILLIS);
  }

  private VirtualClock(Duration sinceStart, long startUtcMillis) {
    this.now = sinceStart.toNanos();
    this.startUtcMillis = startUtcMillis;
  }

  /** Stands at the start of a run that starts at another moment. */
  public static VirtualClock startingAt(long utcMillis) {
    return new VirtualClock(Duration.ZERO, utcMillis);
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public long utcMillis(long nanos) {
    return startUtcMillis + Math.floorDiv(nanos, 1_000_000L);
  }

  /** Schedules a task; a moment in the past means now. */
  public void at(long nanos, Runnable action) {
    tasks.add(new Task(Math.max(nanos, now), scheduled++, action));
  }

  /** Moves the clock on, running what falls due. */
  public void advance(Duration time) {
    advanceTo(now + time.toNanos());
  }

  /** Moves the clock to a moment, running what falls due up to and including it. */
  public void advanceTo(long nanos) {
    while (!tasks.isEmpty() && tasks.peek().nanos() <= nanos) {
      Task task = tasks.poll();
      now = Math.max(now, task.nanos());
      task.action().run();
    }
    now = Math.max(now, nanos);
  }

  /** Moves the clock to a moment in milliseconds since the start. */
  public void advanceToMillis(long millis) {
    advanceTo(Duration.ofMillis(millis).toNanos());
  }

  /** Tasks that wait. */
  public int waiting() {
    return tasks.size();
  }
}
