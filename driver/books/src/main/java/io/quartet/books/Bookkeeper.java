package io.quartet.books;

import io.quartet.model.RequestKind;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Counts every request of a run exactly once, per Group, Set, segment and transaction.
 *
 * <p>Call {@link #started} when a request is due and goes out. Call it for a Trade-Result when it
 * falls due, even if it must wait for a sender. Call {@link #finished} once, at its final answer or
 * when it is given up. Attempts in between do not count as requests. Or call {@link #skipped} for a
 * request that was due and is never sent. Trade-Cleanup, which runs before the start, is booked
 * with a negative moment and lands in rampUp.
 *
 * <p>At every moment {@code offered = started + skipped} and {@code started = committed +
 * rolledBackOnPurpose + failures + inFlight} hold for each cell.
 *
 * <p>If several processes share a run, each keeps books, and {@link MergedBooks} merges their
 * {@link #update}s.
 *
 * <p>Thread-safe. A request takes the locks of its cells, three times. Readers hold them briefly.
 */
public final class Bookkeeper implements Books {

  private static final long LATENCIES_EVERY_NANOS = 10_000_000_000L;

  private final RunClock clock;
  private final SegmentFinder finder;
  private final List<VmSet> sets;
  private final List<RequestKind> kinds;

  /** Position in {@link #sets} that Set 1 of each Group has, or would have, if it has any. */
  private final int[] firstOfGroup = new int[VmGroup.values().length];

  private final Cell[] cells;

  /** Cells of one segment: one for each Set and transaction. */
  private final int cellsPerSegment;

  private final Map<SqlStateKey, LongAdder> sqlStates = new ConcurrentHashMap<>();
  private final LiveFigures live;
  private final PhaseLatencies phaseLatencies;
  private final AtomicLongArray firstStartNanos;
  private final Object intervalLock = new Object();
  private long intervalStartNanos;
  private long latenciesStartNanos;

  /**
   * @param clock the run's clock, read for snapshots
   */
  public Bookkeeper(RunPlan plan, RunClock clock) {
    this(plan, plan.sets(), clock);
  }

  /**
   * Books of some Sets of a run.
   *
   * @param sets those of a Group follow each other by their numbers, without gaps
   */
  public Bookkeeper(RunPlan plan, List<VmSet> sets, RunClock clock) {
    this.clock = clock;
    this.finder = new SegmentFinder(plan.timeline());
    List<Segment> segments = finder.segments();
    this.sets = List.copyOf(sets);
    this.kinds = plan.workload().kinds();
    for (int i = sets.size() - 1; i >= 0; i--) {
      firstOfGroup[sets.get(i).group().ordinal()] = i - (sets.get(i).number() - 1);
    }
    this.cellsPerSegment = sets.size() * kinds.size();
    this.cells = new Cell[segments.size() * cellsPerSegment];
    for (VmSet set : sets) {
      for (RequestKind kind : kinds) {
        for (Segment segment : segments) {
          cells[index(segment, set, kind)] = new Cell(segment, set, kind);
        }
      }
    }
    this.firstStartNanos = new AtomicLongArray(segments.size());
    for (Segment segment : segments) {
      firstStartNanos.set(segment.index(), Long.MAX_VALUE);
    }
    this.live = new LiveFigures(this, plan);
    this.phaseLatencies = new PhaseLatencies(this, segments, sets, kinds);
    this.intervalStartNanos = clock.nanos();
    this.latenciesStartNanos = intervalStartNanos;
  }

  /**
   * Books a request as offered and started, in the segment of its intended start.
   *
   * @param intendedNanos when it should be sent, on the run's clock; in closed mode, now
   */
  public Ticket started(VmSet set, RequestKind kind, long intendedNanos) {
    Segment segment = finder.at(intendedNanos);
    if (kind.isSentByUsers() && firstStartNanos.get(segment.index()) == Long.MAX_VALUE) {
      firstStartNanos.accumulateAndGet(segment.index(), clock.nanos(), Math::min);
    }
    Cell cell = cell(segment, set, kind);
    cell.start();
    return new Ticket(cell, set, kind, intendedNanos);
  }

  /** When the first of a segment's CE requests went out, on the run's clock, if it has any. */
  public OptionalLong firstStartNanos(Segment segment) {
    long nanos = firstStartNanos.get(segment.index());
    return nanos == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** Which segments the run has, and when. */
  public SegmentFinder segments() {
    return finder;
  }

  /** Books a request as offered but never sent. */
  public void skipped(VmSet set, RequestKind kind, long intendedNanos) {
    cell(finder.at(intendedNanos), set, kind).skip();
  }

  /**
   * Books the end of a request.
   *
   * @param nowNanos when its answer was there, on the run's clock
   * @throws IllegalStateException if the ticket was finished before
   */
  public void finished(Ticket ticket, long nowNanos, Reply reply) {
    long responseMicros = Math.max(0, nowNanos - ticket.intendedNanos()) / 1_000;
    ticket.cell.finish(ticket, reply, responseMicros);
    cell(finder.at(nowNanos), ticket.set(), ticket.kind())
        .complete(reply.outcome(), responseMicros);
  }

  /**
   * Books the end of a request whose response time is not known.
   *
   * @param nowNanos as of {@link #finished}
   * @throws IllegalStateException as {@link #finished}
   */
  public void finishedUntimed(Ticket ticket, long nowNanos, Reply reply) {
    ticket.cell.finishUntimed(ticket, reply);
    cell(finder.at(nowNanos), ticket.set(), ticket.kind()).complete(reply.outcome(), 0);
  }

  /**
   * Books requests of which only their number is known. All count as started and ended at one
   * moment.
   *
   * @param nanos that moment, on the run's clock
   * @param retries further tries of all of them
   */
  public void counted(
      VmSet set, RequestKind kind, long nanos, long committed, long failed, long retries) {
    cell(finder.at(nanos), set, kind).count(committed, failed, retries);
  }

  /** Books the cause of one attempt that was thrown away. */
  public void retry(RequestKind kind, String sqlState, String statement) {
    count(SqlStateCount.Kind.RETRY, kind, sqlState, statement);
  }

  /** Books the cause of a failed transaction, beside {@link #finished}. */
  public void failure(RequestKind kind, String sqlState, String statement) {
    count(SqlStateCount.Kind.FAILURE, kind, sqlState, statement);
  }

  @Override
  public Snapshot snapshot() {
    long nowNanos = clock.nanos();
    List<CellRow> rows = new ArrayList<>();
    for (Segment segment : finder.segments()) {
      if (hasBegun(segment, nowNanos)) {
        long start = clock.utcMillis(segment.start().toNanos());
        long end =
            clock.utcMillis(
                Math.max(segment.start().toNanos(), Math.min(nowNanos, segment.end().toNanos())));
        forEachCell(segment, cell -> rows.add(cell.row(start, end)));
      }
    }
    return new Snapshot(rows, sqlStateCounts());
  }

  @Override
  public List<Interval> intervals() {
    return List.of(interval());
  }

  /** Returns the events since the last call; the first call counts from construction. */
  public Interval interval() {
    return interval(cell -> {});
  }

  /**
   * The events since the last call, for the books of the whole run. In place of {@link #interval}
   * and {@link #latencies}, not beside them.
   *
   * @param isLast true if no other will follow
   */
  public BooksUpdate update(boolean isLast) {
    List<CellState> states = new ArrayList<>();
    Interval interval =
        interval(
            cell -> {
              CellState state = cell.takeState();
              if (state != null) {
                states.add(state);
              }
            });
    return new BooksUpdate(interval, latencies(isLast), states, sqlStateCounts());
  }

  /**
   * @param beside called for each cell under its lock, so that both see the same requests
   */
  private Interval interval(Consumer<Cell> beside) {
    synchronized (intervalLock) {
      long nowNanos = clock.nanos();
      long utcMillis = clock.utcMillis(nowNanos);
      List<IntervalRow> rows = new ArrayList<>();
      for (Cell cell : cells) {
        IntervalRow row;
        synchronized (cell) {
          row = cell.takeInterval(utcMillis);
          beside.accept(cell);
        }
        if (row != null) {
          rows.add(row);
        }
      }
      Interval interval = new Interval(intervalStartNanos, nowNanos, rows);
      intervalStartNanos = nowNanos;
      return interval;
    }
  }

  @Override
  public List<LatencyInterval> latencies(boolean isLast) {
    synchronized (intervalLock) {
      long nowNanos = clock.nanos();
      if (!isLast && !areLatenciesDue(nowNanos)) {
        return List.of();
      }
      List<LatencyInterval> latencies = new ArrayList<>();
      for (Cell cell : cells) {
        LatencyInterval latency = cell.takeLatencies(latenciesStartNanos, nowNanos);
        if (latency != null) {
          latencies.add(latency);
        }
      }
      latenciesStartNanos = nowNanos;
      return latencies;
    }
  }

  private boolean areLatenciesDue(long nowNanos) {
    return nowNanos / LATENCIES_EVERY_NANOS != latenciesStartNanos / LATENCIES_EVERY_NANOS
        || finder.at(nowNanos) != finder.at(latenciesStartNanos);
  }

  /** Takes over what books of another process have counted so far in one of their cells. */
  void mirror(CellState state) {
    cell(state.segment(), state.set(), state.kind()).mirror(state);
  }

  @Override
  public List<PhaseLatency> phaseLatencies() {
    return phaseLatencies.current();
  }

  @Override
  public Live live() {
    long nowNanos = clock.nanos();
    return live.at(nowNanos, finder.at(nowNanos));
  }

  Cell cell(Segment segment, VmSet set, RequestKind kind) {
    return cells[index(segment, set, kind)];
  }

  void forEachCell(Consumer<Cell> action) {
    for (Cell cell : cells) {
      action.accept(cell);
    }
  }

  void forEachCell(Segment segment, Consumer<Cell> action) {
    int first = segment.index() * cellsPerSegment;
    for (int i = first; i < first + cellsPerSegment; i++) {
      action.accept(cells[i]);
    }
  }

  private int index(Segment segment, VmSet set, RequestKind kind) {
    int position = firstOfGroup[set.group().ordinal()] + set.number() - 1;
    return segment.index() * cellsPerSegment + position * kinds.size() + kind.ordinal();
  }

  private boolean hasBegun(Segment segment, long nowNanos) {
    if (segment.start().toNanos() <= nowNanos) {
      return true;
    }
    boolean[] begun = {false};
    forEachCell(segment, cell -> begun[0] |= cell.hasBegun());
    return begun[0];
  }

  private void count(
      SqlStateCount.Kind kind, RequestKind request, String sqlState, String statement) {
    sqlStates
        .computeIfAbsent(
            new SqlStateKey(kind, request, sqlState, statement), key -> new LongAdder())
        .increment();
  }

  private List<SqlStateCount> sqlStateCounts() {
    return sqlStates.entrySet().stream()
        .map(entry -> entry.getKey().count(entry.getValue().sum()))
        .sorted(SqlStateCount.MOST_FREQUENT_FIRST)
        .toList();
  }

  private record SqlStateKey(
      SqlStateCount.Kind kind, RequestKind request, String sqlState, String statement) {
    SqlStateCount count(long count) {
      return new SqlStateCount(kind, request, sqlState, statement, count);
    }
  }
}
