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
 * <p>The n-th intervals of all senders become one interval. It is complete when every sender has
 * sent it or has ended.
 */
public final class MergedBooks implements Books {

  private final RunClock clock;

  /** Holds the cells of all senders; no request is booked in it. */
  private final Bookkeeper mirror;

  // Guarded by this.
  private final List<Sender> senders = new ArrayList<>();

  private final List<LatencyInterval> latencies = new ArrayList<>();

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
      complete.add(
          merge(
              senders.stream()
                  .filter(sender -> !sender.intervals.isEmpty())
                  .map(sender -> sender.intervals.remove())
                  .toList()));
    }
    return complete;
  }

  /** One interval of each sender; they differ by the moments at which their timers came. */
  private Interval merge(List<Interval> parts) {
    long start = parts.stream().mapToLong(Interval::startNanos).min().orElseThrow();
    long end = parts.stream().mapToLong(Interval::endNanos).max().orElseThrow();
    long utcMillis = clock.utcMillis(end);
    return new Interval(
        start,
        end,
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
