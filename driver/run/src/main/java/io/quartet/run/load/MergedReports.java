package io.quartet.run.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.books.Backlog;
import io.quartet.books.DriverHealth;
import io.quartet.books.MergedBooks;
import io.quartet.books.RunClock;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.LoadPart;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.VmSet;
import io.quartet.results.events.Event;
import io.quartet.run.protocol.Ended;
import io.quartet.run.protocol.Figures;
import io.quartet.run.protocol.OrderFigures;
import io.quartet.run.protocol.RunEvent;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** What all workers of one run report, put together. Thread-safe. */
final class MergedReports {

  private static final ObjectMapper JSON = new ObjectMapper();

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
   * @param clock the run's clock
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

  /** What waits in all workers, each when it last reported. */
  Backlog backlog() {
    return backlogs.values().stream().reduce(Backlog.NONE, Backlog::plus);
  }

  /** Why the first of those could not go on that could not; null if all could. */
  QuartetException failure() {
    return failure.get();
  }

  /** Something happens now. */
  void event(String event, Map<String, Object> fields) {
    reports.event(clock.utcMillis(clock.nanos()), event, fields);
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
    public void event(WorkerClient worker, RunEvent event) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("worker", worker.number());
      try {
        JSON.readTree(event.getFields())
            .properties()
            .forEach(field -> fields.put(field.getKey(), field.getValue()));
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException("an event is not JSON", e);
      }
      reports.event(event.getUtcMillis(), event.getName(), fields);
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
      Map<String, Object> fields = worker.eventFields();
      fields.put("reason", reason);
      fields.put("sets", part.sets(plan).stream().map(VmSet::name).toList());
      fields.put("lastReportUtcMillis", Math.max(clock.utcMillis(0), lastReportUtcMillis));
      MergedReports.this.event(Event.WORKER_LOST, fields);
      if (lost.incrementAndGet() == part.count()) {
        abort.accept("every worker was lost");
      }
    }
  }
}
