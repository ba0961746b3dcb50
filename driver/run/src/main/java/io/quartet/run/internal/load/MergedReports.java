package io.quartet.run.internal.load;

import io.quartet.books.Backlog;
import io.quartet.books.DriverHealth;
import io.quartet.books.MergedBooks;
import io.quartet.books.RunClock;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.QuartetException;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadPart;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.events.EventCodec;
import io.quartet.results.events.EventSink;
import io.quartet.results.events.LoggedEvent;
import io.quartet.results.events.RunEvent;
import io.quartet.run.protocol.Ended;
import io.quartet.run.protocol.Figures;
import io.quartet.run.protocol.OrderFigures;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Merged reports of all workers of one run. Thread-safe. */
final class MergedReports implements EventSink {

  private final RunPlan plan;
  private final RunClock clock;
  private final LoadReports reports;
  private final Consumer<String> abort;
  private final MergedBooks books;
  private final Map<VmSet, MarketCounts> marketCounts = new ConcurrentHashMap<>();
  private final Map<Integer, Backlog> backlogs = new ConcurrentHashMap<>();
  private final AtomicReference<QuartetException> failure = new AtomicReference<>();
  private final AtomicInteger lost = new AtomicInteger();

  /**
   * @param reports takes events and health
   * @param abort ends the run everywhere: a worker could not go on, or none is left
   */
  MergedReports(RunPlan plan, RunClock clock, LoadReports reports, Consumer<String> abort) {
    this.plan = plan;
    this.clock = clock;
    this.reports = reports;
    this.abort = abort;
    this.books = new MergedBooks(plan, clock, plan.driver().workerCount());
  }

  MergedBooks books() {
    return books;
  }

  /** Orders by Set, of the workers that came to the end. */
  Map<VmSet, MarketCounts> marketCounts() {
    Map<VmSet, MarketCounts> sorted = new TreeMap<>(Comparator.comparingInt(VmSet::order));
    sorted.putAll(marketCounts);
    return sorted;
  }

  /** Requests waiting in all workers, each as of its last report. */
  Backlog backlog() {
    return backlogs.values().stream().reduce(Backlog.NONE, Backlog::plus);
  }

  /** Why the first of those could not go on that could not; null if all could. */
  QuartetException failure() {
    return failure.get();
  }

  @Override
  public void accept(RunEvent event) {
    reports.event(now(event));
  }

  private LoggedEvent now(RunEvent event) {
    return new LoggedEvent(clock.utcMillis(clock.nanos()), event);
  }

  /** Takes what the worker with that part has to say. */
  WorkerClient.Listener of(LoadPart part) {
    return new OfOne(part);
  }

  /** Puts what one worker reports where it belongs. */
  private final class OfOne implements WorkerClient.Listener {

    private final LoadPart part;
    private volatile long lastReportUtcMillis;

    OfOne(LoadPart part) {
      this.part = part;
    }

    @Override
    public void figures(WorkerClient worker, Figures figures) {
      books.add(part.index(), WorkerMessages.update(figures, plan.timeline().segments()));
      DriverHealth health = WorkerMessages.health(figures.getHealth(), worker.number());
      reports.health(health);
      backlogs.put(worker.number(), health.backlog());
      lastReportUtcMillis = clock.utcMillis(figures.getEndNanos());
    }

    @Override
    public void event(WorkerClient worker, String event) {
      reports.event(EventCodec.parse(event).ofWorker(worker.number()));
    }

    @Override
    public void ended(WorkerClient worker, Ended last) {
      books.end(part.index());
      for (OrderFigures orders : last.getOrdersList()) {
        marketCounts.put(VmSet.parse(orders.getSet()), WorkerMessages.orders(orders));
      }
      if (!last.getAbortReason().isEmpty()) {
        abort.accept(worker.describe() + ": " + last.getAbortReason());
      }
    }

    @Override
    public void failed(WorkerClient worker, QuartetException error) {
      books.end(part.index());
      failure.compareAndSet(null, error);
      abort.accept(error.getMessage());
    }

    @Override
    public void lost(WorkerClient worker, String reason) {
      books.end(part.index());
      backlogs.remove(worker.number());
      RunEvent.WorkerLost loss =
          new RunEvent.WorkerLost(
              worker.address().toString(),
              reason,
              part.sets(plan).stream().map(VmSet::name).toList(),
              Math.max(clock.utcMillis(0), lastReportUtcMillis));
      reports.event(now(loss).ofWorker(worker.number()));
      if (lost.incrementAndGet() == part.count()) {
        abort.accept("every worker was lost");
      }
    }
  }
}
