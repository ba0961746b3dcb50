package io.quartet.books;

import io.quartet.model.plan.RunPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The books of a run whose load comes from several processes. Each process books the requests of
 * its own Sets, so a cell has one sender and no request is lost or counted twice. Thread-safe.
 *
 * <p>Intervals of all senders that end at about the same time become one interval. It is complete
 * when every sender that has not ended has sent one that ends then or later. A sender that stood
 * still sends one long interval, which goes with those of the others at its end.
 */
public final class MergedBooks implements Books {

  /** Senders count every second, from the same moment on. */
  private static final long SAME_TIME_NANOS = 500_000_000L;

  private final RunClock clock;

  /** Holds the cells of all senders; no request is booked in it. */
  private final Bookkeeper mirror;

  // Guarded by this.
  private final List<Sender> senders = new ArrayList<>();

  private final List<LatencyInterval> latencies = new ArrayList<>();
  private long lastEndNanos = Long.MIN_VALUE;

  /** The state of one sender beside its cells. */
  private static final class Sender {
    final Deque<Interval> intervals = new ArrayDeque<>();
    List<SqlStateCount> sqlStates = List.of();
    boolean hasEnded;

    boolean isAwaited() {
      return !hasEnded && intervals.isEmpty();
    }
  }

  /**
   * @param senders processes that send updates
   */
  public MergedBooks(RunPlan plan, RunClock clock, int senders) {
    this.clock = clock;
    this.mirror = new Bookkeeper(plan, clock);
    for (int i = 0; i < senders; i++) {
      this.senders.add(new Sender());
    }
  }

  /**
   * Takes an update; those of one sender in their order.
   *
   * @param sender from 0
   * @param update belongs to these books from now on, its histograms as well
   */
  public synchronized void add(int sender, BooksUpdate update) {
    update.cells().forEach(mirror::mirror);
    senders.get(sender).sqlStates = update.sqlStates();
    senders.get(sender).intervals.add(update.interval());
    latencies.addAll(update.latencies());
  }

  /**
   * Says that a sender will send no more.
   *
   * @param sender from 0
   */
  public synchronized void end(int sender) {
    senders.get(sender).hasEnded = true;
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot(mirror.snapshot().rows(), sqlStates());
  }

  private synchronized List<SqlStateCount> sqlStates() {
    Map<SqlStateCount, Long> sums = new HashMap<>();
    for (Sender sender : senders) {
      sender.sqlStates.forEach(row -> sums.merge(row.withCount(0), row.count(), Long::sum));
    }
    return sums.entrySet().stream()
        .map(entry -> entry.getKey().withCount(entry.getValue()))
        .sorted(SqlStateCount.MOST_FREQUENT_FIRST)
        .toList();
  }

  @Override
  public synchronized List<Interval> intervals() {
    List<Interval> complete = new ArrayList<>();
    while (senders.stream().noneMatch(Sender::isAwaited)
        && senders.stream().anyMatch(sender -> !sender.intervals.isEmpty())) {
      complete.add(merge(takeFirst()));
    }
    return complete;
  }

  /** Takes the intervals that end first. */
  private List<Interval> takeFirst() {
    long first =
        senders.stream()
            .filter(sender -> !sender.intervals.isEmpty())
            .mapToLong(sender -> sender.intervals.element().endNanos())
            .min()
            .orElseThrow();
    List<Interval> parts = new ArrayList<>();
    for (Sender sender : senders) {
      while (!sender.intervals.isEmpty()
          && sender.intervals.element().endNanos() <= first + SAME_TIME_NANOS) {
        parts.add(sender.intervals.remove());
      }
    }
    return parts;
  }

  /** One interval of several; they differ by the moments at which the timers came. */
  private Interval merge(List<Interval> parts) {
    long start = parts.stream().mapToLong(Interval::startNanos).min().orElseThrow();
    long end = parts.stream().mapToLong(Interval::endNanos).max().orElseThrow();
    lastEndNanos = Math.max(lastEndNanos, end); // Another part of the same time may come later.
    long utcMillis = clock.utcMillis(lastEndNanos);
    return new Interval(
        start,
        lastEndNanos,
        parts.stream()
            .flatMap(part -> part.rows().stream())
            .map(row -> row.endingAt(utcMillis))
            .toList());
  }

  /** Those that have come, each sender having sent them when it was time. */
  @Override
  public synchronized List<LatencyInterval> latencies(boolean isLast) {
    List<LatencyInterval> taken = List.copyOf(latencies);
    latencies.clear();
    return taken;
  }

  @Override
  public List<PhaseLatency> phaseLatencies() {
    return mirror.phaseLatencies();
  }

  @Override
  public Live live() {
    return mirror.live();
  }
}
