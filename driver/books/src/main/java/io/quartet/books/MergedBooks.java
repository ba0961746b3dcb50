package io.quartet.books;

import io.quartet.model.RunPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The books of a run whose load comes from several processes. Each of them books the requests of
 * its own Sets, so a cell has one source, and nothing is lost or counted twice in putting them
 * together. Thread-safe.
 *
 * <p>The n-th intervals of all sources become one; it is complete when each source has sent its own
 * or will send no more.
 */
public final class MergedBooks implements Books {

  private final RunClock clock;

  /** Holds the cells of all sources; no request is booked in it. */
  private final Bookkeeper mirror;

  // Guarded by this.
  private final List<Source> sources = new ArrayList<>();

  private final List<LatencyInterval> latencies = new ArrayList<>();

  /** What is known of one source beside its cells. */
  private static final class Source {
    final Deque<Interval> intervals = new ArrayDeque<>();
    List<SqlStateCount> sqlStates = List.of();
    boolean hasEnded;

    boolean isAwaited() {
      return !hasEnded && intervals.isEmpty();
    }
  }

  /**
   * @param clock the run's clock
   * @param sources processes that send updates
   */
  public MergedBooks(RunPlan plan, RunClock clock, int sources) {
    this.clock = clock;
    this.mirror = new Bookkeeper(plan, clock);
    for (int i = 0; i < sources; i++) {
      this.sources.add(new Source());
    }
  }

  /**
   * Takes an update; those of one source in their order.
   *
   * @param source from 0
   * @param update belongs to these books from now on, its histograms as well
   */
  public synchronized void add(int source, BooksUpdate update) {
    update.cells().forEach(mirror::mirror);
    sources.get(source).sqlStates = update.sqlStates();
    sources.get(source).intervals.add(update.interval());
    latencies.addAll(update.latencies());
  }

  /**
   * Says that a source will send no more.
   *
   * @param source from 0
   */
  public synchronized void end(int source) {
    sources.get(source).hasEnded = true;
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot(mirror.snapshot().rows(), sqlStates());
  }

  private synchronized List<SqlStateCount> sqlStates() {
    Map<SqlStateCount, Long> sums = new HashMap<>();
    for (Source source : sources) {
      source.sqlStates.forEach(row -> sums.merge(row.withCount(0), row.count(), Long::sum));
    }
    return sums.entrySet().stream()
        .map(entry -> entry.getKey().withCount(entry.getValue()))
        .sorted(SqlStateCount.MOST_FREQUENT_FIRST)
        .toList();
  }

  @Override
  public synchronized List<Interval> intervals() {
    List<Interval> complete = new ArrayList<>();
    while (sources.stream().noneMatch(Source::isAwaited)
        && sources.stream().anyMatch(source -> !source.intervals.isEmpty())) {
      complete.add(
          merge(
              sources.stream()
                  .filter(source -> !source.intervals.isEmpty())
                  .map(source -> source.intervals.remove())
                  .toList()));
    }
    return complete;
  }

  /** One interval of each source; they differ by the moments at which their timers came. */
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

  /** Those that have come, each source having sent them when it was time. */
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
