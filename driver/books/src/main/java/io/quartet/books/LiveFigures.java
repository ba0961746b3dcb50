package io.quartet.books;

import io.quartet.model.Headline;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Works out {@link Live} from the cells. Thread-safe. */
final class LiveFigures {

  /** etps now is a mean over about this long. */
  private static final long WINDOW_NANOS = Duration.ofSeconds(5).toNanos();

  private final Bookkeeper books;
  private final List<VmGroup> groups;
  private final Headline headline;
  private final Deque<Sample> samples = new ArrayDeque<>();

  LiveFigures(Bookkeeper books, RunPlan plan) {
    this.books = books;
    this.groups = plan.groups();
    this.headline = plan.workload().headline();
    samples.add(new Sample(0, 0));
  }

  synchronized Live at(long nowNanos, Segment segment) {
    Cell.Totals totals = new Cell.Totals();
    long[] results = {0};
    long[] measured = {0};
    books.forEachCell(
        cell -> {
          cell.addTo(totals);
          if (headline.counts(cell.kind())) {
            results[0] += cell.committedInPhase();
            measured[0] += cell.isMeasured() ? cell.committedInPhase() : 0;
          }
        });
    return new Live(
        segment,
        left(segment.end().toNanos(), nowNanos),
        left(books.segments().endNanos(), nowNanos),
        measured[0],
        rate(new Sample(nowNanos, results[0])),
        actualShares(segment),
        targetShares(segment),
        slowest(segment),
        totals.started,
        totals.inFlight,
        totals.skipped,
        totals.failed,
        totals.retries);
  }

  private static Duration left(long endNanos, long nowNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - Math.max(0, nowNanos)));
  }

  private double rate(Sample now) {
    while (samples.size() > 1 && now.nanos - samples.peekFirst().nanos > WINDOW_NANOS) {
      samples.removeFirst();
    }
    Sample first = samples.peekFirst();
    samples.addLast(now);
    double seconds = (now.nanos - first.nanos) / 1e9;
    return seconds > 0 ? (now.results - first.results) / seconds : 0;
  }

  private Map<VmGroup, Double> actualShares(Segment segment) {
    long[] requests = new long[VmGroup.values().length];
    books.forEachCell(
        segment,
        cell -> {
          if (cell.kind().isSentByUsers()) {
            requests[cell.set().group().ordinal()] += cell.offered();
          }
        });
    long total = 0;
    for (long count : requests) {
      total += count;
    }
    Map<VmGroup, Double> shares = new EnumMap<>(VmGroup.class);
    for (VmGroup group : groups) {
      shares.put(group, total == 0 ? 0 : 100.0 * requests[group.ordinal()] / total);
    }
    return shares;
  }

  private Map<VmGroup, Double> targetShares(Segment segment) {
    Map<VmGroup, Double> shares = new EnumMap<>(VmGroup.class);
    for (VmGroup group : groups) {
      shares.put(group, segment.shares().percent(group));
    }
    return shares;
  }

  private List<Live.Offender> slowest(Segment segment) {
    Map<Integer, Live.Offender> slowest = new TreeMap<>();
    books.forEachCell(
        segment,
        cell ->
            cell.kind()
                .responseTimeLimit()
                .ifPresent(
                    limit -> {
                      long p90 = cell.p90Micros();
                      Live.Offender known = slowest.get(cell.kind().ordinal());
                      if (p90 > 0 && (known == null || p90 > known.p90Micros())) {
                        double ratio = p90 * 1e3 / limit.toNanos();
                        slowest.put(
                            cell.kind().ordinal(),
                            new Live.Offender(cell.set(), cell.kind(), p90, ratio));
                      }
                    }));
    return List.copyOf(slowest.values());
  }

  /** Trade-Results completed up to a moment. */
  private record Sample(long nanos, long results) {}
}
